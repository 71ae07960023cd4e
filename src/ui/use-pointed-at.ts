import { type FocusEvent, useState } from 'react'

/** Whether somebody points at something, with the pointer or the keyboard: then nothing in it may move. */
export function useHold() {
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)
  return {
    held: pointed || focused,
    /** By the pointer alone: no event tells when the focused element is removed. */
    pointed,
    handlers: {
      onPointerEnter: () => setPointed(true),
      onPointerLeave: () => setPointed(false),
      onFocus: () => setFocused(true),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => setFocused(currentTarget.contains(relatedTarget)),
    },
  }
}
