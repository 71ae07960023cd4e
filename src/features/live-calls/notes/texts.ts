/** Texts of the team's notes on a call. */
import { callNoteLimits } from '#contract/index.ts'
import { number, plural } from '#ui/text/format-number.ts'

export const title = 'Notes'
export const whoSees = 'Your team’s notes. The service does not see them.'
export const loading = 'Loading notes…'
export const notKept = 'Switchboard does not keep this call, so it cannot store notes for it.'

// Notes
export const notes = 'Notes'
export const noteField = 'Write a note'
export const notePlaceholder = 'What should colleagues know about this call?'
export const saveNote = 'Save note'
export const noteMissing = 'Write the note first.'
export const noteTooLong = (length: number) =>
  `A note has at most ${number(callNoteLimits.noteLength)} characters. This one has ${number(length)}.`
export const you = 'You'
export const deleteNote = (author: string, when: string) => `Delete the note of ${author}, ${when}`
export const deleteTitle = 'Delete this note?'
export const deleteAction = 'Delete note'
export const deleteCancel = 'Keep the note'
export const deleteEffect = 'Nobody can read it any more. This cannot be undone.'

// Who else has the call open
const listFormat = new Intl.ListFormat('en', { type: 'conjunction' })
const maxNamedViewers = 2
export const otherViewers = (names: readonly string[]) => {
  const unnamed = names.length - maxNamedViewers
  const listed = unnamed > 1 ? [...names.slice(0, maxNamedViewers), plural(unnamed, 'colleague', 'colleagues')] : names
  return `${listFormat.format(listed)} also ${names.length === 1 ? 'has' : 'have'} this call open`
}
