/**
 * Guards cells that a spreadsheet would run as a formula. Files for people get an apostrophe before such cells, which the importer removes
 * again. The file for the service is never changed like this (reliability: CSV).
 */
import { e164Pattern } from '#contract/shared/patterns.ts'

const formula = /^'*[=+\-@\t\r\n＝＋－＠]/

/** `="Ann"`, with which a spreadsheet is told to show text as it is; `""` inside is a quotation mark. */
const textFormula = /^\s*=\s*"(.*)"\s*$/s

/** The same with its quotation marks doubled, as programs write that quote twice. */
const doubledFormula = /^\s*=\s*""([^"]*)""\s*$/

/** The text of a cell that is written as a formula, `Ann` of `="Ann"` and of `=""Ann""`. Other cells stay as they are. */
export function unwrapFormula(cell: string): string {
  const doubled = doubledFormula.exec(cell)?.[1]
  if (doubled !== undefined) return doubled
  const inside = textFormula.exec(cell)?.[1]
  // A single quotation mark inside ends the text: then it is another formula, such as `="a"&"b"`.
  return inside === undefined || inside.replaceAll('""', '').includes('"') ? cell : inside.replaceAll('""', '"')
}

/** The cell as it is safe in a spreadsheet. A plain E.164 number keeps its +. */
export const guardCell = (cell: string): string => (formula.test(cell) && !e164Pattern.test(cell) ? `'${cell}` : cell)

/** The cell without the apostrophe that `guardCell` put before it. */
export const unguardCell = (cell: string): string =>
  cell.charCodeAt(0) === 39 && formula.test(cell.slice(1)) ? cell.slice(1) : cell
