/** Row numbers as a short text: "2-5,7,9-2000". */
import { launchLimits } from '../../shared/limits.ts'

/** Characters of a row number, with the mark behind it. */
const mostPerRow = 8
/** The longest text of the rows of one start. */
export const mostOfRowRanges = launchLimits.rows * mostPerRow

/** Writes row numbers in ranges. @param rows strictly increasing */
export function rowRanges(rows: Iterable<number>): string {
  const ranges: string[] = []
  let first = 0
  let last = 0
  const close = () => {
    if (last > 0) ranges.push(first === last ? `${first}` : `${first}-${last}`)
  }
  for (const row of rows) {
    if (row !== last + 1 || last === 0) {
      close()
      first = row
    }
    last = row
  }
  close()
  return ranges.join(',')
}

/** Reads such a text. @returns null if it is none: numbers from 1, each greater than the one before, and no more than one start has */
export function rowsInRanges(text: string): number[] | null {
  const rows: number[] = []
  for (const range of text.split(',')) {
    const [, from, to = from] = /^([1-9]\d{0,6})(?:-([1-9]\d{0,6}))?$/.exec(range) ?? []
    const [first, last] = [Number(from), Number(to)]
    // Also if it is no range: then both are NaN.
    if (!(first <= last && first > (rows.at(-1) ?? 0)) || rows.length + last - first >= launchLimits.rows) return null
    for (let row = first; row <= last; row += 1) rows.push(row)
  }
  return rows
}
