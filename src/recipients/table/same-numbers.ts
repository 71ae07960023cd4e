/** Of several columns that could contain the phone numbers, the one that says all that the others say. */
import { readNumber } from '#phone/number.ts'
import { unguardCell } from '../file/formula.ts'
import { normalizedName } from './cells.ts'
import type { Table } from './parse.ts'

/** Columns with numbers of somebody else, which are only called if a person chooses them. */
const ofOthers =
  /\b(?:emergency|assistant|secretary|spouse|partner|wife|husband|parent|mother|father|guardian|manager|supervisor|owner|agent|rep|referr\w*|reference|guarantor|relative|next of kin|notfall\w*|assistenz|sekretariat|urgence|urgencia|emergencia|emergenza)\b/

/** The digits of a number, without a plus or zeros in front; '' if there are none. */
const digitsOf = (cell: string): string => {
  const text = readNumber(unguardCell(cell))
  return /\d/.test(text) ? text.replace(/^(?:\+|0+)/, '') : ''
}

const minNational = 7
const maxCodeLength = 4

/** Whether two cells have the same number. One may be without its country code. */
function isSame(one: string, other: string): boolean {
  if (one === other) return true
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return short.length >= minNational && long.length - short.length <= maxCodeLength && long.endsWith(short)
}

/** Whether two cells have the same number, in any spelling. */
export const haveSameNumber = (one: string, other: string): boolean => isSame(digitsOf(one), digitsOf(other))

const isOfOthers = (name: string): boolean => ofOthers.test(normalizedName(name))

/** The places of further columns with phone numbers of the same person, beside the one that is dialled. */
export const otherPhoneColumns = ({ columns }: Table, candidates: readonly string[], phoneColumn: string | null) =>
  candidates.flatMap((name) => (name === phoneColumn || isOfOthers(name) ? [] : columns.indexOf(name)))

const found = new WeakMap<Table, string | undefined>()

function compare({ columns, rows }: Table, candidates: readonly string[]): string | undefined {
  const places = candidates.map((name) => columns.indexOf(name))
  /** How many cells of each are filled, and how many have a country code. */
  const filled = places.map(() => 0)
  const withCode = places.map(() => 0)
  let rowsWithNumber = 0
  for (const cells of rows) {
    let first = ''
    for (const [nth, place] of places.entries()) {
      const digits = digitsOf(cells[place] ?? '')
      if (digits === '') continue
      if (first !== '' && !isSame(first, digits)) return undefined
      if (first === '') rowsWithNumber++
      if (digits.length > first.length) first = digits
      filled[nth] = (filled[nth] ?? 0) + 1
      if (/^\D*\+/.test(cells[place] ?? '')) withCode[nth] = (withCode[nth] ?? 0) + 1
    }
  }
  const whole = [...places.keys()].filter((nth) => rowsWithNumber > 0 && filled[nth] === rowsWithNumber)
  const [best] = whole.toSorted((one, other) => (withCode[other] ?? 0) - (withCode[one] ?? 0))
  const column = best === undefined ? undefined : candidates[best]
  return column !== undefined && isOfOthers(column) ? undefined : column
}

/**
 * The column that has the number of every row that has one, if no row has another number in the other columns: exports repeat numbers in a
 * second format, and leave columns empty.
 *
 * @param candidates names of columns, the most likely first
 * @returns undefined if there is none, so that a person has to choose
 */
export function columnOfSameNumbers(table: Table, candidates: readonly string[]): string | undefined {
  // Compared once, because a page asks again after each repair.
  if (!found.has(table)) found.set(table, compare(table, candidates))
  return found.get(table)
}
