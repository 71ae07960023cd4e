/** Texts that are alike: only names, numbers, amounts and dates differ, as when an agent writes to many people after a batch. Pure. */
import { linkParts } from './contacts.ts'

/** A part of a text that the template leaves open. Positions in UTF-16 units, as `slice` counts. */
export interface TextSlot {
  start: number
  end: number
}

export interface TextTemplate {
  /** Equal for alike texts; '' if the text has too few fixed words to be compared. Contains nothing of the text, so a URL may have it. */
  id: string
  slots: readonly TextSlot[]
}

/** With fewer fixed words, texts are alike by chance: "Yes, Ava." */
const minFixedWords = 4

const words = (list: string) => new Set(list.split(' '))
const dateWords = words(
  'monday tuesday wednesday thursday friday saturday sunday today tomorrow tonight noon midnight am pm a.m p.m january february april june july august september october november december',
)
const numberWords = words('two three four five six seven eight nine ten eleven twelve')
const titles = words('Mr Mrs Ms Miss Mx Dr Prof Sir Madam')
/** Capitalized in the middle of a sentence, but no name. */
const pronoun = /^I(?:['’]\p{Ll}+)?$/u
const capitalized = /^\p{Lu}['’]?\p{L}*\p{Ll}/u
const endsSentence = /[.!?:…]["'”’)\]]*$/u

const withoutPossessive = (word: string) => word.replace(/['’]s$/u, '')

/** The words of a person's name, as a text may contain them. */
export const nameWordsOf = (name: string | null) =>
  new Set((name ?? '').split(/[\s-]+/u).flatMap((word) => (word.length > 1 ? [word.toLowerCase()] : [])))

interface Context {
  startsSentence: boolean
  nameWords: ReadonlySet<string>
  email: string | null
}

/** The open part of a word; null if the word is fixed. Positions are within the word. */
function slotIn(word: string, { startsSentence, nameWords, email }: Context): TextSlot | null {
  const whole = { start: 0, end: word.length }
  if (word.includes('@')) return word.toLowerCase() === email?.toLowerCase() ? whole : null
  if (word.includes('.') && linkParts(word).length > 0) {
    // The host stays: a link to another site is never the same text.
    const path = /^(?:https?:\/\/)?[^/?#]+/iu.exec(word)?.[0].length ?? word.length
    return path < word.length ? { start: path, end: word.length } : null
  }
  const bare = withoutPossessive(word)
  const isOpen =
    /\p{N}/u.test(word) ||
    dateWords.has(bare.toLowerCase()) ||
    numberWords.has(word.toLowerCase()) ||
    titles.has(bare) ||
    (/^\p{Lu}/u.test(bare) && bare.split('-').some((part) => nameWords.has(part.toLowerCase()))) ||
    (!startsSentence && capitalized.test(bare) && !pronoun.test(bare))
  return isOpen ? { start: 0, end: bare.length } : null
}

/** A 53-bit hash (cyrb53). Nothing secret depends on it: two texts with the same hash would only be shown as one group. */
function hashOf(text: string): string {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    high = Math.imul(high ^ unit, 2654435761)
    low = Math.imul(low ^ unit, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36)
}

/** A word with the punctuation marks and signs around it. */
function partsOf(chunk: string): { before: string; word: string; after: string } {
  const end = /^.*[\p{L}\p{N}]/su.exec(chunk)?.[0].length ?? 0
  const start = end === 0 ? 0 : chunk.search(/[\p{L}\p{N}]/u)
  return { before: chunk.slice(0, start), word: chunk.slice(start, end), after: chunk.slice(end) }
}

/** @param customer whose name and e-mail address the template leaves open */
export function templateOf(text: string, customer: { name: string | null; email: string | null }): TextTemplate {
  const nameWords = nameWordsOf(customer.name)
  const slots: TextSlot[] = []
  let fixed = ''
  let fixedWords = 0
  let startsSentence = true
  /** Only spaces are between this word and the slot before it, so they are one slot: "Ms Ava Lopez". */
  let continuesSlot = false
  for (const { index, groups: { space = '', chunk = '' } = {} } of text.matchAll(/(?<space>\s*)(?<chunk>\S+)/gu)) {
    const { before, word, after } = partsOf(chunk)
    const wordStart = index + space.length + before.length
    const slot = slotIn(word, {
      startsSentence: startsSentence || space.includes('\n'),
      nameWords,
      email: customer.email,
    })
    const last = slots.at(-1)
    if (slot && last && continuesSlot && before === '' && slot.start === 0) last.end = wordStart + slot.end
    else {
      fixed += `${space === '' ? '' : ' '}${before}${slot ? `${word.slice(0, slot.start)}\u0000` : word}`
      if (slot) slots.push({ start: wordStart + slot.start, end: wordStart + slot.end })
      else if (word !== '') fixedWords += 1
    }
    const rest = slot ? word.slice(slot.end) + after : after
    fixed += rest
    continuesSlot = slot !== null && rest === ''
    startsSentence = endsSentence.test(after) || (startsSentence && word === '')
  }
  return { id: fixedWords < minFixedWords ? '' : hashOf(fixed.trim()), slots }
}
