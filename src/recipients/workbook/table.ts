/** Reads a sheet of a workbook to the same table as the sheet's rows in CSV. */

import { type Outcome, refuse, type SheetName } from '../file/refusal.ts'
import { splitFile, tooManyRows } from '../file/texts.ts'
import { csvText } from '../file/write.ts'
import { type Choices, limitsOf, type TextTable } from '../read.ts'
import { hasKnownName } from '../table/column-names.ts'
import { isNumber } from '../table/header-row.ts'
import { match } from '../table/match-columns.ts'
import { tableOf, type WorkbookFacts } from '../table/parse.ts'
import { sheetTooLarge } from './refusals.ts'
import type { Sheet } from './sheet.ts'
import { readWorkbook } from './workbook.ts'

/** Every row has a cell for each column, as in CSV. */
const recordsOf = ({ rows, width }: Sheet): string[][] =>
  rows.map((cells) => {
    while (cells.length < width) cells.push('')
    return cells
  })

const sizeLimit = (bytes: number) => (characters: number) => {
  if (characters > bytes) throw sheetTooLarge(bytes)
}

const copyOf = (sheet: Sheet): string[][] => recordsOf({ ...sheet, rows: sheet.rows.map((cells) => [...cells]) })

/** How much the first rows of a sheet look like people to call: a column has numbers, and its name says so. */
function rank(sheet: Sheet): number {
  if (!sheet.rows.some((cells) => cells.some(isNumber))) return 0
  const read = tableOf(copyOf(sheet), ',', {})
  if (!read.ok) return 1
  const { columns } = read.table
  const isNamed = columns.some((column) => hasKnownName(column, 'phone_number'))
  return 1 + Number(match(read.table, {}, false).phoneColumn !== null) + 2 * Number(isNamed)
}

/** The sheets of a workbook, one of them in CSV. */
export interface SheetInCsv {
  csv: string
  sheets: readonly SheetName[]
  sheet: string
}

/**
 * Converts one sheet of a workbook to CSV, with its hidden rows. Each row keeps its number.
 *
 * @param sheet its name. Default: the first one with phone numbers
 * @param bytesLimit of the CSV
 */
export async function readSheetInCsv(
  bytes: Uint8Array,
  sheet: string | undefined,
  bytesLimit: number,
): Promise<Outcome<SheetInCsv>> {
  const read = await readWorkbook(bytes, { sheet, rank, checkSize: sizeLimit(bytesLimit) })
  if (!read.ok) return read
  const { sheets, sheet: name } = read.workbook
  return { ok: true, csv: csvText(recordsOf(read.workbook)), sheets, sheet: name }
}

/**
 * Reads a workbook.
 *
 * @param bytes the file, for which `mayBeWorkbook` is true
 * @param onFirstRows called with the first rows of the sheet, before the others are read
 * @returns the table; or why it cannot be used, with the sheets to choose from if there are some
 */
export async function readWorkbookTable(
  bytes: Uint8Array,
  choices: Choices,
  onFirstRows: (columns: string[], rows: readonly (readonly string[])[]) => void,
): Promise<Outcome<{ table: TextTable }>> {
  const limits = limitsOf(choices)
  const read = await readWorkbook(bytes, {
    sheet: choices.sheet,
    rank,
    checkSize: sizeLimit(limits.bytes),
    onFirstRows: (sheet) => {
      const start = tableOf(copyOf(sheet), ',', choices)
      if (start.ok) onFirstRows(start.table.columns, start.table.rows)
    },
  })
  if (!read.ok) return read
  const { sheets, sheet, hiddenRows, hiddenColumns } = read.workbook
  const records = recordsOf(read.workbook)
  const rows = records.length - (choices.headerRow ?? 1)
  const tableIn = () => {
    if (records.length === 0) return refuse('no_rows', 'This sheet is empty.', 'Choose another sheet.')
    if (rows > limits.rows) return refuse('too_many_rows', tooManyRows(rows, limits.rows), splitFile)
    return tableOf(records, ',', choices)
  }
  const table = tableIn()
  if (!table.ok) return { ok: false, refusal: { ...table.refusal, sheets: { names: sheets, chosen: sheet } } }
  const workbook: WorkbookFacts = {
    sheets,
    sheet,
    hiddenRows: new Set(hiddenRows),
    hiddenColumns: hiddenColumns.flatMap((at) => table.table.columns[at] ?? []),
  }
  return { ok: true, table: { ...table.table, encoding: 'utf-8', notes: [], workbook } }
}
