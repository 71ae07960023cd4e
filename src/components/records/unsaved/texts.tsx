/** Texts of unsaved changes that this browser stores. */
import type { ReactNode } from 'react'

export const restored = (time: ReactNode) => <>Your unsaved changes of {time} are restored.</>
export const discard = 'Discard'
export const discarded = 'Your unsaved changes are discarded.'
export const restoreAgain = 'Restore'
export const openElsewhere = (noun: string) =>
  `Another tab has unsaved changes to this ${noun}. They are not in this form.`

/** Names stored work when an operator signs out. */
export const storedDraft = ({ noun, recordName, isNew }: { noun: string; recordName: string; isNew: boolean }) =>
  isNew ? `New ${noun}, not created` : `Unsaved changes to the ${noun} “${recordName}”`
