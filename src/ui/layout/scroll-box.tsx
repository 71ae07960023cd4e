/**
 * A box with a scroll area of its own. Many systems hide the scroll bar until somebody scrolls, so a fade and an arrow at the right show
 * that there is more.
 */
import ChevronRight from 'lucide-react/icons/chevron-right'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { cx } from '../classes.ts'
import { Glyph } from '../status/icon.tsx'

interface Props {
  children: ReactNode
  /** Its maximum height. */
  className: string
  /** The element that scrolls, for scrolling it from outside. */
  ref?: RefObject<HTMLDivElement | null>
  /** Makes it a region that can be focused and scrolled by keyboard, if nothing in it can have the focus. */
  label?: string
}

/** Distance of the fade from the right edge in px, which is the width of the scroll bar; null: no content is hidden there. */
function useMore(box: RefObject<HTMLDivElement | null>): number | null {
  const [edge, setEdge] = useState<number | null>(null)
  // Follows the scroll position and the sizes of the box and its content.
  useEffect(() => {
    const scrolled = box.current
    if (!scrolled) return
    const update = () => {
      const { scrollWidth, clientWidth, offsetWidth, scrollLeft } = scrolled
      setEdge(scrollWidth - clientWidth - scrollLeft > 1 ? offsetWidth - clientWidth : null)
    }
    const sizes = new ResizeObserver(update)
    for (const part of [scrolled, ...scrolled.children]) sizes.observe(part)
    scrolled.addEventListener('scroll', update, { passive: true })
    return () => {
      sizes.disconnect()
      scrolled.removeEventListener('scroll', update)
    }
  }, [box])
  return edge
}

export function ScrollBox({ children, className, ref, label }: Props) {
  const own = useRef<HTMLDivElement>(null)
  const box = ref ?? own
  const edge = useMore(box)
  return (
    <div className="relative">
      <div
        ref={box}
        className={cx('overflow-auto focus-visible:-outline-offset-2', className)}
        {...(label !== undefined && { role: 'region', 'aria-label': label, tabIndex: 0 })}
      >
        {children}
      </div>
      {edge !== null && (
        <span
          aria-hidden
          style={{ right: edge }}
          className="pointer-events-none absolute inset-y-0 z-3 flex w-10 justify-end bg-linear-to-l from-raised to-transparent text-muted"
        >
          <span className="flex h-8 items-center self-start bg-raised px-0.5">
            <Glyph icon={ChevronRight} />
          </span>
        </span>
      )}
    </div>
  )
}
