/** What can be wrong with a row, in words: which row and column, what stands there, what would be right. */
import type { RowProblemCode } from '#contract/service/batches.ts'
import type { NumberProblem } from '#phone/number.ts'

/** What exactly is wrong: finer than the interface's code, since it decides what repairs it. */
export type Reason = NumberProblem | 'no_column' | 'duplicate' | RaggedReason | 'huge_cell' | OptOutReason
/** `opted_out`: the row says "do not call" · `unclear_opt_out`: it has a column for that, and does not say. */
export type OptOutReason = 'opted_out' | 'unclear_opt_out'
/** `extra_cell`: more cells than the header, and those beyond it are empty. */
type RaggedReason = 'short_row' | 'long_row' | 'extra_cell'

/** What is the matter with a row; its sentence is made only for those that are shown. */
export interface Fault {
  reason: Reason
  /** The number that was probably meant. */
  repaired?: string
}

/** The interface's word, or that of Switchboard: the service does not know such columns. */
export type ProblemCode = RowProblemCode | 'not_to_be_called'

export interface RowProblem {
  /** As a spreadsheet counts. */
  row: number
  /** As the file calls it; '' where the whole row is meant. */
  column: string
  /** What stands there, cut where it is long. */
  value: string
  code: ProblemCode
  reason: Reason
  /** A sentence that names row, column and value, and says what would be right. */
  message: string
  /** The number that was probably meant, + and digits. A person decides. */
  repair?: string
}

const codes: Record<Reason, ProblemCode> = {
  no_column: 'missing_column',
  empty: 'missing_number',
  exponent: 'invalid_number',
  decimal: 'invalid_number',
  letters: 'invalid_number',
  extension: 'invalid_number',
  several: 'invalid_number',
  missing_plus: 'invalid_number',
  too_short: 'invalid_number',
  too_long: 'invalid_number',
  trunk_zero: 'invalid_number',
  not_in_plan: 'invalid_number',
  duplicate: 'duplicate_number',
  short_row: 'ragged_row',
  long_row: 'ragged_row',
  extra_cell: 'ragged_row',
  huge_cell: 'ragged_row',
  opted_out: 'not_to_be_called',
  unclear_opt_out: 'not_to_be_called',
}

export const isOptOut = (reason: Reason): reason is OptOutReason => codes[reason] === 'not_to_be_called'

/** The interface's word for it, or ours. */
export const codeOf = (reason: Reason): ProblemCode => codes[reason]

const shownCharacters = 80
const shown = (value: string): string => {
  const oneLine = value.slice(0, shownCharacters + 1).replace(/\s/g, ' ')
  return oneLine.length > shownCharacters ? `${oneLine.slice(0, shownCharacters)}…` : oneLine
}

function problem(reason: Reason, row: number, column: string, value: string, message: string): RowProblem {
  return { row, column, value, code: codes[reason], reason, message }
}

const expected = (repair: string | undefined): string =>
  repair ? `Expected ${repair}.` : 'Write it with + and the country code, such as +14155550134.'

/** What follows the row, the column and the value. */
const sentences: Record<NumberProblem, (repair: string | undefined) => string> = {
  empty: () => 'the phone number is missing.',
  exponent: (repair) =>
    repair
      ? `was rewritten by a spreadsheet. ${expected(repair)}`
      : 'was shortened by a spreadsheet; the digits are lost. Format the column as text and export again.',
  decimal: (repair) => `was made a decimal number. ${expected(repair)}`,
  extension: (repair) => `has an extension, which a call cannot dial. ${expected(repair)}`,
  several: (repair) => `is more than one number. ${expected(repair)}`,
  letters: (repair) => `holds signs that no phone number has. ${expected(repair)}`,
  missing_plus: (repair) => `has no country code. ${expected(repair)}`,
  too_short: () => 'is too short for a number of its country.',
  too_long: () => 'is too long for a number of its country.',
  trunk_zero: (repair) =>
    `has a prefix after the country code that is dialled only inside the country. ${expected(repair)}`,
  not_in_plan: () => 'is not a number that its country gives out.',
}

