/** Texts of the overview, except those about problems, which are loaded only if there are any. */
import type { ReactNode } from 'react'
import { number, plural } from '#ui/text/format-number.ts'

export const overview = 'Overview'

// figures.tsx
export const liveCalls = 'Live calls'
export const runningBatches = 'Running batches'
/**
 * @param waiting calls of the running batches that wait; null if unknown
 * @param scheduled batches that have not started yet
 * @param end when all running batches have ended; null if unknown
 */
export const batchesNote = (waiting: number | null, scheduled: number, end: ReactNode) => (
  <>
    {waiting === null ? 'Unknown number of calls waiting' : plural(waiting, 'call waiting', 'calls waiting')}
    {scheduled > 0 && ` · ${plural(scheduled, 'batch scheduled', 'batches scheduled')}`}
    {end && <> · ends about {end}</>}
  </>
)
/** Also the heading of the panel. */
export const draftsToReview = 'Drafts to review'
export const requestsLastMinute = 'Requests in the last minute'
export const requestsUsed = (used: number, budget: number) => `${number(used)} of ${number(budget)}`
export const requestBudget = 'Request budget'
export const requestMeter = (used: number, budget: number) => `${used} of ${budget} requests used in the last minute`

// waiting-drafts.ts
export const queueNotLoaded = 'Not loaded yet. Open the queue.'
/**
 * @param loaded conversations whose drafts were read
 * @param watched all conversations that are checked for drafts
 * @param age when the oldest of them was read, such as "2 min ago"; '' if it was just now
 */
export const queueNote = (loaded: number, watched: number, age: string) => {
  const conversations = plural(watched, 'conversation', 'conversations')
  return `In ${loaded < watched ? `${number(loaded)} of ` : ''}${conversations}${age && `, read ${age}`}`
}

// drafts-panel.tsx
export const openQueue = 'Open queue'
export const customerColumn = 'Customer'
export const messageColumn = 'Message'
export const reviewerColumn = 'Reviewer'
export const receivedColumn = 'Received'
export const noName = 'No name'
export const you = 'You'
export const loadingDrafts = 'Loading drafts…'
export const draftsNotLoaded = 'Not loaded yet'
export const draftsNotLoadedHint =
  'Open the queue to load it. Drafts are read while someone has the queue open, or a reviewer has this page open.'
export const noDrafts = 'No drafts waiting'
/** @param listed whether the service lists its conversations */
export const watchedConversations = (count: number, listed: boolean) => {
  const watched = `Switchboard checks ${plural(count, 'conversation', 'conversations')} for drafts.`
  return listed
    ? watched
    : `${watched} The service does not list its conversations, so only those that your team has opened are checked.`
}
export const moreDrafts = (count: number) => `${number(count)} more in the queue`

// live-panel.tsx
export const callsInProgress = 'Calls in progress'
export const allLiveCalls = 'All live calls'
export const stateColumn = 'State'
export const agentColumn = 'Agent'
export const durationColumn = 'Duration'
export const unknownCustomer = 'Unknown customer'
export const loadingCalls = 'Loading calls…'
export const noCalls = 'No calls in progress'
export const noCallsHint = 'Calls appear here while a batch is running, or when someone places a call.'
export const moreCalls = (count: number) => `${number(count)} more on the wall`

// running-panel.tsx
export const allBatches = 'All batches'
/**
 * @param start such as "Starts tomorrow 08:00"; '' if it has started
 * @param end when the batch is expected to end; null if unknown
 */
export const batchProgress = (start: string, ended: string, total: string, end: ReactNode) => (
  <>
    {start && `${start} · `}
    {ended} of {total} calls
    {end && <> · ends about {end}</>}
  </>
)
export const progressOf = (batch: string) => `Progress of ${batch}`
export const completed = 'Completed'
export const failed = 'Failed'
export const inProgress = 'In progress'
export const cancelled = 'Cancelled'
export const waiting = 'Waiting'
export const loadingBatches = 'Loading batches…'
export const noBatches = 'No batches running'
export const noBatchesHint = 'A batch calls every number in a CSV file with one agent.'
export const newBatch = 'New batch'

// budget-panel.tsx
export const requestsByPage = 'Requests by page in the last minute'
export const openBudget = 'Open budget'
export const loadingBudget = 'Loading budget…'
