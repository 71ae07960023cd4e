/**
 * Whether somebody asked not to be called, as far as their words tell. Pure.
 *
 * Each language has four lists (`*.json`): what asks for it (`asked`), what only sounds like it (`unclear`), what takes it back
 * (`allowed`), and what looks the same and means something else (`innocent`): a time, another number, a thing, somebody else, a condition.
 */
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }
import fr from './fr.json' with { type: 'json' }
import itLanguage from './it.json' with { type: 'json' }
import nl from './nl.json' with { type: 'json' }
import { findPhrases, fold, indexPhrases, type Vocabulary } from './phrases.ts'
import pt from './pt.json' with { type: 'json' }

/** `asked`: not to be called. `unclear`: it may mean so, so a person has to look at it. */
export type OptOutVerdict = 'asked' | 'unclear'

interface LanguageData {
  words: Vocabulary
  asked: string[]
  unclear: string[]
  allowed: string[]
  innocent: string[]
}

const languages: readonly LanguageData[] = [en, de, es, fr, itLanguage, pt, nl]

type Says = OptOutVerdict | 'allowed'
interface Found {
  start: number
  end: number
  language: number
  says: Says
}

const createIndexes = () => ({
  verdicts: indexPhrases(
    languages.flatMap(({ words, ...lists }, language) =>
      (['asked', 'unclear', 'allowed'] as const).flatMap((says) =>
        lists[says].map((phrase) => ({ phrase, vocabulary: words, value: { language, says } })),
      ),
    ),
  ),
  innocents: languages.map(({ words, innocent }) =>
    indexPhrases(innocent.map((phrase) => ({ phrase, vocabulary: words, value: null }))),
  ),
})
/** Created for the first line that is judged: it takes a tenth of a second, which no start has to wait for. */
let indexes: ReturnType<typeof createIndexes> | null = null

const isWithin = (start: number, spans: readonly { start: number; end: number }[]) =>
  spans.some((span) => span.start <= start && start < span.end)

/** What one line says about calls, in the order of its words. */
function saysOf(text: string): readonly { start: number; says: Says }[] {
  indexes ??= createIndexes()
  const { verdicts, innocents } = indexes
  const folded = fold(text)
  const found: Found[] = findPhrases(folded, verdicts).map(({ value, ...span }) => ({ ...span, ...value }))
  if (found.length === 0) return []
  return [...Map.groupBy(found, ({ language }) => language)]
    .flatMap(([language, inLanguage]) => {
      const index = innocents[language]
      const innocent = index ? findPhrases(folded, index) : []
      const meant = inLanguage.filter(({ start }) => !isWithin(start, innocent))
      const requests = meant.filter(({ says }) => says !== 'allowed')
      // A permission may be a part of a request: "don't call me tomorrow".
      return meant.filter(({ start, says }) => says !== 'allowed' || !isWithin(start, requests))
    })
    .toSorted((one, other) => one.start - other.start)
}

/** What was found, and the index of the line that it rests on. */
export interface OptOut {
  verdict: OptOutVerdict
  line: number
}

/**
 * Finds a request not to be called. The last word about the matter counts: who allows a call afterwards asked for nothing.
 *
 * @param lines in the order in which they were said; `isCustomer` is false where nobody knows who spoke, so a request is only unclear
 */
export function findOptOut(lines: readonly { index: number; text: string; isCustomer: boolean }[]): OptOut | null {
  let found: OptOut | null = null
  for (const { index, text, isCustomer } of lines)
    for (const { says } of saysOf(text)) {
      if (says === 'allowed') {
        if (isCustomer) found = null
      } else {
        const verdict = isCustomer ? says : 'unclear'
        // What only sounds like it does not weaken a request.
        if (verdict === 'asked' || found?.verdict !== 'asked') found = { verdict, line: index }
      }
    }
  return found
}
