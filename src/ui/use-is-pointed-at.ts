import { type FocusEvent, useRef, useState } from 'react'

/**
 * Whether the pointer or the keyboard focus is on an element. While it is, the caller must not move anything in the element.
 *
 * @param lingerMs for how long it still counts as pointed at once both have left, ms
 */
export function useIsPointedAt(lingerMs = 0) {
  const [isUnderPointer, setIsUnderPointer] = useState(false)
  const [isFocused, setIsFocused] = useState(false)
  const [lingers, setLingers] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const linger = () => {
    clearTimeout(timer.current)
    setLingers(lingerMs > 0)
    timer.current = setTimeout(() => setLingers(false), lingerMs)
  }
  return {
    isPointedAt: isUnderPointer || isFocused || lingers,
    /** Ignores the focus, because there is no blur event when the focused element is removed. */
    isUnderPointer: isUnderPointer,
    handlers: {
      onPointerEnter: () => setIsUnderPointer(true),
      onPointerLeave: () => {
        setIsUnderPointer(false)
        linger()
      },
      onFocus: () => setIsFocused(true),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        setIsFocused(currentTarget.contains(relatedTarget))
        linger()
      },
    },
  }
}
