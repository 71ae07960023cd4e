/** Texts about rows of a file: what happens to them, what is wrong with them, and how to repair them. */

import type { Remark } from '#recipients/check/remarks.ts'
import type { LeftOutBy } from '#recipients/check/repairs.ts'
import type { Reason, Verdict } from '#recipients/read.ts'
import { emptyColumnOf, type Filter } from '#recipients/worker/protocol.ts'
import { plural } from '#ui/text/format-number.ts'

/** Titles of the counts, in the order in which they are added up. */
export const verdictTitles: Readonly<Record<Verdict, string>> = {
  valid: 'To be called',
  invalid: 'Invalid',
  duplicate: 'Duplicate',
  optedOut: 'Marked “do not call”',
  blank: 'Blank',
  leftOut: 'Left out',
}
export const verdicts = Object.keys(verdictTitles) as Verdict[]

/** The status of a row that was left out because of a calling rule. */
export const leftOutStatus: Readonly<Record<LeftOutBy | 'hidden', string>> = {
  doNotCall: 'Left out: do not call',
  calledBefore: 'Left out: in another batch or recently called',
  overLimit: 'Left out: called too often',
  outsideHours: 'Left out: outside calling hours',
  hidden: 'Left out: hidden in the sheet',
}

const rowsText = (rows: number) => plural(rows, 'row', 'rows')

export const leftOutByRule: Readonly<Record<LeftOutBy, (rows: number) => string>> = {
  doNotCall: (rows) => `${rowsText(rows)} left out because these people are on the do-not-call list.`,
  calledBefore: (rows) =>
    `${rowsText(rows)} left out because these people are in another batch or may have been called in the last 24 hours.`,
  overLimit: (rows) =>
    `${rowsText(rows)} left out because these people were already called as often as the limits allow.`,
  outsideHours: (rows) => `${rowsText(rows)} left out because it is outside calling hours where these people are.`,
}
export const leftOutRules = Object.keys(leftOutByRule) as LeftOutBy[]

/** What is wrong with a row. */
export const reasonTitles: Readonly<Record<Reason, string>> = {
  no_column: 'No phone number column',
  empty: 'No phone number',
  missing_plus: 'No country code',
  trunk_zero: 'National prefix after the country code',
  lost_zero: 'Missing 0 after the country code',
  old_plan: 'Number of an old numbering plan',
  exponent: 'Changed by a spreadsheet',
  decimal: 'Changed to a decimal number',
  extension: 'Number with an extension',
  label: 'Text around the number',
  several: 'More than one number',
  letters: 'Invalid characters',
  too_short: 'Number too short',
  too_long: 'Number too long',
  not_in_plan: 'Not a valid number in its country',
  unknown_area_code: 'Unknown area code',
  duplicate: 'Duplicate number',
  same_telephone: 'Probably the same telephone',
  short_row: 'Too few cells',
  long_row: 'Too many cells',
  extra_cell: 'Extra empty cell',
  huge_cell: 'Cell too long',
  opted_out: verdictTitles.optedOut,
  unanswered_opt_out: 'May be marked “do not call”',
  unclear_opt_out: 'Unclear whether to call',
}
const reasons = Object.keys(reasonTitles) as Reason[]

