/** Finds the place in a transcript that a search found, and cuts it out. */
import { type CallExcerpt, foldText, type SearchPart, type TranscriptLine } from '#contract/index.ts'
import { foldWithPositions } from '../../shared/folded-text.ts'

/** Characters shown before and after the first word that was found. */
const charactersBefore = 40
const charactersAfter = 80
/** Shorter words are in many others, so they are marked only if nothing longer was searched. */
const minMarkedLength = 3

/** The ranges of a text that contain one of the words; the latter are folded. Overlapping ranges are joined. */
function findRanges(text: string, words: readonly string[]): { start: number; end: number }[] {
  const { folded, positions } = foldWithPositions(text)
  const ranges = words.flatMap((word) => {
    const found: { start: number; end: number }[] = []
    for (let at = folded.indexOf(word); at !== -1; at = folded.indexOf(word, at + word.length))
      found.push({ start: positions[at] ?? 0, end: positions[at + word.length] ?? text.length })
    return found
  })
  const joined: { start: number; end: number }[] = []
  for (const range of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1)
    if (last && range.start <= last.end) last.end = Math.max(last.end, range.end)
    else joined.push({ ...range })
  }
  return joined
}

/**
 * The line that has the words one after the other, or else the most of them, shortened to what is around the first of them.
 *
 * @param parts what was searched
 * @returns null if no line has any of them: the search found the name, the number or the agent
 */
export function excerptOf(lines: readonly TranscriptLine[], parts: readonly SearchPart[]): CallExcerpt | null {
  const words = parts.flat()
  const phrase = parts.map(([word]) => word).join(' ')
  const longWords = words.filter((word) => word.length >= minMarkedLength)
  const markedWords = longWords.length > 0 ? longWords : words
  let best: { line: TranscriptLine; count: number; marked: readonly string[] } | undefined
  for (const line of lines) {
    const folded = foldText(line.content)
    const hasPhrase = folded.includes(phrase)
    const count = hasPhrase ? Infinity : markedWords.filter((word) => folded.includes(word)).length
    if (count > (best?.count ?? 0)) best = { line, count, marked: hasPhrase ? [phrase] : markedWords }
  }
  if (!best) return null
  const { role, content } = best.line
  const ranges = findRanges(content, best.marked)
  const firstStart = ranges[0]?.start ?? 0
  const start = firstStart <= charactersBefore ? 0 : content.lastIndexOf(' ', firstStart - charactersBefore) + 1
  const wantedEnd = firstStart + charactersAfter
  const nextGap = content.indexOf(' ', wantedEnd)
  const end = wantedEnd >= content.length || nextGap === -1 ? content.length : nextGap
  const pieces: CallExcerpt['pieces'] = []
  const add = (text: string, isMatch: boolean) => text !== '' && pieces.push({ text, isMatch })
  let position = start
  if (start > 0) add('…', false)
  for (const range of ranges.filter((one) => one.start < end)) {
    add(content.slice(position, range.start), false)
    add(content.slice(range.start, range.end), true)
    position = range.end
  }
  if (position < end) add(content.slice(position, end), false)
  if (end < content.length) add('…', false)
  return { role, pieces }
}
