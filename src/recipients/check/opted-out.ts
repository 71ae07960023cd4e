/** Rows that say whether a person may be called, and the other rows with the same number. */
import { type Answer, answersOf, type OptOutColumn } from '../table/opt-outs.ts'
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

interface OptOutOfNumber {
  reason: OptOutReason
  /** Index of the row that says it. */
  at: number
}

/** Collects the opt-outs of all rows, so that single rows can be checked again. */
export function createOptOutIndex() {
  /** By row index. The number is the one in the row or probably meant; 0: none. */
  const rows = new Map<number, { reason: OptOutReason; number: number }>()
  return {
    set(at: number, reason: OptOutReason | undefined, number: () => number): void {
      if (reason) rows.set(at, { reason, number: number() })
      else if (rows.size > 0) rows.delete(at)
    },
    /** The number in the row or probably meant, without its +; 0: there is none, or no opt-out. */
    numberAt: (at: number): number => rows.get(at)?.number ?? 0,
    /** The strictest opt-out of each number, and the first row that says it. */
    byNumber(): ReadonlyMap<number, OptOutOfNumber> {
      const numbers = new Map<number, OptOutOfNumber>()
      // Rows that were checked again come last in the map.
      for (const [at, { reason, number }] of rows) {
        const known = numbers.get(number)
        const takesPlace = !known || (known.reason === reason ? at < known.at : reason === 'opted_out')
        if (number !== 0 && takesPlace) numbers.set(number, { reason, at })
      }
      return numbers
    },
  }
}
