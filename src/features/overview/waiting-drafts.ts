/** Counts the drafts that wait for a decision. Pure. */
import { type Contract, isWaiting, type ResponseOf } from '#contract/index.ts'
import { ago } from '#ui/time/format-time.ts'
import * as texts from './texts.tsx'

export type Queue = ResponseOf<Contract['reviewQueue']>

/** Drafts that need a decision. */
export const draftsToDecide = ({ drafts }: Queue) => drafts.filter(isWaiting)

/** None of the conversations was read. */
export const isNotLoaded = ({ watching, unread }: Queue) => watching === unread

/** The service does not list its conversations, and the team has opened none. */
const knowsNone = ({ watching, listed }: Queue) => watching === 0 && !listed

/** Number of waiting drafts; undefined while no conversation is loaded. */
export const countWaiting = (queue: Queue): number | undefined =>
  isNotLoaded(queue) ? undefined : draftsToDecide(queue).length

/**
 * The note below the figure, with the age of the data. It must fit on one line, because a second line would move the page.
 *
 * @param now epoch ms by the gateway's clock, so that the age also grows while the gateway does not answer
 */
export function queueNote(queue: Queue, now: number): string {
  if (isNotLoaded(queue)) return knowsNone(queue) ? 'No conversations known' : 'Not loaded yet'
  const seconds = Math.floor((now - (queue.readAt ?? now)) / 1_000)
  return texts.queueNote(queue.watching - queue.unread, queue.watching, seconds >= 1 ? ago(0, seconds * 1_000) : '')
}

/** What the panel says without drafts. */
export const emptyQueueText = (queue: Queue): string =>
  isNotLoaded(queue) && !knowsNone(queue)
    ? 'Drafts are loaded while someone has the queue open, or a reviewer has this page open.'
    : `No drafts waiting. ${texts.watchedConversations(queue.watching, queue.listed)}`