/** A number that cannot be called. */
export function badNumber(
  row: number,
  column: string,
  text: string,
  reason: NumberProblem,
  repair: string | undefined,
): RowProblem {
  const value = shown(text)
  // What a spreadsheet did to one number of a column, it did to the column.
  const place = reason === 'exponent' ? `Row ${row}` : `Row ${row}, column ${column}`
  const subject = reason === 'empty' ? '' : `\`${value}\` `
  const found = problem(reason, row, column, value, `${place}: ${subject}${sentences[reason](repair)}`)
  return repair === undefined ? found : { ...found, repair }
}

/** A number that another row has, which is the one that is called. */
export function duplicate(row: number, column: string, text: string, called: number): RowProblem {
  const value = shown(text)
  const message = `Row ${row}, column ${column}: \`${value}\` is the same number as in row ${called}.`
  return problem('duplicate', row, column, value, message)
}

const cellsIn = (count: number) => (count === 1 ? '1 cell' : `${count} cells`)

const whyRagged: Record<RaggedReason, string> = {
  short_row: 'The last ones are missing, or a delimiter is.',
  long_row: 'A cell with a delimiter in it needs quotation marks around it.',
  extra_cell: 'The last one is empty: perhaps a cell with a delimiter in it has no quotation marks around it.',
}
const readingsShown = 4

export const isRagged = (reason: Reason): reason is RaggedReason => Object.hasOwn(whyRagged, reason)

/** A row that has fewer or more cells than the header. */
export function ragged(row: number, cells: number, columns: number, reason: RaggedReason): RowProblem {
  const message = `Row ${row} has ${cellsIn(cells)}, the header has ${columns}. ${whyRagged[reason]}`
  return problem(reason, row, '', '', message)
}

/**
 * A row whose only surplus cells are empty. It says how the row reads without them, so that a person sees shifted cells before they accept
 * them.
 *
 * @param cells how the row reads, by column
 */
export function extraCell(
  row: number,
  found: number,
  cells: readonly (readonly [column: string, value: string])[],
): RowProblem {
  const readings = cells.slice(0, readingsShown).map(([column, value]) => `${column} \`${shown(value)}\``)
  const more = cells.length > readingsShown ? ', …' : '.'
  const { message } = ragged(row, found, cells.length, 'extra_cell')
  return problem('extra_cell', row, '', '', `${message} Without it the row reads: ${readings.join(', ')}${more}`)
}

/** Characters of a cell beyond which it is taken for an accident. */
export const longestCell = 10_000

/** A cell that swallowed others. */
export function hugeCell(row: number, column: string, text: string): RowProblem {
  const message = `Row ${row}, column ${column}: the cell has more than ${longestCell} characters. Perhaps a quotation mark is missing.`
  return problem('huge_cell', row, column, shown(text), message)
}

/** No column of numbers, or more than one that could be it. */
export function noColumn(headerRow: number, candidates: readonly string[], strict: boolean): RowProblem {
  const undecided =
    candidates.length > 1
      ? `More than one column could hold the phone numbers: ${candidates.join(', ')}. Choose one.`
      : 'No column seems to hold phone numbers. Choose the one that does.'
  const message = strict ? 'The header has no column phone_number. Name the column with the numbers so.' : undecided
  return problem('no_column', headerRow || 1, 'phone_number', '', message)
}

const saysOfCall: Record<OptOutReason, string> = {
  opted_out: 'says do not call.',
  unclear_opt_out: 'does not say clearly whether this person may be called.',
}

/** A row with a cell that stands against a call. */
export function optedOut(row: number, column: string, text: string, reason: OptOutReason): RowProblem {
  const value = shown(text)
  const cell = value.trim() === '' ? 'the empty cell' : `\`${value}\``
  return problem(reason, row, column, value, `Row ${row}, column ${column}: ${cell} ${saysOfCall[reason]}`)
}

/** A row whose number stands in another row, which says it. */
export function optedOutElsewhere(
  row: number,
  column: string,
  text: string,
  other: number,
  reason: OptOutReason,
): RowProblem {
  const value = shown(text)
  const message = `Row ${row}, column ${column}: \`${value}\` is the same number as in row ${other}, which ${saysOfCall[reason]}`
  return problem(reason, row, column, value, message)
}
