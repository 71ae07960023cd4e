/** Moves the focus to the label of a step or connection that somebody added or opened. */
import { useEffect } from 'react'
import { fieldId } from '#ui/forms/field.tsx'
import type { Selection } from '../steps/selection.ts'

/** The name of the field for the label. */
export const labelField = 'selected-label'

/** @param opened what was opened, a new object each time; null: nothing, or something else than the panel shows */
export function useLabelFocus(opened: Selection): void {
  useEffect(() => {
    const field = opened && document.getElementById(fieldId(labelField))
    if (!(field instanceof HTMLInputElement)) return
    field.focus({ preventScroll: true })
    field.select()
  }, [opened])
}
