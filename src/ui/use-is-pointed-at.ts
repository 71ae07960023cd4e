import { type FocusEvent, useState } from 'react'

/** Whether the pointer or the keyboard focus is on an element. While it is, the caller must not move anything in the element. */
export function useIsPointedAt() {
  const [isUnderPointer, setIsUnderPointer] = useState(false)
  const [isFocused, setIsFocused] = useState(false)
  return {
    isPointedAt: isUnderPointer || isFocused,
    /** Ignores the focus, because there is no blur event when the focused element is removed. */
    isUnderPointer: isUnderPointer,
    handlers: {
      onPointerEnter: () => setIsUnderPointer(true),
      onPointerLeave: () => setIsUnderPointer(false),
      onFocus: () => setIsFocused(true),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => setIsFocused(currentTarget.contains(relatedTarget)),
    },
  }
}
