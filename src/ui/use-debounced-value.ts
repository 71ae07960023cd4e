import { useEffect, useState } from 'react'

/** The value once it has not changed for a while, so that a search runs when somebody stops typing. */
export function useDebouncedValue<T>(value: T, milliseconds = 250): T {
  const [debounced, setDebounced] = useState(value)
  // A timer.
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return debounced
}
