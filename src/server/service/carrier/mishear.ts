/** Transcription errors that are corrected a moment later. */
import { chance, type Random } from '../shared/random.ts'

/** Words that sound alike but mean something else. */
const mishearings: readonly (readonly [RegExp, string])[] = [
  [/\bfine\b/, 'find'],
  [/\bdate\b/, 'data'],
  [/\bfor\b/, 'four'],
  [/\bthere\b/, 'their'],
  [/\bright\b/, 'write'],
  [/\bnine\b/i, 'Mine'],
  [/\bpart\b/, 'party'],
  [/\bweek\b/, 'weak'],
  [/\bpaid\b/, 'pay'],
  [/\bsuits\b/, 'suit'],
  [/\bwould\b/, 'wood'],
  [/\bwhole\b/, 'hole'],
  [/\bthank you\b/i, 'Thank'],
  [/\bspeaking\b/i, 'speak king'],
]

/**
 * Some of the customer's lines are wrong or incomplete at first and corrected a moment later, as in real transcription.
 *
 * @returns the text until then, and the seconds for which it is shown; undefined if the text is right at once
 */
export function mishear(random: Random, text: string): { content: string; seconds: number } | undefined {
  const words = text.split(' ')
  if (words.length < 4 || !chance(random, 0.4)) return undefined
  const seconds = 0.8 + random() * 1.2
  const mishearing = mishearings.find(([pattern]) => pattern.test(text))
  if (mishearing !== undefined && chance(random, 0.6))
    return { content: text.replace(mishearing[0], mishearing[1]), seconds }
  return { content: `${words.slice(0, Math.ceil(words.length * 0.6)).join(' ')}…`, seconds }
}
