/** How the sentiment of a call changed, and which line of its transcript moved it. Pure. */
import type { Line } from '#components/calls/transcript-lines.ts'
import { type CallMood, sentimentValue } from '#contract/index.ts'
import { sentimentLabel } from './sentiment.ts'
import * as texts from './texts.ts'

export interface MoodChange {
  at: number
  /** What happened, such as "Fell to negative". */
  label: string
  /** What was said last before it; '' if it is not known. */
  words: string
  /** The line of the transcript with these words; null: it was corrected since, or the transcript was not read. */
  line: Line | null
}

/** The line with these words. It may have been corrected since the sentiment was read, or is a part of a longer one now. */
function findWords(lines: readonly Line[], words: string): Line | null {
  if (words === '') return null
  return (
    lines.findLast(({ content }) => content === words) ??
    lines.findLast(({ content }) => content !== '' && (content.startsWith(words) || words.startsWith(content))) ??
    lines.findLast(({ content }) => content.endsWith(words) || content.includes(`${words} `)) ??
    null
  )
}

function changeLabel(before: CallMood, { sentiment }: CallMood): string {
  const [from, to] = [sentimentValue(before.sentiment), sentimentValue(sentiment)]
  const word = sentimentLabel(sentiment).toLowerCase()
  if (from === null || to === null) return texts.changedTo(word)
  return to > from ? texts.roseTo(word) : texts.fellTo(word)
}

/** The changes after the first reading, in their order. */
export const changesOf = (moods: readonly CallMood[], lines: readonly Line[]): MoodChange[] =>
  moods.slice(1).map((mood, index) => ({
    at: mood.at,
    label: changeLabel(moods[index] ?? mood, mood),
    words: mood.words,
    line: findWords(lines, mood.words),
  }))

/** A note for each line that moved the sentiment, by the line's index. */
export function notesOnLines(changes: readonly MoodChange[]): ReadonlyMap<number, string> {
  const notes = new Map<number, string>()
  for (const { line, label } of changes)
    if (line) notes.set(line.index, [notes.get(line.index), texts.sentimentNote(label)].filter(Boolean).join(' · '))
  return notes
}
