/** Recipients to CSV: the file that is sent to the service, and the rows left over, for a person to repair. */
import { guardCell } from './formula.ts'

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
  names: readonly (string | null)[]
  recipients: readonly { phone_number: string; values: Record<string, string> }[]
}): string {
  const others = file.names.filter((name) => name !== null && name !== 'phone_number') as string[]
  const rows = file.recipients.map(({ phone_number, values }) => [
    phone_number,
    ...others.map((name) => values[name] ?? ''),
  ])
  return lines([['phone_number', ...others], ...rows])
}

/**
 * Rows as they stand, in the dialect that the service reads and with the names it knows, but nothing put right: what it would say
 * of the file itself.
 */
export const writeAsRead = (names: readonly (string | null)[], rows: readonly (readonly string[])[]): string =>
  lines([names.map((name, at) => name ?? `not_sent_${at + 1}`), ...rows.map((cells) => [...cells])])

/**
 * Rows for a person to open in a spreadsheet, repair and import again: with a byte order mark, so that spreadsheets read it as
 * UTF-8, and no cell that they would run as a formula. The importer reads every cell as it was.
 */
export function writeLeftOut(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  return `\ufeff${writeMoreLeftOut([columns, ...rows])}`
}

/** More rows for the same file: what `writeLeftOut` began in parts. */
export const writeMoreLeftOut = (rows: readonly (readonly string[])[]): string =>
  lines(rows.map((cells) => cells.map(guardCell)))
