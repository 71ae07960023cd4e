/** Empty cells at the end of rows: written by the program that exported the file, or a sign of a mistake. */
import { isBlank } from '../table/cells.ts'
import type { Table } from '../table/parse.ts'

/** The share of rows that must have them. */
const minShare = 0.9

/**
 * How many empty cells after the last column are usual in a file, as some programs end every row with them. A single row that has them
 * may contain a delimiter without quotation marks, which shifted its cells. A file with one row cannot tell.
 *
 * @param width how many columns the header has
 */
export function usualExtraCells(rows: Table['rows'], width: number): number {
  /** By count: how many rows end with at least this many. */
  const rowsWith = [0]
  for (const cells of rows) {
    if (isBlank(cells)) continue
    const most = isBlank(cells.slice(width)) ? Math.max(0, cells.length - width) : 0
    for (let extra = 0; extra <= most; extra++) rowsWith[extra] = (rowsWith[extra] ?? 0) + 1
  }
  const filled = rowsWith[0] ?? 0
  return filled < 2 ? 0 : rowsWith.findLastIndex((count) => count >= filled * minShare)
}
