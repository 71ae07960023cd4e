/**
 * The words with which people and systems say who may be called, in the languages of `opt-out-words`. The meaning of each list is in the
 * README there. Compiled when they are first used, so that a page that only imports them does not pay for them.
 */
import { remembered } from '#phone/remembered.ts'
import { folded, foldedWords } from './cells.ts'
import * as languages from './opt-out-words/languages.ts'

/** A list of words. Some lists are in other languages only. */
export type Concept = keyof typeof languages.en | 'notAfter' | 'phrases' | 'permits'
const files: readonly Partial<Record<Concept, string[]>>[] = Object.values(languages)

/** Made when it is first needed. */
export function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => (made ??= make())
}

/** The entries of a list as they are written: `stem*`, `*ending`, `*part*` or whole words. */
const entriesOf = remembered((concept: Concept): string[] =>
  files.flatMap((file) => file[concept] ?? []).flatMap((line) => line.split(', ')),
)

/** Scripts without spaces between words, and Korean, which attaches particles to words. */
export const unspaced = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]/
/** Orders texts from the longest to the shortest. */
export const byLength = (a: string, b: string) => b.length - a.length

interface Forms {
  whole: string[]
  starts: string[]
  ends: string[]
  parts: string[]
}

/** The folded entries of a concept, by where in a word they may be. Those in scripts without spaces may be anywhere. */
const formsOfOne = remembered((concept: Concept): Forms => {
  const forms: Forms = { whole: [], starts: [], ends: [], parts: [] }
  for (const entry of entriesOf(concept)) {
    const word = foldedWords(entry)
    if (word === '') continue
    const [opens, closes] = [entry.startsWith('*'), entry.endsWith('*')]
    if (unspaced.test(word) || (opens && closes)) forms.parts.push(word)
    else if (closes) forms.starts.push(word)
    else if (opens) forms.ends.push(word)
    else forms.whole.push(word)
  }
  return forms
})

/** The folded entries of concepts, by where in a word they may be, each once. */
export function formsOf(concepts: readonly Concept[]): Forms {
  const all = concepts.map(formsOfOne)
  const distinct = (form: keyof Forms) => [...new Set(all.flatMap((forms) => forms[form]))]
  return { whole: distinct('whole'), starts: distinct('starts'), ends: distinct('ends'), parts: distinct('parts') }
}

/** A pattern for the words of concepts in a text with a space before and after it. The space before a word is not part of the match. */
function patternOf(concepts: readonly Concept[]): RegExp {
  const { whole, starts, ends, parts } = formsOf(concepts)
  const inWords = parts.filter((part) => !unspaced.test(part))
  const anywhere = parts.filter((part) => unspaced.test(part))
  const anyOf = (words: readonly string[]) => words.toSorted(byLength).join('|')
  const sources = [
    starts.length > 0 && `(?<= )(?:${anyOf(starts)})[^ ]*`,
    whole.length > 0 && `(?<= )(?:${anyOf(whole)})(?= )`,
    ends.length > 0 && `(?<= )[^ ]*?(?:${anyOf(ends)})(?= )`,
    inWords.length > 0 && `(?<= )[^ ]*?(?:${anyOf(inWords)})[^ ]*`,
    anywhere.length > 0 && `(?:${anyOf(anywhere)})`,
  ].filter((source) => source !== false)
  return new RegExp(sources.join('|'), 'g')
}

const pattern = remembered((concepts: string) => patternOf(concepts.split('+') as Concept[]))

/** Where words of a concept (or of several, joined by `+`) are in a text. `words`: as `foldedWords` returns them. */
export function placesOf(concepts: string, words: string): { from: number; to: number }[] {
  const text = ` ${words} `
  return Array.from(text.matchAll(pattern(concepts)), ({ index, 0: match }) => ({
    from: index,
    to: index + match.length,
  }))
}

