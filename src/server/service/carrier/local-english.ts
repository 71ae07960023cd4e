/** What the simulation says is written in the English of the United States; elsewhere it is said in that of Great Britain. */
import { isAmerican, type Place } from './place.ts'
import words from './words.json' with { type: 'json' }

const british: ReadonlyMap<string, string> = new Map(Object.entries(words.british))
/** Words that only Americans use, also in their plural. */
export const americanWords = new RegExp(`\\b(${[...british.keys()].join('|')})(s?)\\b`, 'gi')

/** A text in the English of a country. */
export const inLocalEnglish = (text: string, place: Pick<Place, 'country'>): string =>
  isAmerican(place)
    ? text
    : text.replace(americanWords, (_, word: string, plural: string) => {
        const other = british.get(word.toLowerCase()) ?? word
        return (/^\p{Lu}/u.test(word) ? other.charAt(0).toUpperCase() + other.slice(1) : other) + plural
      })
