/** Texts that the pages about batches share: statuses, origins, parts, and starts whose outcome is unknown. */
import type { ReactNode } from 'react'
import { type KnownBatch, type OriginSelection, sumOf } from '#contract/index.ts'
import { number, numberOr, plural } from '#ui/text/format-number.ts'

export const batchesTitle = 'Batches'
export const unknown = 'Unknown'
export const notLoadedYet = 'Not loaded yet'
export const numberColumn = 'Number'
export const statusColumn = 'Status'
export const startedColumn = 'Started'
export const agentColumn = 'Agent'

// Status of a batch
export const queued = 'Queued'
export const scheduled = 'Scheduled'
export const calling = 'Calling'
export const complete = 'Complete'
export const cancelled = 'Cancelled'
export const failed = 'Failed'
export const cancelledFinishing = 'Cancelled, finishing'
export const noStatus = 'Unknown status'

// Status of a call
export const completedCall = 'Completed'
export const unreachedCall = 'Not reached'
export const activeCall = 'In progress'
export const waitingCall = 'Waiting'
export const cancelledCall = 'Cancelled'

// Origin of a batch's people
const originTexts: Record<OriginSelection, string> = {
  all: 'in',
  waiting: 'who were waiting in',
  active: 'who were being called in',
  completed: 'whose call was completed in',
  failed: 'not reached by a call in',
  cancelled: 'whose call was cancelled in',
  never_called: 'never called in',
  not_reached: 'not reached in',
  selected: 'selected in',
  held_back: 'after the first 10 in',
  next_part: 'in the part after',
}
/** "39 people never called in Renewals". @param people how many; undefined: "People never called in Renewals" */
export const peopleFrom = (calls: OriginSelection, people: number | undefined, batch: ReactNode) => (
  <>
    {people === undefined ? 'People' : plural(people, 'person', 'people')} {originTexts[calls]} {batch}
  </>
)

// Parts of a batch that is started in several
/** "1,200 of 4,800 called". */
export const calledCount = ({ completed, failed, total }: NonNullable<KnownBatch['progress']>): string =>
  `${numberOr(sumOf(completed, failed))} of ${numberOr(total)} called`
/** "Part 2 of 3, 1,200 of 4,800 called in total". @param totalProgress progress of all parts together */
export const partOf = (position: number, of: number, totalProgress: KnownBatch['progress']): string => {
  const part = `Part ${number(position)} of ${number(of)}`
  return totalProgress ? `${part}, ${calledCount(totalProgress)} in total` : part
}

// Start whose outcome is unknown
export const startNotConfirmed = (batch: string | undefined) =>
  batch ? `Start not confirmed: ${batch}` : 'Start not confirmed'
export const doNotStartAgain =
  'The service did not confirm the start of this batch. Some calls may already be in progress. Do not start it again.'
export const whatToDo = 'What to do'
export const checkLatestCalls = 'Check this agent’s latest calls below. Are they to the people in this batch?'
export const askPeople = 'Ask one of the first people in the file, or check the service’s own console.'
export const recordOutcome =
  'Then record here what you found. Until then, nobody can start a batch with the same people and this agent. Other batches can be started.'
export const latestCalls = 'Latest calls by this agent'
export const refresh = 'Refresh'
export const loadingLatestCalls = 'Loading calls…'
export const noLatestCalls = 'The service has no calls by this agent yet.'
export const batchColumn = 'Batch'
export const noBatch = 'None'
export const started = {
  label: 'It started',
  hint: 'The calls are in progress, or were made.',
  recordLabel: 'Record that it started',
}
/** @param risk a sentence about starting it twice */
export const notStarted = (risk: string) => ({
  label: 'It did not start',
  hint: `You can then start it again. ${risk}`.trim(),
  recordLabel: 'Record that it did not start',
})
