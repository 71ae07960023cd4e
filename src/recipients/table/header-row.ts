/** Finds the header row. It is shown and can be changed. Rows above it are titles and are ignored. */
import { checkNumber, looksLikeNumber } from '#phone/number.ts'
import { isBlank } from './cells.ts'
import { hasKnownName } from './column-names.ts'

const maxRowsAbove = 20

/**
 * Whether this is a phone number, can be repaired to one, or is written like one in any country. A header has no such cell, and the
 * national numbers of a file without a header belong to people too.
 */
export const isNumber = (text: string): boolean => {
  if (looksLikeNumber(text)) return true
  const check = checkNumber(text)
  return check.ok || check.repaired !== undefined
}

/** How many non-empty cells most rows have. Titles have fewer. @param records their non-empty cells */
function usualWidth(records: readonly (readonly string[])[]): number {
  const counts = new Map<number, number>()
  for (const record of records) {
    const width = record.length
    if (width > 0) counts.set(width, (counts.get(width) ?? 0) + 1)
  }
  return [...counts].toSorted((one, other) => other[1] - one[1] || other[0] - one[0])[0]?.[0] ?? 1
}

/**
 * Finds the header row: the first row that is not a title. A row is only a title if it is much emptier than the others and contains no
 * phone number, so that nobody is lost above the header.
 *
 * @param records the rows as read; only the first few are examined
 * @returns its index; -1 if every row is blank
 */
export function findHeader(records: readonly (readonly string[])[]): number {
  // Blank cells are no names and no numbers, and a spreadsheet may save thousands at the end of each row.
  const start = records.slice(0, maxRowsAbove).map((cells) => cells.filter((cell) => cell.trim() !== ''))
  const first = start.findIndex((cells) => cells.length > 0)
  if (first < 0) return records.findIndex((cells) => !isBlank(cells))
  const called = start.findIndex((cells, at) => at >= first && cells.some(isNumber))
  const above = start.slice(first, called < 0 ? start.length : called)
  const usual = usualWidth(start.slice(first))
  if (usual === 1) {
    // With one column, only its name distinguishes it from a title.
    const named = above.findIndex((cells) => cells.some((cell) => hasKnownName(cell, 'phone_number')))
    return first + Math.max(0, named)
  }
  const header = above.findIndex(
    (cells) => cells.length * 2 > usual || cells.some((cell) => hasKnownName(cell, 'phone_number')),
  )
  return first + Math.max(0, header)
}
