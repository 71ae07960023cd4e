/** Finds conversation IDs in pasted text: a list, a spreadsheet column, URLs. Pure. */
import { idPattern } from '#contract/index.ts'

export const maxIdsAtOnce = 500

/** The last segment of a URL; any other word as it is. */
const lastSegment = (word: string) =>
  word.includes('/')
    ? (word
        .replace(/[?#].*$/, '')
        .split('/')
        .findLast(Boolean) ?? '')
    : word

/** @returns the IDs in their order without duplicates, and the words that cannot be an ID */
export function pastedIds(text: string): { ids: string[]; unusable: string[] } {
  const words = [...new Set(text.split(/[\s,;|"'`()[\]{}<>]+/).filter(Boolean))]
  const ids = [...new Set(words.map(lastSegment).filter((word) => idPattern.test(word)))]
  return { ids, unusable: words.filter((word) => !idPattern.test(lastSegment(word))) }
}
