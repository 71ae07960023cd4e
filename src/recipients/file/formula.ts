/**
 * Guards cells that a spreadsheet would run as a formula. Files for people get an apostrophe before such cells, which the importer removes
 * again. The file for the service is never changed like this (reliability: CSV).
 */
import { e164Pattern } from '#contract/shared/wire.ts'

const formula = /^'*[=+\-@\t\r\n＝＋－＠]/

/** The cell as it is safe in a spreadsheet. A plain E.164 number keeps its +. */
export const guardCell = (cell: string): string => (formula.test(cell) && !e164Pattern.test(cell) ? `'${cell}` : cell)

/** The cell without the apostrophe that `guardCell` put before it. */
export const unguardCell = (cell: string): string =>
  cell.charCodeAt(0) === 39 && formula.test(cell.slice(1)) ? cell.slice(1) : cell
