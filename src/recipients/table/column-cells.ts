/** What the cells of a column look like, from all of them or from the first that are filled. */
import { isEmptyAnswer, signOf } from './opt-out-cells.ts'

/** Two letters for yes and no that are understood only together, as O and N for oui and non. */
export interface Letters {
  yes: string
  no: string
}

const sampledCells = 200

/** How often each text of a column occurs, the most frequent first; null if there are too many different ones. */
export function countTexts(
  rows: readonly (readonly string[])[],
  at: number,
  most: number,
): [text: string, count: number][] | null {
  const counts = new Map<string, number>()
  for (const cells of rows) {
    const text = (cells[at] ?? '').trim()
    if (text === '') continue
    const count = counts.get(text)
    if (count === undefined && counts.size === most) return null
    counts.set(text, (count ?? 0) + 1)
  }
  return [...counts].filter(([text]) => !isEmptyAnswer(text)).toSorted(([, a], [, b]) => b - a)
}

/** Whether most cells of a column are numbers other than 0 and 1, which count or dial something. */
export function holdsNumbers(rows: readonly (readonly string[])[], at: number): boolean {
  let filled = 0
  let numbers = 0
  for (const cells of rows) {
    const text = (cells[at] ?? '').trim()
    if (text === '') continue
    if (/^(?!0*[01](?:\.0+)?$)[+(]?\d[\d\s().-]*$/.test(text) && signOf(text) === undefined) numbers++
    if (++filled === sampledCells) break
  }
  return filled > 0 && numbers > filled / 2
}

/** Letters for yes and no, which mean something else alone: oui and non, ano and ne, evet and hayır, accepted and refused. */
const letterPairs = ['on', 'an', 'tn', 'eh', 'ke', 'ar', 'дн', 'тн'].map(([yes = '', no = '']) => ({ yes, no }))

/** The letters for yes and no of a column that has both. */
export function lettersIn(rows: readonly (readonly string[])[], at: number): Letters | undefined {
  const found = new Set<string>()
  let filled = 0
  for (const cells of rows) {
    const text = (cells[at] ?? '').trim()
    if (text === '') continue
    if (text.length === 1) found.add(text.toLowerCase())
    if (++filled === sampledCells) break
  }
  return found.size === 2 ? letterPairs.find(({ yes, no }) => found.has(yes) && found.has(no)) : undefined
}
