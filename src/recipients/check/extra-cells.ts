/** Empty cells at the ends of rows: a habit of the program that wrote the file, or the trace of a mistake. */
import { isBlank } from '../table/cells.ts'
import type { Table } from '../table/parse.ts'

/** The share of the rows that must have them. */
const nearlyAll = 0.9

/**
 * How many empty cells beyond the last column are usual in a file: some programs end every row with them. A single row that has them
 * may hold a delimiter without quotation marks, which pushed its cells along. A file of one row cannot tell.
 *
 * @param width how many columns the header has
 */
export function usualExtraCells(rows: Table['rows'], width: number): number {
  /** By their number: how many rows end with at least so many. */
  const rowsWith = [0]
  for (const cells of rows) {
    if (isBlank(cells)) continue
    const most = isBlank(cells.slice(width)) ? Math.max(0, cells.length - width) : 0
    for (let extra = 0; extra <= most; extra++) rowsWith[extra] = (rowsWith[extra] ?? 0) + 1
  }
  const filled = rowsWith[0] ?? 0
  return filled < 2 ? 0 : rowsWith.findLastIndex((count) => count >= filled * nearlyAll)
}
