import { useEffect, useRef } from 'react'

/**
 * Keeps the focus in this box when a repair removes the button that was pressed, instead of losing it to the page.
 *
 * @param change a new value after each such change; 0: none yet
 */
export function useKeepFocus(change: number | string) {
  const box = useRef<HTMLDivElement>(null)
  const wasInside = useRef(false)
  // Tracks the document's focus.
  useEffect(() => {
    const trackFocus = () => {
      if (document.activeElement !== document.body)
        wasInside.current = box.current?.contains(document.activeElement) ?? false
    }
    addEventListener('focusin', trackFocus)
    return () => removeEventListener('focusin', trackFocus)
  }, [])
  useEffect(() => {
    if (change !== 0 && wasInside.current && document.activeElement === document.body)
      box.current?.focus({ preventScroll: true })
  }, [change])
  return box
}
