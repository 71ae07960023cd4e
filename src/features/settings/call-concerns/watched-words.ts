/** The watched words as people type them: one word or phrase per line. Pure. */
import { concernRuleLimits } from '#contract/index.ts'
import * as texts from './texts.ts'

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
  if (words.length > concernRuleLimits.words) return texts.tooManyWords(words.length, concernRuleLimits.words)
  for (const [index, line] of typed.split('\n').entries()) {
    const [word = ''] = wordsIn(line)
    if (word.length > concernRuleLimits.wordLength) return texts.wordTooLong(index + 1, concernRuleLimits.wordLength)
    if (word !== '' && !/[\p{L}\p{N}]/u.test(word)) return texts.noLetters(index + 1)
  }
  return null
}
