/** The words of dates, amounts, streets and machines in the languages that drafts are written in. One JSON file for each language. */
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }
import fr from './fr.json' with { type: 'json' }
import italian from './it.json' with { type: 'json' }
import nl from './nl.json' with { type: 'json' }
import pl from './pl.json' with { type: 'json' }
import pt from './pt.json' with { type: 'json' }

/** The words of a time of day; see `clock.ts`. */
interface ClockWords {
  /** Words after which a bare hour is a time, and those after which it needs a unit, minutes or a half of the day. */
  at?: string
  near?: string
  /** Whether a bare hour is none: "à cinq" are five people. */
  needsUnit?: boolean
  /** After an hour: always a time, or only after `at` and `near`. */
  sure?: string
  unit?: string
  /** Before an hour: "ten minutes past", "quarter to". */
  minutes?: string
  past?: string
  to?: string
  quarter: string
  half: string
  /** Before an hour, with the minutes that they add to it: "halb vier" is 3:30. */
  fractions?: Record<string, number>
  /** After an hour: "y media", "menos cuarto". */
  and?: string
  less?: string
  morning: string
  afternoon: string
}

/** What a model says around the text that it wrote; see `placeholders.ts`. */
interface DraftingWords {
  /** Words with which it hands its text over. */
  here: string
  /** What only a text that is still to be sent is called, and what also others are called. */
  draft: string
  text: string
  /** Formed anew, in another manner and of another size; the last needs a verb of making, since trousers are shorter too. */
  revised: string
  manner: string
  size: string
  makes: string
  tone: string
  adjusts: string
  /** Its offer to write once more, and the verbs that only mean that. */
  offer: string
  rewrite: string
  /** What it says it did: "I kept" a "friendly" tone. */
  kept: string
  mood: string
}

/** Lists of alternatives are parts of regular expressions. A part that a language lacks is '' or `(?!)`. */
export interface RiskWords {
  /** Frequent words by which a language is recognized. */
  common: string
  /** Twelve months and seven weekdays, the first one January and Monday. */
  months: string[]
  weekdays: string[]
  /** Words that are months and weekdays only where days are spoken of: "sexta" is also "sixth", and "mar" the sea. With spaces between. */
  shortMonths?: string
  shortWeekdays?: string
  /** Words before a month without a day. */
  beforeMonth: string
  /** Words before the name of a person or firm: "Herr Freitag". */
  titles: string
  /** Weekdays are written small, so that a capital is that of a name. */
  smallWeekdays?: boolean
  /** Names that contain a weekday. */
  names?: string
  /** Things that have numbers, and verbs for taking one: "su asiento es el 23". */
  numbered: string
  takes?: string
  /** What goes before a ratio or score, somewhere or directly, what is counted in parts, and exams: "rated 4/5", "it got 4/5", "3/4 cup", "8/10 in the oral". */
  scores?: string
  scored?: string
  measures?: string
  exams?: string
  /** Days that depend on today, by a name that is the same in all languages. */
  days: Record<string, string | undefined>
  /** The first day of a month and the following ones, with spaces between. */
  ordinals?: string
  noon: string
  midnight: string
  clock?: ClockWords
  numbers: Record<string, number | undefined>
  joiner: string
  currencies: string
  percent: string
  street: string
  /** What a model says about itself or about its task, and notes to whoever fills a template in. */
  model: string[]
  drafting?: DraftingWords
  fillIn: string
  /** What goes before the same words if whoever reads the message may do so: "you can type your question here". */
  invites?: string
  /** What a template calls the parts that it leaves open. */
  fields: string
}

export const languages: readonly RiskWords[] = [en, de, es, fr, italian, pt, nl, pl]

/** A list that is written as one text. */
export const wordList = (words: string | undefined): readonly string[] => words?.split(' ') ?? []

/** One group of alternatives, the longest first, so that none hides a longer one. */
export const anyOf = (lists: readonly string[]): string =>
  `(?:${lists
    .filter((list) => list !== '' && list !== '(?!)')
    .toSorted((one, other) => other.length - one.length)
    .join('|')})`

/** A group that matches nothing if there are no words. */
export const orNothing = (words: string | undefined): string =>
  words === undefined || words === '' || words === '(?:)' ? '(?!)' : `(?:${words})`

