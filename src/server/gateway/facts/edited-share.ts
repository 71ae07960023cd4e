/** How much of a text an edit changed. Pure. */

/** Words of a text that are compared; the length of a very long message says enough. */
const maxWords = 800

const wordsOf = (text: string): string[] => text.split(/\s+/).filter(Boolean).slice(0, maxWords)

/** The number of words that two texts share in the same order. */
function sharedWords(one: readonly string[], other: readonly string[]): number {
  let previous = new Uint16Array(other.length + 1)
  for (const word of one) {
    const row = new Uint16Array(other.length + 1)
    for (const [index, candidate] of other.entries())
      row[index + 1] =
        word === candidate ? (previous[index] ?? 0) + 1 : Math.max(row[index] ?? 0, previous[index + 1] ?? 0)
    previous = row
  }
  return previous.at(-1) ?? 0
}

/** The share of the words of both texts that only one of them has, percent. */
export function editedShare(before: string, after: string): number {
  const [old, next] = [wordsOf(before), wordsOf(after)]
  const words = old.length + next.length
  return words === 0 ? 0 : Math.round(100 * (1 - (2 * sharedWords(old, next)) / words))
}
