/** Rows that say whether a person may be called, and what follows for the other rows with that number. */
import { type Answer, answersOf, type OptOutColumn } from '../table/opt-outs.ts'
import type { OptOutReason } from './problem.ts'

export interface Saying {
  reason: OptOutReason
  /** The place of the column that says it. */
  column: number
}

/** A column that says who must not be called, as it stands. */
export interface OptOut {
  /** Its place among the columns. */
  at: number
  /** A person said that it is an ordinary column: its rows are called. */
  isOrdinary: boolean
  answer: (cell: string) => Answer
}

/** The columns with their answers, each of which is worked out once. @returns takes the names of the ordinary ones */
export function createOptOuts(found: readonly OptOutColumn[], names: readonly string[]) {
  const columns = found.map(({ at, kind }) => ({ at, answer: answersOf(kind) }))
  return (ordinary: readonly string[], phoneAt: number): OptOut[] =>
    columns
      .filter(({ at }) => at !== phoneAt)
      .map((column) => ({ ...column, isOrdinary: ordinary.includes(names[column.at] ?? '') }))
}

/** What the columns say of one row: the strictest of them. @returns undefined where nothing stands against a call */
export function sayingIn(columns: readonly OptOut[], cellAt: (column: number) => string): Saying | undefined {
  let unclear: Saying | undefined
  for (const { at: column, answer } of columns) {
    const says = answer(cellAt(column))
    if (says === 'doNotCall') return { reason: 'opted_out', column }
    if (says === 'unclear') unclear ??= { reason: 'unclear_opt_out', column }
  }
  return unclear
}

interface Said {
  reason: OptOutReason
  /** The place of the row that says it. */
  at: number
}

/** What the rows say, kept while other rows are judged again. */
export function createSayings() {
  /** By the row's place. The number is the one that the row has or probably means; 0: none. */
  const rows = new Map<number, { reason: OptOutReason; number: number }>()
  return {
    set(at: number, reason: OptOutReason | undefined, number: () => number): void {
      if (reason) rows.set(at, { reason, number: number() })
      else if (rows.size > 0) rows.delete(at)
    },
    /** The number that a row has or probably means, without its +; 0: none, or the row says nothing. */
    numberAt: (at: number): number => rows.get(at)?.number ?? 0,
    /** The rows that say something of each number. The strictest holds. */
    byNumber(): ReadonlyMap<number, Said> {
      const numbers = new Map<number, Said>()
      for (const [at, { reason, number }] of rows) {
        const known = numbers.get(number)
        if (number !== 0 && (!known || (known.reason !== reason && reason === 'opted_out')))
          numbers.set(number, { reason, at })
      }
      return numbers
    },
  }
}
