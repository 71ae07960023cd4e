import { type FocusEvent, useState } from 'react'

/** Whether the pointer or the keyboard focus is on an element. While it is, nothing in the element may move. */
export function useIsPointedAt() {
  const [underPointer, setUnderPointer] = useState(false)
  const [focused, setFocused] = useState(false)
  return {
    isPointedAt: underPointer || focused,
    /** By the pointer alone: there is no blur event when the focused element is removed. */
    isUnderPointer: underPointer,
    handlers: {
      onPointerEnter: () => setUnderPointer(true),
      onPointerLeave: () => setUnderPointer(false),
      onFocus: () => setFocused(true),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => setFocused(currentTarget.contains(relatedTarget)),
    },
  }
}
