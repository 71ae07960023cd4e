/** Conversation ids out of whatever was pasted: a list, a column of a sheet, addresses. Pure. */
import { idPattern } from '#contract/index.ts'

/** So many are opened at once. */
export const maxIdsAtOnce = 500

/** The last part of an address; the word itself where it is none. */
const lastPart = (word: string) =>
  word.includes('/')
    ? (word
        .replace(/[?#].*$/, '')
        .split('/')
        .findLast(Boolean) ?? '')
    : word

/** @returns the ids in their order, each once, and the words that can be nobody's id */
export function pastedIds(text: string): { ids: string[]; unusable: string[] } {
  const words = [...new Set(text.split(/[\s,;|"'`()[\]{}<>]+/).filter(Boolean))]
  const ids = [...new Set(words.map(lastPart).filter((word) => idPattern.test(word)))]
  return { ids, unusable: words.filter((word) => !idPattern.test(lastPart(word))) }
}
