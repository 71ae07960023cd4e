/** Texts of unsaved changes that this browser stores. */

export const discard = 'Discard'
export const discarded = 'Your unsaved changes are discarded.'
export const restoreAgain = 'Restore'
/** What another tab had open when this form was opened. */
export const openElsewhere = (noun: string, isNew: boolean) =>
  isNew
    ? `Another tab had a new ${noun}, not created, when you opened this form. What was entered there is not in this form.`
    : `Another tab had unsaved changes to this ${noun} when you opened this form. They are not in this form.`

// other-drafts.tsx
/** @param name '' if a new one has none yet */
export const otherDraft = ({ noun, isNew }: { noun: string; isNew: boolean }, name: string) =>
  isNew && name !== '' ? `New ${noun} “${name}”, not created` : storedDraft({ noun, recordName: name, isNew })

/** Names stored work when an operator signs out. */
export const storedDraft = ({ noun, recordName, isNew }: { noun: string; recordName: string; isNew: boolean }) =>
  isNew ? `New ${noun}, not created` : `Unsaved changes to the ${noun} “${recordName}”`
