/** What the row of a kept call stores as JSON: the lines of its transcript with the times at which they were first seen, and its sentiment. */
import type { CallMood, TranscriptLine } from '#contract/index.ts'

export interface KeptLine {
  line: TranscriptLine
  /** Epoch ms; null: it was there at the first reading. */
  seenAt: number | null
}

/**
 * The lines after a reading. A line keeps the time at which it was first seen, also when the service corrects its text.
 *
 * @param before the lines of the reading before; undefined: this is the first one
 */
export function addSeenTimes(
  before: readonly KeptLine[] | undefined,
  transcript: readonly TranscriptLine[],
  at: number,
): KeptLine[] {
  return transcript.map((line, index) => {
    const known = before?.[index]
    return { line, seenAt: known ? known.seenAt : before ? at : null }
  })
}

/** When a line was first seen, if it is known already. */
export const seenAtOf = (known: KeptLine | undefined): Partial<KeptLine> => (known ? { seenAt: known.seenAt } : {})

/** @param stored null: the row has none */
export const parseMoods = (stored: string | null): CallMood[] =>
  stored === null ? [] : (JSON.parse(stored) as CallMood[])
