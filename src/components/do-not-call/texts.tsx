/** Texts about adding numbers to the do-not-call list. */
import type { ReactNode } from 'react'
import { plural } from '#ui/text/format-number.ts'

// Reason and last day
export const defaultReason = 'Asked not to be called'
export const reasonLabel = 'Reason'
export const reasonHint = 'Your team sees the reason and your name wherever the number is refused.'
export const enterReason = 'Enter a reason.'
export const lastDayLabel = 'Last day'
export const lastDayHint = 'Leave this empty to keep the number on the list permanently.'
export const invalidDate = 'This is not a date.'
export const dayHasPassed = 'This day has passed.'

// Adding a number
export const doNotCall = 'Do not call'
export const addTitle = 'Do not call this number'
export const numberLabel = 'Number'
export const numberHint = 'In any format with + and the country code, such as +44 7700 900123.'
export const addToList = 'Add to do-not-call list'
export const cancel = 'Cancel'

// A number was added
export const added = (isNew: boolean) => (isNew ? 'Added to the do-not-call list' : 'Already on the do-not-call list')
export const addedEffect = (number: ReactNode, until: ReactNode | null) => (
  <>
    Nobody in this workspace can call {number} or draft a message to it
    {until !== null && <> until {until}</>}.
  </>
)
export const addedBefore = (operator: string, day: ReactNode, reason: string) => (
  <>
    {operator} added it on {day}: {reason}.
  </>
)
export const openList = 'Open do-not-call list'
export const undo = 'Undo'
export const close = 'Close'

// An addition was undone
export const numbersRemoved = (count: number) =>
  `${plural(count, 'number was', 'numbers were')} removed from the do-not-call list.`
export const numbersKept = (count: number) =>
  count === 1
    ? '1 number was on the list before this addition, so it stays.'
    : `${plural(count, 'number was', 'numbers were')} on the list before this addition, so they stay.`

// Batches that include the number
export const batchesWithNumber = (count: number) =>
  `${count === 1 ? 'This batch includes' : `These ${plural(count, 'batch', 'batches')} include`} the number and may still call it. The service cannot remove one number from a batch. Cancel the remaining calls and continue without the number, or let them run.`
export const batchesLabel = 'Batches that include the number'
export const batchRunning = 'Running'
export const batchScheduled = 'Scheduled'
export const batchHeldBack = 'Held back'
export const batchCancelled = 'Cancelled'
export const leftOutLater = 'This number is left out when the remaining calls start.'
export const continueWithoutNumber = 'Continue without this number'
export const cancelBatch = (batch: string) => `Cancel calls in ${batch}`
export const cancelTitle = (batch: string) => `Cancel the remaining calls in ${batch}?`
export const cancelEffect =
  'Calls in progress will finish. Nobody else is called. You can then continue in a new batch with the people who were never called. It leaves this number out.'
export const keepCalling = 'Keep calling'
export const cancelRemainingCalls = 'Cancel remaining calls'
