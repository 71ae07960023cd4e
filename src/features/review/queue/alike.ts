/**
 * Drafts with the same text: only names, numbers, amounts and dates differ, as when an agent writes to many people after a batch. A
 * reviewer goes through such a group one by one, and sees what differs. Pure.
 */
import { type Draft, linksIn } from '#contract/index.ts'

/** A part of a text that the template leaves open. Positions in UTF-16 units, as `slice` counts. */
export interface Slot {
  start: number
  end: number
}

interface Template {
  /** Equal for alike texts; '' if the text has too few fixed words to be compared. Contains nothing of the text, so a URL may have it. */
  id: string
  slots: readonly Slot[]
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
const nameWordsOf = (name: string | null) =>
  new Set((name ?? '').split(/[\s-]+/u).flatMap((word) => (word.length > 1 ? [word.toLowerCase()] : [])))

interface Context {
  startsSentence: boolean
  nameWords: ReadonlySet<string>
  email: string | null
}

/** The open part of a word; null if the word is fixed. Positions are within the word. */
function slotIn(word: string, { startsSentence, nameWords, email }: Context): Slot | null {
  const whole = { start: 0, end: word.length }
  if (word.includes('@')) return word.toLowerCase() === email?.toLowerCase() ? whole : null
  if (word.includes('.') && linksIn(word).length > 0) {
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
export function templateOf(text: string, customer: Pick<Draft['customer'], 'name' | 'email'>): Template {
  const nameWords = nameWordsOf(customer.name)
  const slots: Slot[] = []
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

/** Each text is analyzed once, not at each key press: an answer of the queue keeps the drafts that did not change. */
const templates = new WeakMap<Draft, Template>()

function templateOfDraft(draft: Draft): Template {
  const known = templates.get(draft)
  if (known) return known
  const template = templateOf(draft.message, draft.customer)
  templates.set(draft, template)
  return template
}

/** Whether a draft belongs to a group. @param groupId '' matches all */
export const isInGroup = (draft: Draft, groupId: string): boolean =>
  groupId === '' || templateOfDraft(draft).id === groupId

export interface AlikeGroup {
  id: string
  drafts: readonly Draft[]
  /** For each slot of the template, whether the drafts differ in it. All do if only one draft is left. */
  differs: readonly boolean[]
}

/** With the sign before it, which is fixed: "$40". */
function textIn({ message }: Draft, { start, end }: Slot): string {
  const hasSign = /[\p{Sc}+#]/u.test(message.charAt(start - 1))
  return message.slice(hasSign ? start - 1 : start, end)
}

function groupOf(id: string, drafts: readonly Draft[]): AlikeGroup {
  const [first] = drafts
  const slots = first ? templateOfDraft(first).slots : []
  return {
    id,
    drafts,
    differs: slots.map((_, index) => {
      const values = drafts.map((draft) => {
        const slot = templateOfDraft(draft).slots[index]
        return slot && textIn(draft, slot)
      })
      return drafts.length === 1 || new Set(values).size > 1
    }),
  }
}

/** The groups of alike drafts, by their IDs. A group can consist of one draft, after the others were decided. */
export function alikeGroups(drafts: readonly Draft[]): ReadonlyMap<string, AlikeGroup> {
  const draftsById = Map.groupBy(drafts, (draft) => templateOfDraft(draft).id)
  draftsById.delete('')
  return new Map([...draftsById].map(([id, alike]) => [id, groupOf(id, alike)]))
}

/** The group of a draft; undefined if it has too few fixed words. */
export const groupWith = (groups: ReadonlyMap<string, AlikeGroup>, draft: Draft): AlikeGroup | undefined =>
  groups.get(templateOfDraft(draft).id)

/** Where a draft of a group differs from the others. */
export const differencesIn = (draft: Draft, { differs }: AlikeGroup): readonly Slot[] =>
  templateOfDraft(draft).slots.filter((_, index) => differs[index])

/** What is different in a draft of a group, in the order of the text. */
export const differingTexts = (draft: Draft, group: AlikeGroup): string[] =>
  differencesIn(draft, group).map((slot) => textIn(draft, slot))

/** What a list shows instead of a draft's text, which all drafts of the group share. Without the name, which it shows anyway. */
export function summaryOf(draft: Draft, group: AlikeGroup): string {
  const nameWords = nameWordsOf(draft.customer.name)
  const isName = (text: string) => text.split(/[\s-]+/u).every((word) => nameWords.has(word.toLowerCase()))
  return differingTexts(draft, group)
    .filter((text) => !isName(text))
    .join(' · ')
}
