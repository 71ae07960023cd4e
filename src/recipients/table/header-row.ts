/** Which row names the columns. Found, shown, and open to change: rows above it are titles and are not read. */
import { checkNumber } from '#phone/number.ts'
import { isBlank } from './cells.ts'
import { isNamed } from './column-names.ts'

const looked = 20

/** Whether this is a number, or was one. */
export const isNumber = (text: string): boolean => {
  const check = checkNumber(text)
  return check.ok || check.repaired !== undefined
}

const filled = (cells: readonly string[]): number => cells.filter((cell) => cell.trim() !== '').length

/** How many filled cells most rows have: titles have fewer. */
function usualWidth(records: readonly (readonly string[])[]): number {
  const counts = new Map<number, number>()
  for (const record of records) {
    const width = filled(record)
    if (width > 0) counts.set(width, (counts.get(width) ?? 0) + 1)
  }
  return [...counts].toSorted((one, other) => other[1] - one[1] || other[0] - one[0])[0]?.[0] ?? 1
}

/**
 * Finds the row with the columns' names: the first that is no title. A row is only taken for a title while it is much emptier
 * than the others and nothing that could be called stands in it, so that nobody is lost above the header.
 *
 * @param records the rows as read; only the first few are looked at
 * @returns its place, -1 where every row is blank
 */
export function findHeader(records: readonly (readonly string[])[]): number {
  const start = records.slice(0, looked)
  const first = start.findIndex((cells) => !isBlank(cells))
  if (first < 0) return records.findIndex((cells) => !isBlank(cells))
  const called = start.findIndex((cells, at) => at >= first && cells.some(isNumber))
  const above = start.slice(first, called < 0 ? start.length : called)
  const usual = usualWidth(start.slice(first))
  if (usual === 1) {
    // One column: only its name tells it from a title.
    const named = above.findIndex((cells) => cells.some((cell) => isNamed(cell, 'phone_number')))
    return first + Math.max(0, named)
  }
  const header = above.findIndex(
    (cells) => filled(cells) * 2 > usual || cells.some((cell) => isNamed(cell, 'phone_number')),
  )
  return first + Math.max(0, header)
}
