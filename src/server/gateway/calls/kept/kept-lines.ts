/** What the row of a kept call stores as JSON: the lines of its transcript with the times at which they were first seen, and its sentiment. */
import { alignLines, type CallMood, foldText, saysTheSame, type TranscriptLine } from '#contract/index.ts'
import { dayMs } from '../../shared/clock.ts'
import type { CallTables } from '../../store/tables/calls.ts'

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
  const places = placesIn(before ?? [], transcript)
  return transcript.map((line, index) => {
    const known = before?.[places[index] ?? -1]
    return { line, seenAt: known ? known.seenAt : before ? at : null }
  })
}

const placesIn = (known: readonly KeptLine[], transcript: readonly TranscriptLine[]) =>
  alignLines(
    known.map(({ line }) => line),
    transcript,
  )

/** The lines with the times that are known already. */
export function withKnownTimes(lines: readonly KeptLine[], known: readonly KeptLine[]): KeptLine[] {
  const places = placesIn(
    known,
    lines.map(({ line }) => line),
  )
  return lines.map((line, index) => ({ ...line, seenAt: (known[places[index] ?? -1] ?? line).seenAt }))
}

/** Everything by which a call is found, folded. */
export const wordsOf = (customer: string, agent: string, lines: readonly KeptLine[]): string =>
  foldText([customer, agent, ...lines.map(({ line }) => line.content)].join(' ').trim())

/** When a call in progress began, epoch ms, or when it was read if that does not tell. */
export const startOfReading = ({ duration }: { duration: number | null }, readAt: number): number =>
  readAt - (duration !== null && duration * 1_000 < dayMs ? Math.round(duration) * 1_000 : 0)

/** The longer of two durations of a call: what was only watched is too short. */
export const longer = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.max(one, other)

/** The JSON of a call whose lines were read at this time, epoch ms. */
export const withLinesReadAt = (call: object, linesReadAt: number): string => JSON.stringify({ ...call, linesReadAt })

/** When the lines of a stored call were read; -Infinity: it has none. Earlier versions stored lines without that time. */
export function linesReadAtOf(row: Pick<CallTables['kept_calls'], 'call' | 'line_count' | 'read_at'>): number {
  const { linesReadAt } = JSON.parse(row.call) as { linesReadAt?: number }
  return row.line_count === 0 ? -Infinity : (linesReadAt ?? row.read_at)
}

/** Whether two readings of a transcript say the same. */
export const isUnchanged = (one: readonly KeptLine[], other: readonly KeptLine[]): boolean =>
  saysTheSame(
    one.map(({ line }) => line),
    other.map(({ line }) => line),
  )

/** @param stored null: the row has none */
export const parseMoods = (stored: string | null): CallMood[] =>
  stored === null ? [] : (JSON.parse(stored) as CallMood[])
