/**
 * Rows and cards glide to their new place, and new ones come in gently, so that the eye follows them. Nothing moves like that for whoever
 * wants less motion.
 */
import { type RefObject, useLayoutEffect, useRef } from 'react'

const easing = 'cubic-bezier(0.2, 0, 0, 1)'

/** Give the ref to a list that is positioned, so that its items are measured from it. Keys of the items say which is which. */
export function useGliding(): RefObject<HTMLUListElement | null> {
  const list = useRef<HTMLUListElement>(null)
  const before = useRef<{ width: number; items: Map<Element, { x: number; y: number }> } | null>(null)
  // After each rendering: a card that has a line more moves those below it too.
  useLayoutEffect(() => {
    const box = list.current
    const last = before.current
    before.current = box && {
      width: box.offsetWidth,
      items: new Map([...(box.children as HTMLCollectionOf<HTMLElement>)].map((item) => [item, placeOf(item)])),
    }
    // In a window of another width, everything is somewhere else.
    if (!last || before.current?.width !== last.width || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    for (const [item, { x, y }] of before.current.items) {
      const from = last.items.get(item)
      if (!from) item.animate([{ opacity: 0, transform: 'translateY(4px)' }, {}], { duration: 160, easing })
      else if (from.x !== x || from.y !== y)
        item.animate([{ transform: `translate(${from.x - x}px, ${from.y - y}px)` }, {}], { duration: 200, easing })
    }
  })
  return list
}

const placeOf = ({ offsetLeft: x, offsetTop: y }: HTMLElement) => ({ x, y })
