/** The watched words as people type them: one word or phrase per line. Pure. */
import { concernRuleLimits } from '#contract/index.ts'
import { number, plural } from '#ui/text/format-number.ts'

/** The words in the typed lines, each once. Blank lines do not count. */
export function wordsIn(typed: string): string[] {
  const words = new Map<string, string>()
  for (const line of typed.split('\n')) {
    const word = line.trim().replace(/\s+/g, ' ')
    const key = word.toLowerCase()
    if (word !== '' && !words.has(key)) words.set(key, word)
  }
  return [...words.values()]
}

/** @returns why the typed lines cannot be saved, with the number of the first wrong line; null if they can */
export function problemOf(typed: string): string | null {
  const words = wordsIn(typed)
  if (words.length > concernRuleLimits.words)
    return `These are ${plural(words.length, 'line', 'lines')}. At most ${number(concernRuleLimits.words)} words or phrases can be watched.`
  for (const [index, line] of typed.split('\n').entries()) {
    const [word = ''] = wordsIn(line)
    if (word.length > concernRuleLimits.wordLength)
      return `Line ${number(index + 1)} is too long. A word or phrase has at most ${number(concernRuleLimits.wordLength)} characters.`
    if (word !== '' && !/[\p{L}\p{N}]/u.test(word)) return `Line ${number(index + 1)} has no letter or digit.`
  }
  return null
}
