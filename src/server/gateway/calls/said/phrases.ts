/**
 * Patterns of spoken language as people read them. The data of a language (`*.json`) consists of phrases such as
 * `don't {call} me (again|any more)`; this file makes regular expressions of them. Pure.
 *
 * - A space stands for any spaces and light punctuation between two words, and never for the end of a sentence.
 * - `{name}` stands for the words of that name in the same file.
 * - `*` at the end of a word stands for any ending, after a group for up to four times. ` ... ` stands for up to forty characters of the same
 *   sentence. ` ?` is an optional space.
 * - `END` stands for the end of a sentence or a part of it. Everything else, such as `(a|b)?`, is the syntax of regular expressions.
 */

/** The letters that are left after `fold`: those of the languages that have phrases. */
const letter = 'a-z0-9'
const gap = '[^.!?;]{0,40}?'
const spaceCharacters = ' ,:"()\u2013\u2014\u2026-'
const spaceCode = ' '.charCodeAt(0)
const space = '[ ,:"()\\u2013\\u2014\u2026-]+'
const maxNesting = 5
/** Stands for END while a phrase is translated. */
const endSign = '\u0001'
/** So many characters from the beginning of a word choose the phrases that are tried there. */
const keyLength = 5
/** How often a group with `*` may repeat, so that no input is searched in more than linear time. */
const maxRepeats = 4

const foldedLetters: Readonly<Record<string, string>> = { ł: 'l', ı: 'i', ß: 'ss', ø: 'o', æ: 'ae', đ: 'd' }

