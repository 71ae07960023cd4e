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
  /** The class for the maximum height. */
  className: string
  /** Receives the element that scrolls, so that the caller can scroll it. */
  ref?: RefObject<HTMLDivElement | null>
  /** Set it if nothing inside can have the focus: then the box itself can be focused and scrolled by keyboard. */
  label?: string
}

/** Distance of the fade from the right edge (px), which is the width of the scroll bar; null if no content is hidden at the right. */
function useFadeOffset(box: RefObject<HTMLDivElement | null>): number | null {
  const [offset, setOffset] = useState<number | null>(null)
  // Follows the scroll position and the sizes of the box and its content.
  useEffect(() => {
    const element = box.current
    if (!element) return
    const update = () => {
      const { scrollWidth, clientWidth, offsetWidth, scrollLeft } = element
      setOffset(scrollWidth - clientWidth - scrollLeft > 1 ? offsetWidth - clientWidth : null)
    }
    const resizeObserver = new ResizeObserver(update)
    for (const observed of [element, ...element.children]) resizeObserver.observe(observed)
    element.addEventListener('scroll', update, { passive: true })
    return () => {
      resizeObserver.disconnect()
      element.removeEventListener('scroll', update)
    }
  }, [box])
  return offset
}

export function ScrollBox({ children, className, ref, label }: Props) {
  const ownRef = useRef<HTMLDivElement>(null)
  const box = ref ?? ownRef
  const fadeOffset = useFadeOffset(box)
  return (
    <div className="relative">
      <div
        ref={box}
        className={cx('overflow-auto focus-visible:-outline-offset-2', className)}
        {...(label !== undefined && { role: 'region', 'aria-label': label, tabIndex: 0 })}
      >
        {children}
      </div>
      {fadeOffset !== null && (
        <span
          aria-hidden
          style={{ right: fadeOffset }}
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
