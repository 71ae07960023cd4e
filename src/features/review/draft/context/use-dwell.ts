/** Whether the same thing has been open for a moment, so that nothing is loaded for drafts that are only passed. */
import { useEffect, useState } from 'react'

const dwellMs = 500

export function useDwell(key: string): boolean {
  const [dweltOn, setDweltOn] = useState('')
  // The timer follows what is open.
  useEffect(() => {
    const timer = setTimeout(() => setDweltOn(key), dwellMs)
    return () => clearTimeout(timer)
  }, [key])
  return dweltOn === key
}
