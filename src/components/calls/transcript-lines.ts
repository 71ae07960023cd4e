/**
 * The lines of a growing transcript. The service sends the whole transcript each time. It adds lines, corrects them when speech recognition
 * improves, and puts fragments together. Lines are matched by what they say, so a line stays the same wherever it stands.
 */
import { useState } from 'react'
import { alignLines, isAgentRole, isBeginningOf, readTime, type TranscriptLine } from '#contract/index.ts'
import { firstName } from '#ui/text/first-name.ts'
import { timeToTheSecond } from '#ui/time/format-time.ts'

export const firstSeenTimes = 'The service sends no times. Those here are when Switchboard first saw each line.'

export interface Line {
  /** Identifies the line, also after it was corrected or others were put before it. */
  id: number
  /** Position in the transcript. */
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

/**
 * The lines to show after an answer.
 *
 * @param shown the lines on the screen
 * @param answer the transcript as the service sent it
 * @param firstSeenAt for lines whose time the service does not send, by their place in the answer
 * @returns the same array if nothing changed; unchanged lines are the same objects
 */
export function mergeLines(
  shown: readonly Line[],
  answer: readonly TranscriptLine[],
  firstSeenAt: FirstSeenAt = neverSeen,
): readonly Line[] {
  const places = alignLines(shown, answer)
  let nextId = Math.max(-1, ...shown.map(({ id }) => id)) + 1
  const merged = answer.map((next, index): Line => {
    const place = places[index]
    const before = typeof place === 'number' ? shown[place] : undefined
    const { role, content } = next
    if (before?.content === content) return before.index === index ? before : { ...before, index }
    const id = before?.id ?? nextId++
    const at = spokenAt(next)
    if (at !== null) return { id, index, role, content, at }
    if (before) return { ...before, index, role, content }
    const seenAt = firstSeenAt(index)
    return { id, index, role, content, at: seenAt, ...(seenAt !== null && { isFirstSeen: true }) }
  })
  const unchanged = merged.length === shown.length && merged.every((line, index) => line === shown[index])
  return unchanged ? shown : merged
}

/** The shown lines, and when an answer was read that has only their beginning; null: the last answer had them all. */
export interface ShownTranscript {
  lines: readonly Line[]
  olderReadAt: number | null
}

/**
 * The transcript to show after an answer. One that has only the beginning of the shown lines is taken for an older one that arrived late, but
 * only once: if the next reading says so too, the lines are gone.
 *
 * @param readAt when the answer was read
 * @returns the same object if nothing changed
 */
export function nextTranscript(
  shown: ShownTranscript,
  answer: readonly TranscriptLine[],
  readAt: number,
  firstSeenAt: FirstSeenAt = neverSeen,
): ShownTranscript {
  const { olderReadAt } = shown
  if (isBeginningOf(answer, shown.lines) && (olderReadAt === null || olderReadAt === readAt))
    return olderReadAt === readAt ? shown : { ...shown, olderReadAt: readAt }
  const lines = mergeLines(shown.lines, answer, firstSeenAt)
  return lines === shown.lines && olderReadAt === null ? shown : { lines, olderReadAt: null }
}

/** The line on the screen that another answer called the line at this place: the nearest one with the same words. */
export function findLine(lines: readonly Line[], said: { index: number; text: string }): Line | undefined {
  const { index, text } = said
  if (text === '') return lines[index]
  const distance = (line: Line) => Math.abs(line.index - index)
  const same = lines.filter(({ content }) => content === text)
  const [nearest] = same.toSorted((one, other) => distance(one) - distance(other))
  return nearest ?? lines.findLast(({ content }) => content.includes(text))
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
  if (isAgentRole(role)) return { name: 'Agent', side: 'agent' }
  const speakers: Record<string, { name: string; side: 'customer' | 'other' }> = {
    customer: { name: 'Customer', side: 'customer' },
    user: { name: 'Customer', side: 'customer' },
    colleague: { name: 'Colleague', side: 'other' },
  }
  return speakers[role.toLowerCase()] ?? { name: role === '' ? 'Unknown' : role, side: 'other' }
}

/** Names of the speakers, if known. */
export interface Speakers {
  agent?: string | null
  customer?: string | null
}

/** The name of a speaker as the transcript shows it. */
export const nameOf = (role: string, speakers: Speakers): string => {
  const { name, side } = speakerOf(role)
  return (side === 'other' ? null : speakers[side]) || name
}

/** The name beside each line: the heading of the page has it in full. */
export function shortNameOf(role: string, { customer }: Speakers): string {
  const { name, side } = speakerOf(role)
  return (side === 'customer' && firstName(customer ?? '')) || name
}

/**
 * The transcript as plain text, for copying and downloading: who, when, and what was said by whom and when.
 *
 * @param head with whom and when the call was
 */
export function transcriptText(
  lines: readonly Pick<Line, 'role' | 'content' | 'at' | 'isFirstSeen'>[],
  head: string,
  speakers: Speakers,
): string {
  const said = lines.map(({ role, content, at }) => {
    const line = plainLine(nameOf(role, speakers), content)
    return at === null ? line : `${timeToTheSecond(at)}  ${line}`
  })
  const note = lines.some(({ isFirstSeen }) => isFirstSeen) ? [firstSeenTimes] : []
  return [head, ...note, '', ...said].join('\n')
}

const nothingShown: ShownTranscript = { lines: [], olderReadAt: null }

/** The lines of one transcript, updated with each answer. Use a `key` to show another call. */
export function useTranscript(
  answer: readonly TranscriptLine[] | undefined,
  readAt: number | null,
  firstSeenAt: FirstSeenAt,
): readonly Line[] {
  const [shown, setShown] = useState(nothingShown)
  const next = answer ? nextTranscript(shown, answer, readAt ?? 0, firstSeenAt) : shown
  if (next !== shown) setShown(next)
  return next.lines
}

/** The first line of a copied transcript. @param when day, time and zone; '' if unknown */
export const transcriptHead = (customer: string, number: string, agent: string, when: string) =>
  ['Call', customer || number ? `with ${[customer, number].filter(Boolean).join(', ')}` : '', agent && `by ${agent}`]
    .filter(Boolean)
    .join(' ') + (when && `, ${when}`)
export const plainLine = (speaker: string, content: string) => `${speaker}: ${content}`
