/** Recipients to CSV: the file that is sent to the service, and the rows left over, for a person to repair. */
import { guardCell, unguardCell } from './formula.ts'
import type { Row } from './parse.ts'

const needsQuotes = /[",\n\r;\t|]|^\s|\s$/
const quoted = (cell: string): string => (needsQuotes.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** Line ends are LF: of the two that every reader knows, the one that leaves no stray CR in the last column of a careless reader. */
const lines = (records: string[][]): string => records.map((cells) => `${cells.map(quoted).join(',')}\n`).join('')

/**
 * The clean file that the service gets: UTF-8, comma, `phone_number` first, E.164 (interface 4). Cells are never escaped.
 *
 * @param file as `readRecipients` gives it
 */
export function writeRecipients(file: {
  names: readonly string[]
  recipients: readonly { phone_number: string; values: Record<string, string> }[]
}): string {
  const others = file.names.filter((name) => name !== 'phone_number')
  const rows = file.recipients.map(({ phone_number, values }) => [
    phone_number,
    ...others.map((name) => values[name] ?? ''),
  ])
  return lines([['phone_number', ...others], ...rows])
}

/**
 * Rows as they were read, for a person to open in a spreadsheet, repair and import again: with a byte order mark, so that
 * spreadsheets read it as UTF-8, and no cell that they would run as a formula.
 */
export function writeLeftOut(columns: readonly string[], rows: readonly Row[]): string {
  const records = [columns, ...rows.map((row) => row.cells.map(unguardCell))]
  return `\ufeff${lines(records.map((cells) => cells.map(guardCell)))}`
}
