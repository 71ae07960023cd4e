/**
 * Cells that a spreadsheet would run as a formula. What we export for people carries an apostrophe before them, which the
 * importer takes off again; the file that is sent to the service is never changed so (reliability: CSV).
 */
import { e164Pattern } from '#contract/shared/wire.ts'

const formula = /^'*[=+\-@\t\r\n＝＋－＠]/

/** The cell as it may stand in a spreadsheet. A plain E.164 number keeps its +. */
export const guardCell = (cell: string): string => (formula.test(cell) && !e164Pattern.test(cell) ? `'${cell}` : cell)

/** The cell without the apostrophe that `guardCell` put before it. */
export const unguardCell = (cell: string): string =>
  cell.charCodeAt(0) === 39 && formula.test(cell.slice(1)) ? cell.slice(1) : cell
