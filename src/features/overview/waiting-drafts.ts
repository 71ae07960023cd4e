/** Counts the drafts that wait for a decision, and how long they have waited. Pure. */
import { type MinDraftAge, minDraftAges } from '#components/decisions/draft-ages.ts'
import type { Queue } from '#components/unfinished/unfinished-work.ts'
import { isWaiting } from '#contract/index.ts'
import { number, plural } from '#ui/text/format-number.ts'
import { ago, momentOf } from '#ui/time/format-time.ts'

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
  const { watching, unread } = queue
  const seconds = Math.floor((now - (queue.readAt ?? now)) / 1_000)
  return `Checked ${unread > 0 ? `${number(watching - unread)} of ` : ''}${plural(watching, 'conversation', 'conversations')}${seconds >= 1 ? ` ${ago(0, seconds * 1_000)}` : ''}`
}

/** What the panel says without drafts. */
export const emptyQueueText = (queue: Queue): string =>
  isNotLoaded(queue) && !knowsNone(queue)
    ? 'Drafts are loaded while someone has the queue open, or a reviewer has this page open.'
    : `No drafts waiting. Switchboard checks ${plural(queue.watching, 'conversation', 'conversations')} for drafts.${queue.listed ? '' : ' The service does not list its conversations, so only those that your team has opened are checked.'}`

/** @param now the gateway's clock, epoch ms */
export const countByAge = (queue: Queue, now: number): { age: MinDraftAge; count: number }[] =>
  (Object.keys(minDraftAges) as MinDraftAge[]).map((age) => ({
    age,
    count: draftsToDecide(queue).filter(({ createdAt }) => now - Date.parse(createdAt) >= minDraftAges[age]).length,
  }))

/** When the draft that has waited longest was received, epoch ms; null without drafts whose time is known. */
export function oldestDraft(queue: Queue): number | null {
  const times = draftsToDecide(queue).flatMap(({ createdAt }) => momentOf(createdAt) ?? [])
  return times.length === 0 ? null : Math.min(...times)
}

/**
 * What needs attention of the drafts: those that have waited over an hour, or else all that wait. null: none waits.
 *
 * @param queue undefined: not read yet @param isRefused it could not be read
 * @param isLoading whether this page makes the gateway load drafts; if not, they may stay unknown as long as it is open
 */
export function draftsLine(
  queue: Queue | undefined,
  isRefused: boolean,
  isLoading: boolean,
  now: number,
): { label: string; age: MinDraftAge | null } | null {
  if (queue ? isNotLoaded(queue) && queue.watching > 0 : !isRefused)
    return { label: queue && !isLoading ? 'Drafts not loaded yet' : 'Loading drafts…', age: null }
  const old = queue ? (countByAge(queue, now).find(({ age }) => age === '1h')?.count ?? 0) : 0
  if (old > 0) return { label: plural(old, 'draft waiting over 1 hour', 'drafts waiting over 1 hour'), age: '1h' }
  const count = (queue && countWaiting(queue)) ?? 0
  return count === 0 ? null : { label: plural(count, 'draft to review', 'drafts to review'), age: null }
}