/** A text without case, accents and the typography of quotes, as phrases are compared. */
export function fold(text: string): string {
  const lower = text.toLowerCase()
  // Most lines of most calls are plain ASCII.
  if (!/[\u0080-\uffff]/.test(lower)) return lower.replace(/\s+/g, ' ')
  return lower
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[łıßøæđ]/g, (found) => foldedLetters[found] ?? found)
    .replace(/[’‘ʼ´`]/g, "'")
    .replace(/[“”„«»]/g, '"')
    .replace(/[¡¿]/g, ' ')
    .replace(/\s+/g, ' ')
}

/** The words that phrases name in braces. */
export type Vocabulary = Readonly<Record<string, string>>

/** The phrase with its words filled in, folded; an END is a control character. */
function expand(phrase: string, vocabulary: Vocabulary): string {
  let source = phrase
  for (let depth = 0; depth < maxNesting && source.includes('{'); depth += 1)
    source = source.replace(/\{([a-z]+)\}/gi, (whole, name: string) => {
      const words = vocabulary[name]
      return words === undefined ? whole : `(?:${words})`
    })
  return fold(source.replaceAll('END', endSign))
}

/** @param expanded a phrase from `expand` */
const sourceOf = (expanded: string): string =>
  expanded
    // What follows a gap begins with a word: "jamais" contains no "mais".
    .replace(/(\[\^\.!\?;\]\{\d+,\d+\}\?)(?=\()/g, `$1(?<![${letter}])`)
    .replaceAll(/\((?!\?)/g, '(?:')
    .replaceAll(' ... ', '\u0002')
    .replaceAll(')*', `){0,${maxRepeats}}`)
    .replace(/(?<=\p{L})\*/gu, `[${letter}]*`)
    .replaceAll(' ?', '\u0004')
    .replaceAll(' ', space)
    .replaceAll('\u0004', `(?:${space})?`)
    .replaceAll(endSign, '(?=[^.!?;,:"]{0,2}(?:[.!?;,:"\\u2013\\u2014\\u2026]|$))')
    .replaceAll('\u0002', `${space}(?:${gap}${space})?`)

/** The position after the parenthesis that closes the group of which `at` is inside. */
function endOfGroup(expanded: string, at: number): number {
  let end = at
  for (let depth = 1; depth > 0 && end < expanded.length; end += 1) {
    const character = expanded[end]
    if (character === '\\') end += 1
    else if (character === '[') end = expanded.indexOf(']', end)
    else if (character === '(') depth += 1
    else if (character === ')') depth -= 1
  }
  return end
}

/**
 * How the texts that a phrase matches may begin: their first characters, or fewer and `~` if anything may follow.
 *
 * @param groups how the groups that were read before begin: phrases share their words
 */
function beginningsOf(expanded: string, groups: Map<string, readonly string[]>): Set<string> {
  let at = 0
  const isDone = (beginning: string) => beginning.length >= keyLength || beginning.endsWith('~')
  function readItem(): Set<string> {
    const character = expanded[at] ?? ''
    at += 1
    if (character === '(') return readGroup()
    if (character === '[') {
      at = expanded.indexOf(']', at) + 1
      return new Set(['~'])
    }
    if (character === '\\') at += 1
    return new Set(['\\', '.', '*', endSign].includes(character) ? ['~'] : [character])
  }
  function readGroup(): Set<string> {
    const isAround = /^\?<?[=!]/.test(expanded.slice(at, at + 3))
    at = expanded[at] === '?' ? at + (/^\?<?[=!:]/.exec(expanded.slice(at, at + 3))?.[0].length ?? 0) : at
    const end = endOfGroup(expanded, at)
    const group = expanded.slice(at, end)
    const known = groups.get(group)
    const found = known ? new Set(known) : readAlternatives()
    if (!known) groups.set(group, [...found])
    at = end
    // What is only looked at is no part of the text.
    return isAround ? new Set(['']) : found
  }
  function isOptional(): boolean {
    const quantifier = /^(?:\?|\*|\{0,\d+\}\??|\{\d+(?:,\d+)?\}\??|\+)/.exec(expanded.slice(at, at + 8))?.[0]
    // After a letter, a star is any ending, which `readItem` reads.
    if (quantifier === undefined || (quantifier === '*' && expanded[at - 1] !== ')')) return false
    at += quantifier.length
    return /^(?:\?|\*|\{0)/.test(quantifier)
  }
  /** Passes over the rest of a sequence. */
  function skipSequence(): void {
    for (; at < expanded.length; at += 1) {
      const character = expanded[at]
      if (character === ')' || character === '|') return
      if (character === '\\') at += 1
      else if (character === '[') at = expanded.indexOf(']', at)
      else if (character === '(') at = endOfGroup(expanded, at + 1) - 1
    }
  }
  function readSequence(): Set<string> {
    const found = new Set<string>()
    // Those to which the next item adds something. After the first words there are none.
    let open = new Set([''])
    while (at < expanded.length && expanded[at] !== ')' && expanded[at] !== '|') {
      const item = readItem()
      if (isOptional()) item.add('')
      const longer = [...open].flatMap((start) => [...item].map((end) => (start + end).slice(0, keyLength)))
      for (const beginning of longer) if (isDone(beginning)) found.add(beginning)
      open = new Set(longer.filter((beginning) => !isDone(beginning)))
      if (open.size === 0) skipSequence()
    }
    for (const beginning of open) found.add(beginning)
    return found
  }
  function readAlternatives(): Set<string> {
    const found = readSequence()
    while (expanded[at] === '|') {
      at += 1
      for (const other of readSequence()) found.add(other)
    }
    return found
  }
  return new Set([...readAlternatives()].map((found) => (isDone(found) ? found : `${found}~`)))
}

/** A phrase that is tried where a word begins. */
export interface IndexedPhrase<T> {
  pattern: RegExp
  value: T
}
/** The phrases that are tried at a place of a text, by the characters that follow it. */
export interface PhraseIndex<T> {
  phrases: IndexedPhrase<T>[]
  /** By the code of the next character. */
  next: Map<number, PhraseIndex<T>>
}

/** Indexes phrases by how they begin, so that most words of a text are tried with none. */
export function indexPhrases<T>(
  phrases: readonly { phrase: string; vocabulary: Vocabulary; value: T }[],
): PhraseIndex<T> {
  const index: PhraseIndex<T> = { phrases: [], next: new Map() }
  const groups = new Map<string, readonly string[]>()
  for (const { phrase, vocabulary, value } of phrases) {
    const expanded = expand(phrase, vocabulary)
    const indexed = { pattern: new RegExp(`(?:${sourceOf(expanded)})(?![${letter}])`, 'y'), value }
    // `findPhrases` looks up one space for whatever is between two words, such as the hyphen of "tire-me".
    for (const beginning of beginningsOf(expanded.replaceAll('-', ' '), groups)) {
      let place = index
      for (const character of beginning.replace('~', '')) {
        const code = character.charCodeAt(0)
        const next = place.next.get(code) ?? { phrases: [], next: new Map() }
        place.next.set(code, next)
        place = next
      }
      place.phrases.push(indexed)
    }
  }
  return index
}

export interface FoundPhrase<T> {
  start: number
  end: number
  value: T
}

/** For each code of a character whether it is one of these. A folded text has all letters below 128. */
const tableOf = (characters: string): Uint8Array => {
  const table = new Uint8Array(0x10000)
  for (const character of characters) table[character.charCodeAt(0)] = 1
  return table
}
const isLetter = tableOf('abcdefghijklmnopqrstuvwxyz0123456789')
const isSpace = tableOf(spaceCharacters)

/** All phrases in a folded text. The index has one space for what is between two words. */
export function findPhrases<T>(text: string, index: PhraseIndex<T>): FoundPhrase<T>[] {
  const found: FoundPhrase<T>[] = []
  let isInWord = false
  for (let start = 0; start < text.length; start += 1) {
    const isInWordBefore = isInWord
    isInWord = isLetter[text.charCodeAt(start)] === 1
    // A word also begins after an apostrophe, as in "d'appels".
    if (!isInWord || isInWordBefore) continue
    let place: PhraseIndex<T> | undefined = index
    let isAfterSpace = false
    for (let at = start; place; at += 1) {
      for (const { pattern, value } of place.phrases) {
        pattern.lastIndex = start
        if (pattern.test(text)) found.push({ start, end: pattern.lastIndex, value })
      }
      if (isAfterSpace) while (isSpace[text.charCodeAt(at)] === 1) at += 1
      const code = text.charCodeAt(at)
      isAfterSpace = isSpace[code] === 1
      place = at < text.length ? place.next.get(isAfterSpace ? spaceCode : code) : undefined
    }
  }
  return found
}
