/** Rows of a file from calls of a batch: the numbers, and what each row said beside them. Pure. */
import type { BatchCall } from '#contract/index.ts'
import { writeLeftOut } from './write.ts'

const numberColumn = 'phone_number'

export interface CallRow {
  /** E.164. */
  number: string
  /** The row's other columns. */
  values: Record<string, string>
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value)

/** The row that a call was made of, as the service tells it (interface 4). */
export const rowOfCall = ({ phone_number, metadata }: Pick<BatchCall, 'phone_number' | 'metadata'>): CallRow => ({
  number: phone_number,
  values: Object.fromEntries(
    Object.entries(metadata)
      .filter(([name]) => name !== numberColumn)
      .map(([name, value]) => [name, textOf(value)]),
  ),
})

/**
 * A file of these rows, for a new launch.
 *
 * @param more columns after those of the rows, and a row's cells in them
 * @returns CSV that the importer reads: no cell begins a formula
 */
export function callRowsText<Row extends CallRow>(
  rows: readonly Row[],
  more: { names: (variables: readonly string[]) => string[]; cells: (row: Row) => string[] } = {
    names: () => [],
    cells: () => [],
  },
): string {
  const variables = [...new Set(rows.flatMap(({ values }) => Object.keys(values)))]
  return writeLeftOut(
    [numberColumn, ...variables, ...more.names(variables)],
    rows.map((row) => [row.number, ...variables.map((name) => row.values[name] ?? ''), ...more.cells(row)]),
  )
}
