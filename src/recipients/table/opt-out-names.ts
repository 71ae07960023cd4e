/** What the name of a column says about who may be called. */
import { foldedWords } from './cells.ts'
import { has, placesOf, unglued, without } from './opt-out-vocabulary.ts'

export interface NameReading {
  /** Whether the column holds opt-outs or consent; null: neither is certain. */
  kind: 'optOut' | 'consent' | null
  /** What it is about, if a person has to say what it means; null: nothing that concerns calls. */
  about: 'contact' | 'number' | 'death' | null
  /**
   * Which cells are marked if it has to be asked: those that say yes or no. All, also empty ones, if nobody knows which of these says "do
   * not call".
   */
  marked: 'all' | 'yes' | 'no'
  /** It says nothing, so that its cells alone have to look like opt-outs. */
  isMeaningless: boolean
  /** "No calls" may be the number of calls, "No teléfono" the number itself. */
  mayCount: boolean
  /** It is about numbers, so that a cell "invalid" is about the number. */
  isAboutNumber: boolean
  /** It is only about e-mail, messages or post. */
  isOtherChannel: boolean
  /** It holds names of people, companies or places, in which any word can occur. */
  holdsNames: boolean
}

/** Splits camel case, also after abbreviations: `isDNCFlag`. */
const split = (name: string): string =>
  name
    .replace(/(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ')
    // "No. of calls" is not "No calls".
    .replace(/\u2116|\bn[\u00ba\u00b0]|\bno\.(?=[\s_]|$)/giu, ' number ')

/** The words of a column's name, folded; glued words are separated. */
export function nameWords(name: string): string {
  const words = foldedWords(split(name))
  return words.split(' ').map(unglued).join(' ')
}

const known =
  'not+notAfter+call+weak+called+be+contact+may+allow+consent+stop+end+refuse+phrases+permits+fill+other+every+remove+list'
/** Whether nothing but known words is in a text. Numbers are allowed. */
export const isAllKnown = (words: string): boolean => /^[\d ]*$/.test(without(known, words))

const maxBetween = 60

/** Whether a word of the first concept comes before one of the second, with only known words between them. */
export function leads(first: string, second: string, words: string): boolean {
  const seconds = placesOf(second, words)
  if (seconds.length === 0) return false
  const text = ` ${words} `
  let next = 0
  return placesOf(first, words).some(({ to }) => {
    // A word between it and a later one would be unknown for that one, too.
    while (next < seconds.length && (seconds[next]?.from ?? 0) < to) next++
    const from = seconds[next]?.from
    return from !== undefined && from - to <= maxBetween && isAllKnown(text.slice(to, from).trim())
  })
}

/** Whether words refuse a call: "do not call", "kein Anruf", "not to be contacted", "do not allow calls", "ring inte". */
export const refusesCalls = (words: string): boolean =>
  has('phrases', words) ||
  (has('not', words) &&
    (leads('not', 'call+contact+weak+permits', words) ||
      (has('be+may', words) && leads('not', 'called', words)) ||
      (has('call+contact+called', words) && leads('not', 'allow+consent', words)))) ||
  (leads('call+contact+weak+permits', 'notAfter', words) && isAllKnown(without('notAfter', words)))

const nothing: NameReading = {
  kind: null,
  about: null,
  marked: 'all',
  isMeaningless: false,
  mayCount: false,
  isAboutNumber: false,
  isOtherChannel: false,
  holdsNames: false,
}

/** Names that say nothing about what their column holds. */
const meaningless =
  /^(?:|column \d*|field \d*|spalte \d*|flags?|marks?|markers?|code|kz|kennzeichen|merkmal|vermerk|status|ind|indicator|stop|attribute?|\d+|unnamed \d*)$/

/** The number itself. */
const isOfNumber = /\b(?:number|numbers|nummer|numero|no|nr|num|msisdn|numer|cislo|номер)\b/

/** Reads what the name of a column says about who may be called. */
export function readName(name: string): NameReading {
  const words = nameWords(name)
  const holdsNames = has('names', words)
  const base = {
    ...nothing,
    holdsNames,
    isAboutNumber: has('call+channel', words) || /\b(?:number|nummer|numero|hlr|line)\b/.test(words),
  }
  const isCall = has('call+phrases+permits', words)
  if (has('other', without('refuse', words)) && !isCall && !has('weak', words))
    return { ...base, isOtherChannel: true, isAboutNumber: false }
  if (has('about', words)) return base
  const strong = has('refuse', words) || refusesCalls(words)
  if (!strong && has('topics', words)) return base
  if (!strong && has('wanted', words)) return base
  const says = (concept: string) => has(concept, words) && isAllKnown(without(concept, words))
  if (says('death')) return { ...base, about: 'death', marked: 'yes' }
  if (says('badNumber')) return { ...base, about: 'number', marked: 'yes' }
  if (says('numberCheck')) return { ...base, about: 'number', marked: 'no' }
  const isContact = isCall || has('contact', words) || (has('called', words) && has('be+may', words))
  const stops = has('stop', words) || (has('end', words) && (isContact || has('consent', words)))
  const asked = (marked: NameReading['marked']): NameReading => ({ ...base, about: 'contact', marked })
  // Two negations may mean the opposite: "not blocked", "not on the do-not-call list".
  if (leads('not', 'stop+end', words) || (has('refuse', words) && leads('not', 'refuse', words))) return asked('all')
  if (strong) return { ...base, kind: 'optOut', mayCount: words.startsWith('no ') }
  if (stops && (isContact || has('consent+allow+weak', words))) return { ...base, kind: 'optOut' }
  if (has('not', words) && has('consent', words) && leads('not', 'consent', words)) return { ...base, kind: 'optOut' }
  const permits = has('permits+consent', words) || (has('allow+may', words) && (isContact || has('weak', words)))
  if (permits) return isAllKnown(words) ? { ...base, kind: 'consent' } : asked('all')
  // "Ordered by phone", "Reminder call": about something else.
  if (isContact) return isOfNumber.test(words) || !isAllKnown(words) ? base : asked('all')
  if (stops) return asked('yes')
  return meaningless.test(words) ? { ...asked('yes'), isMeaningless: true } : base
}

/** Whether a column's name says that it holds opt-outs or consent; null: neither. */
export const consentKindOf = (name: string): 'optOut' | 'consent' | null => readName(name).kind
