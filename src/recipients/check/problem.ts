/** Describes what is wrong with a row: where it is, what the cell contains, and what would be right. */
import type { RowProblemCode } from '#contract/service/batches.ts'
import { countryName } from '#phone/country.ts'
import type { NumberProblem } from '#phone/number.ts'
import * as texts from '../file/texts.ts'

/** Finer than the interface's code, because the repair depends on it. */
export type Reason = NumberProblem | 'no_column' | DuplicateReason | RaggedReason | 'huge_cell' | OptOutReason
/**
 * `opted_out`: the row says "do not call" · `unanswered_opt_out`: a column marks it, and nobody has said what this means ·
 * `unclear_opt_out`: it has a column for that, but its cell is unclear.
 */
export type OptOutReason = 'opted_out' | 'unanswered_opt_out' | 'unclear_opt_out'
/** `same_telephone`: the number of another row in its other spelling. */
type DuplicateReason = 'duplicate' | 'same_telephone'
/** `extra_cell`: more cells than the header, and the extra ones are empty. */
type RaggedReason = 'short_row' | 'long_row' | 'extra_cell'

/** What is wrong with a row. Its sentence is only built when it is shown. */
export interface Fault {
  reason: Reason
  /** The number that was probably meant. */
  repaired?: string
  /** Its country (ISO 3166), if that was assumed. */
  country?: string
}

/** The interface's codes, and Switchboard's own code for opt-outs, which the service does not know. */
export type ProblemCode = RowProblemCode | 'not_to_be_called'

export interface RowProblem {
  /** Row number as in a spreadsheet. */
  row: number
  /** Name in the file; '' if the problem is in the whole row. */
  column: string
  /** The cell's text, shortened if it is long. */
  value: string
  code: ProblemCode
  reason: Reason
  /** A sentence with row, column and value that says what would be right. */
  message: string
  /** The number that was probably meant, in E.164. A person decides. */
  repair?: string
}

/** The codes of all reasons but those of a number, of which only an empty one is not invalid. */
const codes: Record<Exclude<Reason, Exclude<NumberProblem, 'empty'>>, ProblemCode> = {
  no_column: 'missing_column',
  empty: 'missing_number',
  duplicate: 'duplicate_number',
  same_telephone: 'duplicate_number',
  short_row: 'ragged_row',
  long_row: 'ragged_row',
  extra_cell: 'ragged_row',
  huge_cell: 'ragged_row',
  opted_out: 'not_to_be_called',
  unanswered_opt_out: 'not_to_be_called',
  unclear_opt_out: 'not_to_be_called',
}
const hasCode = (reason: Reason): reason is keyof typeof codes => Object.hasOwn(codes, reason)

export const codeOf = (reason: Reason): ProblemCode => (hasCode(reason) ? codes[reason] : 'invalid_number')

export const isOptOut = (reason: Reason): reason is OptOutReason => codeOf(reason) === 'not_to_be_called'

const maxShownCharacters = 80
const shown = (value: string): string => {
  const oneLine = value.slice(0, maxShownCharacters + 1).replace(/\s/g, ' ')
  return oneLine.length > maxShownCharacters ? `${oneLine.slice(0, maxShownCharacters)}…` : oneLine
}

function problem(reason: Reason, row: number, column: string, value: string, message: string): RowProblem {
  return { row, column, value, code: codeOf(reason), reason, message }
}

/** A number that cannot be called. */
export function badNumber(
  row: number,
  column: string,
  text: string,
  reason: NumberProblem,
  repair: string | undefined,
  country: string | undefined,
): RowProblem {
  const value = shown(text)
  const sentence = texts.badNumber(value, reason, repair, country && countryName(country))
  // A spreadsheet changes a whole column, not one cell.
  const message = reason === 'exponent' ? texts.problemInRow(row, sentence) : texts.problemInCell(row, column, sentence)
  const found = problem(reason, row, column, value, message)
  return repair === undefined ? found : { ...found, repair }
}

/** The same number as in row `called`, which is the one that is called. */
export function duplicate(
  row: number,
  column: string,
  text: string,
  called: number,
  reason: DuplicateReason,
): RowProblem {
  const value = shown(text)
  const sentence = reason === 'duplicate' ? texts.sameNumber(value, called) : texts.sameTelephone(value, called)
  return problem(reason, row, column, value, texts.problemInCell(row, column, sentence))
}

const raggedHints: Readonly<Record<RaggedReason, string>> = texts.raggedHints
const shownColumns = 4

export const isRagged = (reason: Reason): reason is RaggedReason => Object.hasOwn(raggedHints, reason)

/** A row that has fewer or more cells than the header. */
export function ragged(row: number, cells: number, columns: number, reason: RaggedReason): RowProblem {
  return problem(reason, row, '', '', texts.raggedRow(row, cells, columns, raggedHints[reason]))
}

/**
 * A row whose only extra cells are empty. Its sentence shows how the row reads without them, so that a person notices shifted cells before
 * accepting them.
 *
 * @param cells how the row reads, by column
 */
export function extraCell(
  row: number,
  found: number,
  cells: readonly (readonly [column: string, value: string])[],
): RowProblem {
  const reading = cells.slice(0, shownColumns).map(([column, value]) => [column, shown(value)] as const)
  const { message } = ragged(row, found, cells.length, 'extra_cell')
  return problem('extra_cell', row, '', '', texts.rowWithoutExtraCells(message, reading, cells.length > shownColumns))
}

/** A cell with more characters than this is probably a mistake. */
export const maxCellLength = 10_000

/** A cell that is far too long, probably because it contains others. */
export function hugeCell(row: number, column: string, text: string): RowProblem {
  const message = texts.problemInCell(row, column, texts.hugeCell(maxCellLength))
  return problem('huge_cell', row, column, shown(text), message)
}

/** No column with phone numbers, or several that could be it. */
export function noColumn(headerRow: number, candidates: readonly string[], strict: boolean): RowProblem {
  const message = strict ? texts.noPhoneNumberColumn : texts.choosePhoneColumn(candidates)
  return problem('no_column', headerRow || 1, 'phone_number', '', message)
}

const optOutTexts: Readonly<Record<OptOutReason, string>> = texts.optOuts

/** A row with a cell that says not to call, or is unclear. */
export function optedOut(row: number, column: string, text: string, reason: OptOutReason): RowProblem {
  const value = shown(text)
  const sentence = texts.optedOutHere(value, optOutTexts[reason])
  return problem(reason, row, column, value, texts.problemInCell(row, column, sentence))
}

/**
 * A row whose number is also in another row, which says not to call or is unclear.
 *
 * @param isSame both rows have this number; otherwise only the same digits
 */
export function optedOutElsewhere(
  row: number,
  column: string,
  text: string,
  other: number,
  reason: OptOutReason,
  isSame: boolean,
): RowProblem {
  const value = shown(text)
  const sentence = isSame
    ? texts.optedOutElsewhere(value, other, optOutTexts[reason])
    : texts.digitsOptedOutElsewhere(value, other, reason === 'opted_out')
  return problem(reason, row, column, value, texts.problemInCell(row, column, sentence))
}
