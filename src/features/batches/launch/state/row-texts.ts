/** The words for what can be the matter with rows: one table, read by the counts, the groups, the rows and the filter. */

import type { Remark } from '#recipients/check/remarks.ts'
import type { LeftOutBy } from '#recipients/check/repairs.ts'
import type { Reason, Verdict } from '#recipients/read.ts'
import { emptyColumnOf, type Filter } from '#recipients/worker/protocol.ts'

/** In the order in which they are added up. */
export const verdictTexts: Record<Verdict, { title: string; row: string }> = {
  valid: { title: 'To be called', row: 'Will be called' },
  invalid: { title: 'Invalid', row: 'Invalid' },
  duplicate: { title: 'Duplicate', row: 'Duplicate' },
  optedOut: { title: 'Marked do not call', row: 'Marked do not call' },
  blank: { title: 'Blank', row: 'Blank' },
  leftOut: { title: 'Left out by you', row: 'Left out by you' },
}
/** Rows that a rule about recipients found and that are left out: `row` of one of them, `done` after "6 rows". */
export const leftOutTexts: Record<LeftOutBy, { row: string; done: string }> = {
  doNotCall: {
    row: 'Left out: do not call',
    done: 'left out because these people are on the do-not-call list',
  },
  calledBefore: {
    row: 'Left out: already called',
    done: 'left out because another batch or call reaches these people',
  },
  overLimit: {
    row: 'Left out: called too often',
    done: 'left out because these people were called as often as the limits allow',
  },
  outsideHours: {
    row: 'Left out: outside the calling hours',
    done: 'left out because they are outside the calling hours',
  },
}
export const leftOutRules = Object.keys(leftOutTexts) as LeftOutBy[]
export const verdicts = Object.keys(verdictTexts) as Verdict[]

/** `take`: what a person does who takes the suggestion for all of them. */
export const reasonTexts: Record<Reason, { title: string; take?: string; taken?: string }> = {
  no_column: { title: 'No phone column' },
  empty: { title: 'No phone number' },
  missing_plus: { title: 'No country code' },
  trunk_zero: {
    title: 'A 0 after the country code',
    take: 'Take off the 0',
    taken: 'The 0 after the country code is off',
  },
  exponent: {
    title: 'Rewritten by a spreadsheet',
    take: 'Write out the digits',
    taken: 'Digits that a spreadsheet folded are written out',
  },
  decimal: { title: 'Made a decimal number', take: 'Take off the “.0”', taken: 'The “.0” is off' },
  extension: {
    title: 'An extension, which no call can dial',
    take: 'Call without the extension',
    taken: 'Called without the extension',
  },
  several: {
    title: 'More than one number',
    take: 'Call the first of them',
    taken: 'The first of several numbers is called',
  },
  letters: { title: 'Signs that no number has' },
  too_short: { title: 'Too short' },
  too_long: { title: 'Too long' },
  not_in_plan: { title: 'Not a number of its country' },
  duplicate: { title: 'The same number twice' },
  short_row: { title: 'Too few cells' },
  long_row: { title: 'Too many cells' },
  extra_cell: { title: 'One empty cell too many', taken: 'Empty cells beyond the last column are dropped' },
  huge_cell: { title: 'A cell that is far too long' },
  opted_out: verdictTexts.optedOut,
  unclear_opt_out: {
    title: 'Unclear whether to call',
    taken: 'Rows that do not say clearly whether to call are called',
  },
}
const reasons = Object.keys(reasonTexts) as Reason[]

/** What is odd about cells that the agent would speak; such rows are called. */
export const remarkTexts: Record<Remark, { title: string; cell: string; take?: string; taken?: string }> = {
  spaces: {
    title: 'Spaces around text',
    cell: 'spaces around it',
    take: 'Trim the spaces',
    taken: 'Spaces around text are trimmed',
  },
  invisible: {
    title: 'Invisible marks',
    cell: 'invisible marks in it',
    take: 'Strip the marks',
    taken: 'Invisible marks are stripped',
  },
  garbled: {
    title: 'Letters garbled by another program',
    cell: 'garbled letters',
    take: 'Put the letters right',
    taken: 'Garbled letters are put right',
  },
  lost: { title: 'Letters lost in another program', cell: 'lost letters' },
  error_value: {
    title: 'Failed formulas',
    cell: 'a failed formula',
    take: 'Empty these cells',
    taken: 'Failed formulas are emptied',
  },
}
const remarks = Object.keys(remarkTexts) as Remark[]

/** What can be asked for by `?show=`. */
export const filters = [
  'all',
  ...verdicts,
  ...reasons.filter((reason) => reason !== 'duplicate' && reason !== 'opted_out'),
  ...remarks,
] as const satisfies Filter[]

/** What the rows are that a filter lets through. */
export const filterTitle = (filter: Filter, columns: readonly string[]): string => {
  const column = emptyColumnOf(filter)
  if (column !== null) return `Nothing in ${columns[column] ?? 'that column'}`
  if (filter === 'all') return 'All rows'
  if (filter in verdictTexts) return verdictTexts[filter as Verdict].title
  if (filter in remarkTexts) return remarkTexts[filter as Remark].title
  return reasonTexts[filter as Reason]?.title ?? filter
}
