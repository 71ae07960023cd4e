/** Tells whether a draft has been closed since a request was sent, because the answer can arrive later. */
import { type RefObject, useEffect, useRef } from 'react'

export function useIsClosed(): RefObject<boolean> {
  const isClosed = useRef(false)
  useEffect(() => {
    isClosed.current = false
    return () => {
      isClosed.current = true
    }
  }, [])
  return isClosed
}
