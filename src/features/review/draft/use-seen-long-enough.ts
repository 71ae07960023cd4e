/** Whether a draft has been on the screen long enough to be read (experience U16). */
import { type RefObject, useEffect, useState } from 'react'

/** Nobody has read what was on the screen for less than this, in ms. */
const minReadingMs = 700

/** Half of it, or a third of the window, is in view. */
const isInView = ({ isIntersecting, intersectionRatio, intersectionRect, rootBounds }: IntersectionObserverEntry) =>
  isIntersecting && (intersectionRatio >= 0.5 || intersectionRect.height >= (rootBounds?.height ?? 0) / 3)

/**
 * @param box what shows the draft
 * @param content what is to be read in it: when it changes, the time starts again
 * @returns true once that content has been painted and in view for 0.7 s
 */
export function useSeenLongEnough(box: RefObject<HTMLElement | null>, content: string): boolean {
  const [seen, setSeen] = useState<string | null>(null)
  // The browser reports what it has painted where.
  useEffect(() => {
    const element = box.current
    if (!element) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = () => {
      // A page in a hidden tab is not read.
      if (document.hidden) timer = setTimeout(end, minReadingMs)
      else setSeen(content)
    }
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1)
        if (entry && isInView(entry)) {
          timer ??= setTimeout(end, minReadingMs)
          return
        }
        clearTimeout(timer)
        timer = undefined
      },
      { threshold: [0, 0.1, 0.25, 0.5] },
    )
    observer.observe(element)
    return () => {
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [box, content])
  return seen === content
}
