/** The words for what can be the matter with rows: one table, read by the counts, the groups, the rows and the filter. */
import type { Reason, Verdict } from '#recipients/read.ts'
import type { Filter } from '#recipients/worker-protocol.ts'

/** In the order in which they are added up. */
export const verdictWords: Record<Verdict, { title: string; row: string }> = {
  valid: { title: 'To be called', row: 'Will be called' },
  invalid: { title: 'Invalid', row: 'Invalid' },
  duplicate: { title: 'Duplicate', row: 'Duplicate' },
  blank: { title: 'Blank', row: 'Blank' },
  leftOut: { title: 'Left out by you', row: 'Left out by you' },
}
export const verdicts = Object.keys(verdictWords) as Verdict[]

export const reasonWords: Record<Reason, string> = {
  no_column: 'No phone column',
  empty: 'No phone number',
  missing_plus: 'No country code',
  trunk_zero: 'A 0 after the country code',
  exponent: 'Shortened by a spreadsheet',
  decimal: 'Made a decimal number',
  letters: 'Signs that no number has',
  too_short: 'Too short',
  too_long: 'Too long',
  not_in_plan: 'Not a number of its country',
  duplicate: 'The same number twice',
  ragged: 'Too many or too few cells',
  huge_cell: 'A cell that is far too long',
}

const reasons = Object.keys(reasonWords) as Reason[]

/** What can be asked for by `?show=`. */
export const filters = [
  'all',
  ...verdicts,
  ...reasons.filter((reason) => reason !== 'duplicate'),
] as const satisfies Filter[]

/** What the rows are that a filter lets through. */
export const filterWords = (filter: Filter): string => {
  if (filter === 'all') return 'All rows'
  if (filter in verdictWords) return verdictWords[filter as Verdict].title
  return reasonWords[filter as Reason] ?? filter
}
