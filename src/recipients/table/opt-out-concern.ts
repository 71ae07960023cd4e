/** A quick look at a cell, which decides whether it is read word by word. */
import { folded } from './cells.ts'
import { byLength, type Concept, formsOf, once } from './opt-out-vocabulary.ts'

/** What a cell has to mention to be looked at. */
const concerned: readonly Concept[] = [
  'call',
  'weak',
  'contact',
  'called',
  'cells',
  'phrases',
  'remove',
  'badNumber',
  'death',
]
const letters = 26
/** The place of three Latin letters in a table; -1: one of them is none. */
function placeOf(text: string, at: number): number {
  let place = 0
  for (let index = at; index < at + 3; index++) {
    const letter = (text.charCodeAt(index) | 32) - 97
    if (!(letter >= 0 && letter < letters)) return -1
    place = place * letters + letter
  }
  return place
}

const concern = once(() => {
  const { whole, starts, ends, parts } = formsOf(concerned)
  // One word of each entry is enough: the longest.
  const roots = [...whole, ...starts, ...ends, ...parts].map((entry) => entry.split(' ').toSorted(byLength)[0] ?? entry)
  const latin: string[] = []
  for (const root of roots.filter((root) => isLatin.test(root)).toSorted()) {
    const last = latin.at(-1)
    if (last === undefined || !root.startsWith(last)) latin.push(root)
  }
  const others = [...new Set(roots.filter((root) => !isLatin.test(root)))]
  const beginnings = new Uint8Array(letters ** 3)
  for (const root of latin) beginnings[placeOf(root, 0)] = 1
  return {
    beginnings,
    latin: new RegExp(`(?<![a-z])(?:${latin.join('|')})`, 'i'),
    others: new RegExp(`(?<![a-z])(?:${latin.join('|')})|${others.join('|')}`),
  }
})
const isLatin = /^[a-z]/

/**
 * Whether a cell may say something about calls, useless numbers or deaths. Runs for every cell of a file, so it looks at the first three
 * letters of each word before anything else; most cells have none that matters.
 */
export function mayConcern(text: string): boolean {
  const { beginnings, latin, others } = concern()
  // An e-mail address.
  if (text.includes('@') && !text.includes(' ')) return false
  let isStart = true
  let isTested = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code > 127) return others.test(folded(text))
    const letter = (code | 32) - 97
    const isLetter = letter >= 0 && letter < letters
    if (isLetter && isStart && !isTested && beginnings[placeOf(text, at)] === 1) {
      // For the whole text, so once is enough.
      if (latin.test(text)) return true
      isTested = true
    }
    isStart = !isLetter
  }
  return false
}