/** Buttons that accept the suggested repair in all rows with this problem. */
export const acceptRepair: Readonly<Partial<Record<Reason, (rows: number) => string>>> = {
  empty: (rows) => `Call the number in another column in ${rowsText(rows)}`,
  trunk_zero: (rows) => `Remove the national prefix in ${rowsText(rows)}`,
  lost_zero: (rows) => `Add the 0 in ${rowsText(rows)}`,
  old_plan: (rows) => `Use the new numbers in ${rowsText(rows)}`,
  label: (rows) => `Call the number alone in ${rowsText(rows)}`,
  exponent: (rows) => `Write out the digits in ${rowsText(rows)}`,
  decimal: (rows) => `Remove the “.0” in ${rowsText(rows)}`,
  extension: (rows) => `Call ${rowsText(rows)} without the extension`,
  several: (rows) => `Call the first number in ${rowsText(rows)}`,
  unknown_area_code: (rows) => `Call ${rowsText(rows)} with an unknown area code`,
}
/** The same repairs, once they are accepted. */
export const acceptedRepairs: Readonly<Partial<Record<Reason, string>>> = {
  empty: 'Where the phone number is missing, the one in another column is called.',
  trunk_zero: 'The national prefix after the country code is removed.',
  lost_zero: 'A lost 0 after the country code is added.',
  old_plan: 'Numbers of an old numbering plan are replaced by the new ones.',
  label: 'Text around numbers is ignored.',
  exponent: 'The digits of numbers that a spreadsheet shortened are written out.',
  decimal: 'The “.0” at the end of numbers is removed.',
  extension: 'Numbers are called without their extension.',
  several: 'If a cell has more than one number, the first one is called.',
  unknown_area_code: 'Numbers with an area code that the numbering plan does not have are called.',
  same_telephone: 'Numbers that probably reach the same telephone are all called.',
  extra_cell: 'Empty cells after the last column are removed.',
  unclear_opt_out: 'Rows that do not say clearly whether to call are called.',
}

/** For a header that is one name short. */
export const firstIsUnnamed = 'The first column has no name'

/** Warnings about unusual text in cells that are sent to the agent. These rows are called. */
export const remarkTitles: Readonly<Record<Remark, string>> = {
  spaces: 'Spaces around text',
  invisible: 'Invisible characters',
  garbled: 'Garbled characters',
  lost: 'Lost characters',
  error_value: 'Formula errors',
  control: 'Control characters',
  entity: 'HTML codes',
  null_word: 'Words for “no value”',
}
const remarks = Object.keys(remarkTitles) as Remark[]

export const remarksOnCell: Readonly<Record<Remark, string>> = {
  spaces: 'This cell has spaces before or after the text.',
  invisible: 'This cell contains invisible characters.',
  garbled: 'This cell contains characters that another program garbled.',
  lost: 'This cell contains characters that another program lost.',
  error_value: 'This cell contains a formula error.',
  control: 'This cell contains control characters.',
  entity: 'This cell contains characters written as HTML codes.',
  null_word: 'A program may have written this word for “no value”. It may also be a name.',
}
export const tidyCells: Readonly<Partial<Record<Remark, string>>> = {
  spaces: 'Trim spaces',
  invisible: 'Remove invisible characters',
  garbled: 'Repair garbled characters',
  error_value: 'Clear these cells',
  control: 'Remove control characters',
  entity: 'Replace HTML codes',
  null_word: 'Clear these cells',
}
/** The same changes, once they are made. */
export const tidiedCells: Readonly<Partial<Record<Remark, string>>> = {
  spaces: 'Spaces around text are trimmed.',
  invisible: 'Invisible characters are removed.',
  garbled: 'Garbled characters are repaired.',
  error_value: 'Cells with formula errors are cleared.',
  control: 'Control characters are removed.',
  entity: 'HTML codes are replaced by their characters.',
  null_word: 'Cells with words for “no value” are cleared.',
}

/** The filters that `?show=` accepts. */
export const filters = [
  'all',
  'withProblem',
  ...verdicts,
  ...reasons.filter((reason) => reason !== 'duplicate' && reason !== 'opted_out'),
  ...remarks,
] as const satisfies Filter[]

/** Names the rows that a filter shows. */
export const filterTitle = (filter: Filter, columns: readonly string[]): string => {
  const column = emptyColumnOf(filter)
  if (column !== null) return `No value in ${columns[column] ?? 'this column'}`
  if (filter === 'all') return 'All rows'
  if (filter === 'withProblem') return 'Rows with problems'
  if (filter in verdictTitles) return verdictTitles[filter as Verdict]
  if (filter in remarkTitles) return remarkTitles[filter as Remark]
  return reasonTitles[filter as Reason] ?? filter
}
