/** Whether a draft has been on the screen long enough to be read (experience U16). */
import { type RefObject, useEffect, useState } from 'react'

/** Nobody can read a draft in less than this. */
const minReadingMs = 700

/** Whether half of the element is in view, or it fills a third of the window. */
const isInView = ({ isIntersecting, intersectionRatio, intersectionRect, rootBounds }: IntersectionObserverEntry) =>
  isIntersecting && (intersectionRatio >= 0.5 || intersectionRect.height >= (rootBounds?.height ?? 0) / 3)

/**
 * @param elementRef the element that shows the draft
 * @param content what the operator has to read; the time restarts when it changes
 * @returns true once the content has been painted and in view for `minReadingMs`
 */
export function useSeenLongEnough(elementRef: RefObject<HTMLElement | null>, content: string): boolean {
  const [seenContent, setSeenContent] = useState<string | null>(null)
  useEffect(() => {
    const element = elementRef.current
    if (!element) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const markAsSeen = () => {
      // Nobody reads a hidden tab.
      if (document.hidden) timer = setTimeout(markAsSeen, minReadingMs)
      else setSeenContent(content)
    }
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1)
        if (entry && isInView(entry)) {
          timer ??= setTimeout(markAsSeen, minReadingMs)
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
  }, [elementRef, content])
  return seenContent === content
}
