/**
 * What is too large for its place and scrolls by itself. Many systems show no scroll bar before one scrolls, so a fade and an arrow
 * at the right say that there is more.
 */
import ChevronRight from 'lucide-react/icons/chevron-right'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { cx } from '../classes.ts'
import { Glyph } from '../status/icon.tsx'

interface Props {
  children: ReactNode
  /** How tall it may become. */
  className: string
  /** For who moves what is in it. */
  ref?: RefObject<HTMLDivElement | null>
  /** Makes it a place of its own, to be scrolled by keyboard: where nothing in it takes the focus. */
  label?: string
}

/** How far the fade stands from the right edge, px: beside a scroll bar. null: nothing is hidden there. */
function useMore(box: RefObject<HTMLDivElement | null>): number | null {
  const [edge, setEdge] = useState<number | null>(null)
  // Where it is scrolled to, and how large it and its content are.
  useEffect(() => {
    const scrolled = box.current
    if (!scrolled) return
    const look = () => {
      const { scrollWidth, clientWidth, offsetWidth, scrollLeft } = scrolled
      setEdge(scrollWidth - clientWidth - scrollLeft > 1 ? offsetWidth - clientWidth : null)
    }
    const sizes = new ResizeObserver(look)
    for (const part of [scrolled, ...scrolled.children]) sizes.observe(part)
    scrolled.addEventListener('scroll', look, { passive: true })
    return () => {
      sizes.disconnect()
      scrolled.removeEventListener('scroll', look)
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
