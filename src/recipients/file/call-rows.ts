/** Rows of a new file from the calls of a batch: the numbers and the other columns. */
import type { BatchCall } from '#contract/index.ts'
import { writeForSpreadsheet } from './write.ts'

const numberColumn = 'phone_number'

export interface CallRow {
  /** E.164. */
  number: string
  /** The row's other columns. */
  values: Record<string, string>
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value)

/** The row from which a call was made, as the service reports it (interface 4). */
export const rowOfCall = ({ phone_number, metadata }: Pick<BatchCall, 'phone_number' | 'metadata'>): CallRow => ({
  number: phone_number,
  values: Object.fromEntries(
    Object.entries(metadata)
      .filter(([name]) => name !== numberColumn)
      .map(([name, value]) => [name, textOf(value)]),
  ),
})

/** The name of the person in a row; '' if it has none. */
export const nameInRow = ({ metadata }: Pick<BatchCall, 'metadata'>): string => {
  const textIn = (name: string) => (typeof metadata[name] === 'string' ? metadata[name].trim() : '')
  return [textIn('first_name'), textIn('last_name')].filter(Boolean).join(' ') || textIn('name')
}

/**
 * A CSV file of these rows, for a new batch.
 *
 * @param more additional columns and their cells
 * @returns CSV without cells that a spreadsheet would run as a formula
 */
export function callRowsText<Row extends CallRow>(
  rows: readonly Row[],
  more: { names: (variables: readonly string[]) => string[]; cells: (row: Row) => string[] } = {
    names: () => [],
    cells: () => [],
  },
): string {
  const variables = [...new Set(rows.flatMap(({ values }) => Object.keys(values)))]
  return writeForSpreadsheet(
    [numberColumn, ...variables, ...more.names(variables)],
    rows.map((row) => [row.number, ...variables.map((name) => row.values[name] ?? ''), ...more.cells(row)]),
  )
}
