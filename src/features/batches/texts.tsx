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

// Status of a batch
export const failed = 'Failed'
export const noStatus = 'Unknown status'

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
export const latestCalls = 'Latest calls by this agent'
export const started = {
  label: 'It started',
  hint: 'The calls are in progress, or were made.',
  recordLabel: 'Record that it started',
}