/** By their first letters, entries that begin a word. */
function byBeginning(entries: readonly string[], lengthOf: (entry: string) => number): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const entry of entries) {
    const key = entry.slice(0, lengthOf(entry))
    const known = found.get(key)
    if (known) known.push(entry)
    else found.set(key, [entry])
  }
  return found
}
const firstWordLength = (entry: string): number => (entry.includes(' ') ? entry.indexOf(' ') : entry.length)
const stemKeyLength = 2

/** The words of concepts for `has`, which runs far more often than patterns would be worth compiling. */
const finder = remembered((concepts: string) => {
  const { whole, starts, ends, parts } = formsOf(concepts.split('+') as Concept[])
  return {
    whole: byBeginning(whole, firstWordLength),
    stems: byBeginning(starts, () => stemKeyLength),
    ends: ends.map((end) => `${end} `),
    parts: parts.filter((part) => !unspaced.test(part)),
    unspaced: parts.filter((part) => unspaced.test(part)),
  }
})

/** Whether a text has a word of a concept. */
export function has(concepts: string, words: string): boolean {
  if (words === '') return false
  const { whole, stems, ends, parts, unspaced: anywhere } = finder(concepts)
  const text = ` ${words} `
  for (let start = 1; start < text.length; ) {
    const end = text.indexOf(' ', start)
    if (whole.get(text.slice(start, end))?.some((entry) => text.startsWith(`${entry} `, start))) return true
    if (stems.get(text.slice(start, start + stemKeyLength))?.some((stem) => text.startsWith(stem, start))) return true
    start = end + 1
  }
  return (
    ends.some((end) => text.includes(end)) ||
    parts.some((part) => text.includes(part)) ||
    (unspaced.test(words) && anywhere.some((part) => text.includes(part)))
  )
}

/** A text without the words of concepts. */
export const without = (concepts: string, words: string): string =>
  ` ${words} `.replace(pattern(concepts), ' ').replace(/ +/g, ' ').trim()

/** Whether a text is, as a whole, one of the words of a concept. */
const wholes = remembered((concept: Concept) => ({
  exact: new Set(
    entriesOf(concept).flatMap((entry) => (entry.includes('*') ? [] : [foldedWords(entry), folded(entry)])),
  ),
  starts: entriesOf(concept).flatMap((entry) =>
    entry.endsWith('*') && !entry.startsWith('*') ? foldedWords(entry) : [],
  ),
}))
export const isWhole = (concept: Concept, text: string): boolean => {
  const { exact, starts } = wholes(concept)
  if (text === '') return false
  return exact.has(text) || (starts.length > 0 && !text.includes(' ') && starts.some((start) => text.startsWith(start)))
}

/** Single words of names that may be written without anything between them, such as `DONOTCALL`. */
const gluedWords = once(() => {
  const { whole, starts } = formsOf([
    'not',
    'call',
    'weak',
    'called',
    'be',
    'contact',
    'may',
    'allow',
    'consent',
    'stop',
    'refuse',
    'fill',
    'other',
  ])
  const words = [...whole, ...starts].flatMap((entry) => entry.split(' ')).filter((word) => /^[a-z]{2,}$/.test(word))
  return new Set([...words, 'do', 'opt', 'opted'])
})
const longestGlued = 40
const meaningful = 'call+contact+consent+stop+refuse+other+death+topics+wanted+names'

/** Separates glued words: `donotcall` is `do not call`. What is not made of known words alone stays as it is. */
export function unglued(word: string): string {
  if (word.length < 6 || word.length > longestGlued || !/^[a-z]+$/.test(word) || has(meaningful, word)) return word
  const known = gluedWords()
  // The fewest words that the beginning of each length is made of.
  const best: (string[] | undefined)[] = [[]]
  for (let end = 1; end <= word.length; end++) {
    for (let start = 0; start < end; start++) {
      const before = best[start]
      if (!before || !known.has(word.slice(start, end))) continue
      if (before.length + 1 < (best[end]?.length ?? Number.POSITIVE_INFINITY))
        best[end] = [...before, word.slice(start, end)]
    }
  }
  const found = best[word.length]?.join(' ') ?? word
  return has('call+contact+called+consent+allow+stop+refuse', found) ? found : word
}
