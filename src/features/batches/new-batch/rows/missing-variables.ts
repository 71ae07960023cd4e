/** Variables of the flow that have no value, in all calls or in some. */

/** A variable without a value. */
export interface Gap {
  /** The variable's name in the texts of the flow. */
  name: string
  /** Position of the column that is sent under this name; null: there is none. */
  column: number | null
  /** Calls without a value. */
  calls: number
}

/** @param emptyIn how many calls have an empty cell in the column at this position */
export function findGaps(
  variables: readonly string[],
  names: readonly (string | null)[],
  calls: number,
  emptyIn: (column: number) => number,
): Gap[] {
  return variables.flatMap((name) => {
    const column = names.indexOf(name)
    const gap = column < 0 ? { name, column: null, calls } : { name, column, calls: emptyIn(column) }
    return gap.calls > 0 ? [gap] : []
  })
}

/** Identifies these gaps, so that an operator's acceptance applies only to them. */
export const signatureOf = (gaps: readonly Gap[]): string => JSON.stringify(gaps)
