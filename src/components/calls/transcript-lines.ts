/**
 * The lines of a transcript as they grow. The service sends the whole transcript each time; it only grows, or corrects its last
 * line as recognition settles. A line is known by its place, so a correction replaces the words and is no new line.
 */
import { useState } from 'react'
import { readTime, type TranscriptLine } from '#contract/index.ts'

export interface Line {
  /** Its place, which is its identity. */
  index: number
  role: string
  content: string
  /** When it was said (epoch ms), where the service tells; the specification does not ask it to. */
  at: number | null
}

const timeNames = ['timestamp', 'time', 'createdAt', 'at'] as const

/** When a line was said, under any of the names that deployments use. Small numbers are seconds into the call: no moment. */
function saidAt(line: TranscriptLine): number | null {
  for (const name of timeNames) {
    const at = readTime(line[name])
    if (at !== null && at > 1e11) return at
  }
  return null
}

const same = (line: Line, next: TranscriptLine) => line.role === next.role && line.content === next.content

/**
 * What is to be shown after an answer.
 *
 * @param shown the lines on the screen
 * @param answer the transcript as the service sent it now
 * @returns the same array where nothing changed; unchanged lines are the same objects. An answer that is only the beginning of
 *   what is shown is an older one and takes nothing away.
 */
export function mergeLines(shown: readonly Line[], answer: readonly TranscriptLine[]): readonly Line[] {
  const older = answer.length < shown.length && answer.every((next, index) => shown[index]?.role === next.role)
  if (older) return shown
  const merged = answer.map((next, index): Line => {
    const before = shown[index]
    if (before && same(before, next)) return before
    return {
      index,
      role: next.role,
      content: next.content,
      at: saidAt(next) ?? before?.at ?? null,
    }
  })
  const unchanged = merged.length === shown.length && merged.every((line, index) => line === shown[index])
  return unchanged ? shown : merged
}

/** Who speaks, in a word. Other words of the service are shown as they are. */
export function speakerOf(role: string): { name: string; side: 'agent' | 'customer' | 'other' } {
  const known: Record<string, { name: string; side: 'agent' | 'customer' | 'other' }> = {
    agent: { name: 'Agent', side: 'agent' },
    assistant: { name: 'Agent', side: 'agent' },
    customer: { name: 'Customer', side: 'customer' },
    user: { name: 'Customer', side: 'customer' },
    // A person of ours who took the call over.
    colleague: { name: 'Colleague', side: 'other' },
  }
  return known[role.toLowerCase()] ?? { name: role === '' ? 'Unknown' : role, side: 'other' }
}

/** The transcript as text, to be copied or kept: one line for each line, the speaker first. */
export const transcriptText = (lines: readonly Pick<Line, 'role' | 'content'>[]): string =>
  lines.map(({ role, content }) => `${speakerOf(role).name}: ${content}`).join('\n')

const none: readonly Line[] = []

/** The lines of one transcript while answers come in. For another call, mount anew (a `key`). */
export function useTranscript(answer: readonly TranscriptLine[] | undefined): readonly Line[] {
  const [lines, setLines] = useState(none)
  const next = answer ? mergeLines(lines, answer) : lines
  if (next !== lines) setLines(next)
  return next
}
