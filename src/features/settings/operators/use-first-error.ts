/** Moves the focus to the first field with an error after a failed submit. */
import { type RefObject, useEffect, useRef } from 'react'

/**
 * @param attempt how often the form was submitted with an error
 * @param refusal the last refusal, whose errors the fields show
 * @returns the ref of the form
 */
export function useFocusFirstError(attempt: number, refusal: object | null): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (attempt > 0 || refusal) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [attempt, refusal])
  return form
}
