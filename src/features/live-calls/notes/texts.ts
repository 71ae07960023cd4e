/** Texts of the team's notes on a call. */
import { plural } from '#ui/text/format-number.ts'

// Notes
export const you = 'You'

// Who else has the call open
const listFormat = new Intl.ListFormat('en', { type: 'conjunction' })
const maxNamedViewers = 2
export const otherViewers = (names: readonly string[]) => {
  const unnamed = names.length - maxNamedViewers
  const listed = unnamed > 1 ? [...names.slice(0, maxNamedViewers), plural(unnamed, 'colleague', 'colleagues')] : names
  return `${listFormat.format(listed)} also ${names.length === 1 ? 'has' : 'have'} this call open`
}
