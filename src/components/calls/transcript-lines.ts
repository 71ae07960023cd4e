/**
 * The lines of a growing transcript. The service sends the whole transcript each time. It adds lines, or corrects the last line when
 * speech recognition improves. Lines are identified by their index, so a correction replaces a line instead of adding one.
 */
import { useState } from 'react'
import { isAgentRole, readTime, type TranscriptLine } from '#contract/index.ts'
import * as texts from './texts.tsx'

export interface Line {
  /** Position in the transcript, which identifies the line. */
  index: number
  role: string
  content: string
  /** When it was said (epoch ms), if the service sends it, or when it was first seen. The specification does not require a time. */
  at: number | null
  /** `at` is when Switchboard first saw the line. */
  isFirstSeen?: true
}

/** When a line was first seen (epoch ms); null: unknown, for example because it was there at the first reading. */
export type FirstSeenAt = (index: number) => number | null
const neverSeen: FirstSeenAt = () => null

/** Names that services use for the time of a line. */
const timeFields = ['timestamp', 'time', 'createdAt', 'at'] as const

/** When a line was said (epoch ms); null if unknown. Small numbers are seconds since the start of the call and do not count. */
function spokenAt(line: TranscriptLine): number | null {
  for (const name of timeFields) {
    const at = readTime(line[name])
    if (at !== null && at > 1e11) return at
  }
  return null
}

const isSameLine = (line: Line, next: TranscriptLine) => line.role === next.role && line.content === next.content

/**
 * The lines to show after an answer. An answer that contains only the beginning of the shown lines is an older one and is ignored.
 *
 * @param shown the lines on the screen
 * @param answer the transcript as the service sent it
 * @param firstSeenAt for lines whose time the service does not send
 * @returns the same array if nothing changed; unchanged lines are the same objects
 */
export function mergeLines(
  shown: readonly Line[],
  answer: readonly TranscriptLine[],
  firstSeenAt: FirstSeenAt = neverSeen,
): readonly Line[] {
  const isOlder = answer.length < shown.length && answer.every((next, index) => shown[index]?.role === next.role)
  if (isOlder) return shown
  const merged = answer.map((next, index): Line => {
    const before = shown[index]
    if (before && isSameLine(before, next)) return before
    const at = spokenAt(next)
    const { role, content } = next
    if (at !== null) return { index, role, content, at }
    if (before) return { ...before, role, content }
    const seenAt = firstSeenAt(index)
    return { index, role, content, at: seenAt, ...(seenAt !== null && { isFirstSeen: true }) }
  })
  const unchanged = merged.length === shown.length && merged.every((line, index) => line === shown[index])
  return unchanged ? shown : merged
}

/** A shorter silence is part of a conversation. */
const minSilenceMs = 10_000
/** How fast people speak: about 150 words a minute. */
const charactersPerSecond = 14

/**
 * The silence between two lines, in ms; null if it is short or a time is unknown. The times are those at which the lines began, so the time
 * that it takes to say the first one is subtracted.
 */
export function silenceBetween(line: Line | undefined, next: Line): number | null {
  if (!line || line.at === null || next.at === null) return null
  const silenceMs = next.at - line.at - (line.content.length / charactersPerSecond) * 1000
  return silenceMs >= minSilenceMs ? silenceMs : null
}

/** Name and side of a speaker, by the role in the transcript. An unknown role is shown as the service sends it. */
export function speakerOf(role: string): { name: string; side: 'agent' | 'customer' | 'other' } {
  if (isAgentRole(role)) return { name: texts.agent, side: 'agent' }
  const speakers: Record<string, { name: string; side: 'customer' | 'other' }> = {
    customer: { name: texts.customer, side: 'customer' },
    user: { name: texts.customer, side: 'customer' },
    colleague: { name: texts.colleague, side: 'other' },
  }
  return speakers[role.toLowerCase()] ?? { name: role === '' ? texts.unknownSpeaker : role, side: 'other' }
}

/** The transcript as plain text, for copying and downloading. */
export const transcriptText = (lines: readonly Pick<Line, 'role' | 'content'>[]): string =>
  lines.map(({ role, content }) => texts.plainLine(speakerOf(role).name, content)).join('\n')

const noLines: readonly Line[] = []

/** The lines of one transcript, updated with each answer. Use a `key` to show another call. */
export function useTranscript(
  answer: readonly TranscriptLine[] | undefined,
  firstSeenAt: FirstSeenAt,
): readonly Line[] {
  const [lines, setLines] = useState(noLines)
  const next = answer ? mergeLines(lines, answer, firstSeenAt) : lines
  if (next !== lines) setLines(next)
  return next
}