const commonWords = new Map<string, number[]>()
for (const [index, { common }] of languages.entries())
  for (const word of common.split(' ')) commonWords.set(word, [...(commonWords.get(word) ?? []), index])
/** With fewer frequent words, a text may be in any language. */
const minCommonWords = 2

function countLanguages(text: string): readonly RiskWords[] {
  const counts = languages.map(() => 0)
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? [])
    for (const index of commonWords.get(word) ?? []) counts[index] = (counts[index] ?? 0) + 1
  const most = Math.max(...counts)
  return most < minCommonWords ? languages : languages.filter((_, index) => (counts[index] ?? 0) * 2 > most)
}

/** Of the last text, since each of its parts may ask. */
let counted: { text: string; languages: readonly RiskWords[] } = { text: '', languages }

/** The languages that a text may be written in, by its frequent words; all if it has too few. */
export function languagesOf(text: string): readonly RiskWords[] {
  if (counted.text !== text) counted = { text, languages: countLanguages(text) }
  return counted.languages
}

/**
 * Letters and digits in few ranges. The runtime compiles the seven hundred ranges of `\p{L}` anew wherever it stands in a pattern, which took
 * most of the first second. These are exact for Latin letters; for other scripts they leave out their punctuation.
 */
const ranges = {
  L: String.raw`A-Za-z\xaa\xb5\xba\xc0-\xd6\xd8-\xf6\xf8-\u02c1\u0370-\u037d\u0386\u0388-\u0482\u048a-\u0559\u0560-\u0588\u05d0-\u05f2\u0620-\u0669\u066e-\u06d3\u06d5-\u06fc\u0710-\u0963\u0966-\u104f\u10a0-\u1fff\u2c00-\u2dff\u3041-\ud7ff\uf900-\ufd3d\ufd50-\ufdfb\ufe70-\ufefc\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\uff66-\uffdc\u{10000}-\u{1efff}\u{20000}-\u{3ffff}`,
  N: String.raw`\d\xb2\xb3\xb9\xbc-\xbe\u2070-\u2089\u2150-\u2189`,
}
const isRange = (name: string): name is keyof typeof ranges => Object.hasOwn(ranges, name)

/**
 * A pattern for texts in small letters, in which `\p{L}` and `\p{N}` stand for the few ranges above. It ignores case if `matchesIn` reads the
 * text: long lists of words in a pattern that ignores case itself take the runtime ten times as long to compile.
 */
export function smallPattern(source: string, flags = 'gu'): RegExp {
  let isInClass = false
  const small = source.replace(/\\p\{(\w)\}|\\.|[[\]]|[^\\[\]]+/gsu, (part, name = '') => {
    if (isRange(name)) return isInClass ? ranges[name] : `[${ranges[name]}]`
    if (part === '[' || part === ']') isInClass = part === '['
    return part.startsWith('\\') ? part : part.toLowerCase()
  })
  return new RegExp(small, flags)
}

/** A text in small letters, of the same length: only the dotted capital I would become two characters. */
export const inSmallLetters = (text: string): string => text.replaceAll('İ', 'i').toLowerCase()

/** The matches of a pattern for small letters: as they are written, and in small letters like their groups. */
export const matchesIn = (text: string, pattern: RegExp) =>
  Array.from(inSmallLetters(text).matchAll(pattern), ({ 0: small, index, groups = {} }) => ({
    index,
    match: text.slice(index, index + small.length),
    small,
    groups,
  }))

/** Limits of words in all alphabets. */
export const start = String.raw`(?<![\p{L}\p{N}_])`
export const end = String.raw`(?![\p{L}\p{N}_])`

/** A part of a text, and its value in a form in which two spellings of the same thing are equal. */
export interface RiskPart {
  index: number
  text: string
  value: string
}

/** Parts in the order of the text, without those that overlap an earlier or longer one. */
export function withoutOverlaps(parts: readonly RiskPart[]): RiskPart[] {
  const kept: RiskPart[] = []
  for (const part of parts.toSorted((one, other) => one.index - other.index || other.text.length - one.text.length)) {
    const last = kept.at(-1)
    if (!last || part.index >= last.index + last.text.length) kept.push(part)
  }
  return kept
}

/** Removes the end of a sentence after a part. */
export const trimmed = (match: string): string => match.replace(/[\s.,;:!?]+$/, '')
