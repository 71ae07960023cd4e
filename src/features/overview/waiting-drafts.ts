/** How many drafts wait for a decision, and how old that knowledge is. Pure. */
import type { Contract, ResponseOf } from '#contract/index.ts'
import { number, plural } from '#ui/text/format-number.ts'
import { ago } from '#ui/time/format-time.ts'

export type Queue = ResponseOf<Contract['reviewQueue']>

/** Drafts that wait for somebody: nothing is decided about them yet. */
const undecided = ({ drafts }: Queue) => drafts.filter(({ decision }) => decision?.state !== 'held')

const nothingRead = ({ watching, unread }: Queue) => watching === unread

/** How many wait; undefined while nobody has looked, since then nothing is known. */
export const waitingIn = (queue: Queue): number | undefined =>
  nothingRead(queue) ? undefined : undecided(queue).length

/**
 * Beside the figure: how old what we know is, at its oldest. In few words: a second line would move the page below it.
 *
 * @param now epoch ms, by the gateway's clock: an age goes on while nobody answers
 */
export function queueNote(queue: Queue, now: number): string {
  if (nothingRead(queue)) return 'Nobody has looked yet. Open the queue'
  const oldest = Math.floor((now - (queue.readAt ?? now)) / 1_000)
  const of = queue.unread > 0 ? `${number(queue.watching - queue.unread)} of ` : ''
  const known = plural(queue.watching, 'conversation', 'conversations')
  return `In ${of}${known}${oldest >= 1 ? `, read ${ago(0, oldest * 1_000)}` : ''}`
}
