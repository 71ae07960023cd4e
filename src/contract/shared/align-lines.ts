/**
 * Which lines of a transcript were there before. Services correct lines while they are spoken, and put fragments together, so lines are
 * matched by what they say, never by their place. Pure and linear. Used where transcripts are kept and where they are shown.
 */

interface Said {
  role: string
  content: string
}

const isSame = (one: Said, other: Said) => one.role === other.role && one.content === other.content

const wordsOf = (line: Said | undefined) => JSON.stringify([line?.role, line?.content])

/** Whether a line is another with words added or removed at its end. */
const isCorrected = (one: Said, other: Said) =>
  one.role === other.role &&
  one.content !== '' &&
  other.content !== '' &&
  (other.content.startsWith(one.content) || one.content.startsWith(other.content))

/** Pairs the lines between two lines that stayed: those that were corrected at their end, or all, if each was replaced by one. */
function pairWithin(
  before: readonly Said[],
  after: readonly Said[],
  [fromBefore, toBefore]: [number, number],
  [fromAfter, toAfter]: [number, number],
  pairs: (number | null)[],
): void {
  const isOneForOne = toBefore - fromBefore === toAfter - fromAfter
  let next = fromBefore
  for (let index = fromAfter; index < toAfter; index += 1) {
    const line = after[index]
    if (!line) continue
    if (isOneForOne) {
      const place = fromBefore + index - fromAfter
      if (before[place]?.role === line.role) pairs[index] = place
      continue
    }
    const known = before[next]
    if (next >= toBefore || !known || !isCorrected(known, line)) continue
    pairs[index] = next
    next += 1
    // Its other fragments are part of it now.
    let rest = line.content.slice(known.content.length)
    for (let part = before[next]; next < toBefore && part?.role === line.role; part = before[next]) {
      const at = part.content === '' ? 0 : rest.indexOf(part.content)
      if (at < 0) break
      rest = rest.slice(at + part.content.length)
      next += 1
    }
  }
}

/**
 * For each line of an answer, the place at which it was in the answer before; null: it is new.
 *
 * @param before the lines of the answer before
 * @param after the lines of the answer
 */
export function alignLines(before: readonly Said[], after: readonly Said[]): (number | null)[] {
  const pairs: (number | null)[] = after.map(() => null)
  const shorter = Math.min(before.length, after.length)
  const sameAt = (place: number, index: number) => {
    const [one, other] = [before[place], after[index]]
    return one !== undefined && other !== undefined && isSame(one, other)
  }
  let start = 0
  while (start < shorter && sameAt(start, start)) start += 1
  let end = 0
  while (end < shorter - start && sameAt(before.length - 1 - end, after.length - 1 - end)) end += 1
  for (let index = 0; index < start; index += 1) pairs[index] = index
  for (let back = 1; back <= end; back += 1) pairs[after.length - back] = before.length - back

  const toBefore = before.length - end
  const toAfter = after.length - end
  // All the lines there were are paired, as when nothing was shown before.
  if (toBefore === start) return pairs
  const changed = [...before.keys()].slice(start, toBefore).toReversed()
  const places = Map.groupBy(changed, (place) => wordsOf(before[place]))
  let lastBefore = start
  let lastAfter = start
  for (let index = start; index < toAfter; index += 1) {
    const found = places.get(wordsOf(after[index])) ?? []
    while (found.length > 0 && (found.at(-1) ?? 0) < lastBefore) found.pop()
    const place = found.pop()
    if (place === undefined) continue
    pairWithin(before, after, [lastBefore, place], [lastAfter, index], pairs)
    pairs[index] = place
    lastBefore = place + 1
    lastAfter = index + 1
  }
  pairWithin(before, after, [lastBefore, toBefore], [lastAfter, toAfter], pairs)
  return pairs
}

/** Whether two transcripts say the same. */
export const saysTheSame = (one: readonly Said[], other: readonly Said[]): boolean =>
  one.length === other.length && one.every((line, index) => isSame(line, other[index] ?? { role: '', content: '' }))

/** Whether a transcript is only the beginning of another. */
export const isBeginningOf = (one: readonly Said[], other: readonly Said[]): boolean =>
  one.length < other.length && saysTheSame(one, other.slice(0, one.length))
