import { useEffect, useState } from 'react'

/** A value once it has stood still for a while: what is typed is searched for when the hand rests. */
export function useSettled<T>(value: T, milliseconds = 250): T {
  const [settled, setSettled] = useState(value)
  // The clock.
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return settled
}
