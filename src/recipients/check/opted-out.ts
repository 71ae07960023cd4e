/** Rows that say whether a person may be called, and the other rows with the same number. */
import { type Answer, answersOf, type OptOutColumn } from '../table/opt-outs.ts'
import { type CellDigits, createDigitIndex, type Likeness, readDigits } from './digits.ts'
import type { OptOutReason } from './problem.ts'

export interface OptOutInRow {
  reason: OptOutReason
  /** Index of the column that says it. */
  column: number
}

/** An opt-out column and whether it is in effect. */
export interface OptOut {
  /** Column index. */
  at: number
  /** A person treats it as an ordinary column, so its rows are called. */
  isOrdinary: boolean
  answer: (cell: string) => Answer
}

/** The opt-out columns. Each distinct cell is interpreted once. @returns a function that takes the names of the ordinary columns */
export function createOptOuts(found: readonly OptOutColumn[], names: readonly string[]) {
  const columns = found.map((column) => ({ at: column.at, answer: answersOf(column) }))
  return (ordinary: readonly string[], phoneAt: number): OptOut[] =>
    columns
      .filter(({ at }) => at !== phoneAt)
      .map((column) => ({ ...column, isOrdinary: ordinary.includes(names[column.at] ?? '') }))
}

/** The strictest opt-out in a row; undefined if none */
export function optOutInRow(columns: readonly OptOut[], cellAt: (column: number) => string): OptOutInRow | undefined {
  let unclear: OptOutInRow | undefined
  for (const { at: column, answer } of columns) {
    const says = answer(cellAt(column))
    if (says === 'doNotCall') return { reason: 'opted_out', column }
    if (says === 'unclear') unclear ??= { reason: 'unclear_opt_out', column }
  }
  return unclear
}

/** From the one that decides to the one that is overruled. */
const byStrictness: readonly OptOutReason[] = ['opted_out', 'unclear_opt_out']
const isStricter = (reason: OptOutReason, other: OptOutReason): boolean =>
  byStrictness.indexOf(reason) < byStrictness.indexOf(other)

export interface OptOutOfNumber {
  reason: OptOutReason
  /** Index of the row that says it. */
  at: number
  /** `number`: both rows have this number; otherwise one of them cannot be called as written, and its digits are compared. */
  by: 'number' | Likeness
}

/** A row's cell with the phone number. */
export interface PhoneCell {
  /** The number in it or probably meant, without its +; 0: there is none. */
  number: number
  /** The cell, unless it is this number as written. */
  text: string | null
}

interface OptOutRow {
  reason: OptOutReason
  number: number
  /** What can be read in a cell that is no number as written. */
  digits: CellDigits | null
}

/** Two numbers have at least this many characters. */
const minCharactersOfTwo = 15

/** Collects the opt-outs of all rows, so that single rows can be checked again. */
export function createOptOutIndex() {
  const rows = new Map<number, OptOutRow>()
  return {
    set(at: number, reason: OptOutReason | undefined, phoneCell: () => PhoneCell): void {
      if (reason) {
        const { number, text } = phoneCell()
        rows.set(at, { reason, number, digits: text === null ? null : readDigits(text) })
      } else if (rows.size > 0) rows.delete(at)
    },
    /** The number in the row or probably meant, without its +; 0: there is none, or no opt-out. */
    numberAt: (at: number): number => rows.get(at)?.number ?? 0,
    /**
     * Finds the strictest opt-out of a number in any row, and the first row that says it.
     *
     * @param mayBeUnclear a person calls those of whom it is unclear
     * @returns a function that takes a number that can be called and its cell; null if there are no opt-outs
     */
    finder(mayBeUnclear: boolean): ((cell: PhoneCell) => OptOutOfNumber | undefined) | null {
      if (rows.size === 0) return null
      const byNumber = new Map<number, OptOutOfNumber>()
      const byDigits = createDigitIndex<{ at: number; row: OptOutRow }>()
      // Rows that were checked again come last in the map.
      for (const [at, row] of rows) {
        const { reason, number, digits } = row
        for (const one of new Set([number, ...(digits?.numbers ?? [])])) {
          if (one === 0) continue
          byNumber.set(one, stricter(byNumber.get(one), { reason, at, by: 'number' }))
          byDigits.add(String(one), { at, row })
        }
        for (const ending of digits?.endings ?? []) byDigits.add(ending, { at, row })
        if (digits?.rounded) byDigits.addRounded(digits.rounded, { at, row })
      }
      return ({ number, text }) => {
        let found = byNumber.get(number)
        const consider = (at: number, reason: OptOutReason, by: Likeness) => {
          const weakened = by === 'similar' && reason === 'opted_out' ? 'unclear_opt_out' : reason
          if (!mayBeUnclear || weakened !== 'unclear_opt_out') found = stricter(found, { reason: weakened, at, by })
        }
        const isLong = text !== null && text.length >= minCharactersOfTwo
        let read: CellDigits | undefined
        for (const { of, likeness } of byDigits.find(String(number))) {
          // Two numbers that can be called as written are compared as a whole.
          if (of.row.digits) consider(of.at, of.row.reason, likeness)
          if (text !== null) read ??= readDigits(text)
        }
        if (isLong) read ??= readDigits(text)
        for (const digits of [...(read?.numbers.map(String) ?? []), ...(read?.endings ?? [])])
          for (const { of, likeness } of byDigits.find(digits))
            if (likeness === 'same') consider(of.at, of.row.reason, likeness)
        return found
      }
    },
  }
}

const stricter = (known: OptOutOfNumber | undefined, other: OptOutOfNumber): OptOutOfNumber =>
  !known || isStricter(other.reason, known.reason) || (other.reason === known.reason && other.at < known.at)
    ? other
    : known
