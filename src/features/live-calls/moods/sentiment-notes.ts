/** Notes in a transcript on the lines after which the sentiment of the call changed. Pure. */
import type { Line } from '#components/calls/transcript-lines.ts'
import { type CallMood, sentimentValue } from '#contract/index.ts'
import { sentimentLabel } from './sentiment.ts'

/** The line with these words. It may have been corrected since the sentiment was read, or is a part of a longer one now. */
function findWords(lines: readonly Line[], words: string): Line | undefined {
  if (words === '') return undefined
  return (
    lines.findLast(({ content }) => content === words) ??
    lines.findLast(({ content }) => content !== '' && (content.startsWith(words) || words.startsWith(content))) ??
    lines.findLast(({ content }) => content.endsWith(words) || content.includes(`${words} `))
  )
}

function noteOf(before: CallMood, { sentiment }: CallMood): string {
  const [from, to] = [sentimentValue(before.sentiment), sentimentValue(sentiment)]
  const verb = from === null || to === null ? 'changed' : to > from ? 'rose' : 'fell'
  return `Sentiment ${verb} to ${sentimentLabel(sentiment).toLowerCase()}`
}

/** A note for each line after which the sentiment changed, by the line's index. The first reading changes nothing. */
export function sentimentNotes(moods: readonly CallMood[], lines: readonly Line[]): ReadonlyMap<number, string> {
  const notes = new Map<number, string>()
  for (const [index, mood] of moods.entries()) {
    const before = moods[index - 1]
    const line = before && findWords(lines, mood.words)
    if (line) notes.set(line.index, [notes.get(line.index), noteOf(before, mood)].filter(Boolean).join(' · '))
  }
  return notes
}
