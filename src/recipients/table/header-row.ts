/** Finds the header row. It is shown and can be changed. Rows above it are titles and are ignored. */
import { checkNumber, looksLikeNumber } from '#phone/number.ts'
import { isBlank, sameName } from './cells.ts'
import { hasKnownName } from './column-names.ts'
import { filledWidth } from './limits.ts'

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
 * Whether a row only names groups of columns, with gaps or the same name again, and the row below it names the columns: that has no gaps,
 * names more, and stands above the first person.
 *
 * @param isLast the row after the lower one has a number
 */
function namesGroups(upper: readonly string[], lower: readonly string[], isLast: boolean): boolean {
  const distinct = (cells: readonly string[]) => new Set(cells.map(sameName).filter((name) => name !== ''))
  const [groups, names] = [distinct(upper), distinct(lower)]
  const width = filledWidth(lower)
  if (names.size < width || names.size <= groups.size || width < filledWidth(upper)) return false
  const hasPhone = (cells: Iterable<string>) => [...cells].some((cell) => hasKnownName(cell, 'phone_number'))
  return hasPhone(lower) || (!hasPhone(upper) && isLast)
}

/**
 * Finds the header row: the first row that is not a title. A row is only a title if it is much emptier than the others and contains no
 * phone number, so that nobody is lost above the header. Of two header rows, the lower one is the header.
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
  const found = above.findIndex(
    (cells) => cells.length * 2 > usual || cells.some((cell) => hasKnownName(cell, 'phone_number')),
  )
  let header = first + Math.max(0, found)
  const recordAt = (at: number) => records[at] ?? []
  while (
    header + 1 < first + above.length &&
    namesGroups(recordAt(header), recordAt(header + 1), header + 2 === called)
  )
    header++
  return header
}
