/** The words of dates, amounts, streets and machines in the languages that drafts are written in. One JSON file for each language. */
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }
import fr from './fr.json' with { type: 'json' }
import italian from './it.json' with { type: 'json' }
import nl from './nl.json' with { type: 'json' }
import pl from './pl.json' with { type: 'json' }
import pt from './pt.json' with { type: 'json' }

/** Lists of alternatives are parts of regular expressions. A part that a language lacks is '' or `(?!)`. */
export interface RiskWords {
  /** Twelve months and seven weekdays, the first one January and Monday. */
  months: string[]
  weekdays: string[]
  /** Words that are weekdays only where days are spoken of: "sexta" is also "sixth". */
  bareWeekdays?: string[]
  /** Days that depend on today, by a name that is the same in all languages. */
  days: Record<string, string | undefined>
  /** The first day of a month and the following ones. */
  ordinals: string[]
  noon: string
  midnight: string
  half: string
  quarterPast: string
  quarterTo: string
  /** After an hour: half an hour or a quarter more, or a quarter less. */
  andHalf?: string
  andQuarter?: string
  lessQuarter?: string
  numbers: Record<string, number | undefined>
  joiner: string
  currencies: string
  percent: string
  street: string
  /** What a model says about itself or about its task, and notes to whoever fills a template in. */
  model: string[]
  fillIn: string
}

export const languages: readonly RiskWords[] = [en, de, es, fr, italian, pt, nl, pl]

/** One group of alternatives, the longest first, so that none hides a longer one. */
export const anyOf = (lists: readonly string[]): string =>
  `(?:${lists
    .filter((list) => list !== '' && list !== '(?!)')
    .toSorted((one, other) => other.length - one.length)
    .join('|')})`

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
