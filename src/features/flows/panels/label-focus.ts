/** Moves the focus to the label of a step or connection that somebody added or opened. */
import { useEffect } from 'react'
import { fieldId } from '#ui/forms/field.tsx'
import type { Selection } from '../steps/selection.ts'

/** The name of the field for the label. */
export const labelField = 'selected-label'
/** The name of the field for the branch that leads to a step. */
export const branchField = 'selected-branch'

/** @param opened what was opened, a new object each time; null: nothing, or something else than the panel shows */
export function useLabelFocus(opened: Selection): void {
  useEffect(() => {
    if (!opened) return
    const fields = [branchField, labelField].map((name) => document.getElementById(fieldId(name)))
    // A new branch needs its own label first.
    const [branch, label] = fields.map((field) => (field instanceof HTMLInputElement ? field : null))
    const field = branch?.value === '' ? branch : label
    if (!field) return
    field.focus({ preventScroll: true })
    field.select()
  }, [opened])
}
