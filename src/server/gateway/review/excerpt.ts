/** The place in a text where a search found its words, with a little of the text around it. Pure. */
import { foldWithPositions } from '../shared/folded-text.ts'

/** A short piece of a text around what was found. */
export interface Excerpt {
  /** The text before it; starts with … if the text was cut. */
  before: string
  found: string
  /** The text after it; ends with … if the text was cut. */
  after: string
}

/** Characters before and after what was found. */
const contextLength = { before: 40, after: 90 }

/** Cuts at a space, so that no word is shown in part. */
const cutStart = (text: string) =>
  text.length <= contextLength.before ? text : `…${text.slice(-contextLength.before).replace(/^\S*\s/, '')}`
const cutEnd = (text: string) =>
  text.length <= contextLength.after ? text : `${text.slice(0, contextLength.after).replace(/\s\S*$/, '')}…`

/**
 * The first place of a text that has one of the words.
 *
 * @param words folded, in all their spellings
 * @returns null if the text has none of them
 */
export function excerptOf(text: string, words: readonly string[]): Excerpt | null {
  const { folded, positions } = foldWithPositions(text)
  const places = words.map((word) => ({ word, at: folded.indexOf(word) })).filter(({ at }) => at >= 0)
  const first = places.toSorted((one, other) => one.at - other.at)[0]
  if (!first) return null
  const start = positions[first.at] ?? 0
  const end = positions[first.at + first.word.length] ?? text.length
  const found = text.slice(start, end)
  // A separator after the word belongs to the text after it.
  const trimmed = found.trimEnd()
  return {
    before: cutStart(text.slice(0, start)),
    found: trimmed,
    after: cutEnd(text.slice(start + trimmed.length)),
  }
}
