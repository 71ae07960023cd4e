import { useEffect, useRef } from 'react'

/**
 * A repair takes its own button away: then the focus stays in this box instead of falling to the page's start.
 *
 * @param change another value after each such change; 0: there was none
 */
export function useKeepFocus(change: number | string) {
  const box = useRef<HTMLDivElement>(null)
  const wasInside = useRef(false)
  // The document's focus.
  useEffect(() => {
    const note = () => {
      if (document.activeElement !== document.body)
        wasInside.current = box.current?.contains(document.activeElement) ?? false
    }
    addEventListener('focusin', note)
    return () => removeEventListener('focusin', note)
  }, [])
  useEffect(() => {
    if (change !== 0 && wasInside.current && document.activeElement === document.body)
      box.current?.focus({ preventScroll: true })
  }, [change])
  return box
}
