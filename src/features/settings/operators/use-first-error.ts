/** The first field with an error has the focus after a submit that went no further: in the forms for inviting and for changing roles. */
import { type RefObject, useEffect, useRef } from 'react'

/**
 * @param attempt how often the form was submitted with something wrong in it
 * @param refusal the last refusal; its fields show what is wrong with them
 * @returns for the form
 */
export function useFirstError(attempt: number, refusal: object | null): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (attempt > 0 || refusal) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [attempt, refusal])
  return form
}
