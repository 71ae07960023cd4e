/** Writes CSV: the file for the service, and the rows that were left out, for a person to repair. */
import { guardCell } from './formula.ts'

const needsQuotes = /[",\n\r;\t|]|^\s|\s$/
const quoted = (cell: string): string => (needsQuotes.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** Line ends are LF, because CRLF can leave a CR in the last column of a careless reader. */
export const csvText = (records: string[][]): string =>
  records.map((cells) => `${cells.map(quoted).join(',')}\n`).join('')

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
  return csvText([['phone_number', ...others], ...rows])
}

/**
 * A short file with the header, the first and the last rows of a written one. It reads no other rows, however many there are.
 *
 * @param rows how many from either end
 */
export function writeExcerpt(text: string, rows: number): string {
  /** Counts the ends of rows in one direction. From either end, a line break after an even number of quotes ends a row. */
  const indexOfEnd = (from: number, step: 1 | -1, count: number): number => {
    let isQuoted = false
    let index = from
    for (let left = count; text[index] !== undefined; index += step) {
      if (text[index] === '"') isQuoted = !isQuoted
      else if (text[index] === '\n' && !isQuoted && --left === 0) break
    }
    return index
  }
  const firstEnd = indexOfEnd(0, 1, rows + 1) + 1
  const lastStart = indexOfEnd(text.length - 2, -1, rows) + 1
  return lastStart <= firstEnd ? text : text.slice(0, firstEnd) + text.slice(lastStart)
}

/**
 * Rows without repairs, but in the service's format and with its column names, so that it can check the file as it is.
 */
export const writeAsRead = (names: readonly (string | null)[], rows: readonly (readonly string[])[]): string =>
  csvText([names.map((name, at) => name ?? `not_sent_${at + 1}`), ...rows.map((cells) => [...cells])])

/**
 * A table for a spreadsheet, such as rows to repair and import again. It begins with a byte order mark, so that spreadsheets read UTF-8, and
 * formulas are guarded. The importer restores every cell.
 */
export function writeForSpreadsheet(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  return `\ufeff${writeMoreLeftOut([columns, ...rows])}`
}

/** More rows for a file that `writeForSpreadsheet` began. */
export const writeMoreLeftOut = (rows: readonly (readonly string[])[]): string =>
  csvText(rows.map((cells) => cells.map(guardCell)))
