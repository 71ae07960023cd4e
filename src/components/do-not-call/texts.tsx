/** Texts about adding numbers to the do-not-call list. */
import type { ReactNode } from 'react'
import { number, plural } from '#ui/text/format-number.ts'

// Reason and last day
export const defaultReason = 'Asked not to be called'
export const enterReason = 'Enter a reason.'

// Adding a number
export const cancel = 'Cancel'

// A number was added
export const addedEffect = (phoneNumber: ReactNode, until: ReactNode | null) => (
  <>
    Nobody in this workspace can call {phoneNumber} or draft a message to it
    {until !== null && <> until {until}</>}.
  </>
)
export const undo = 'Undo'
export const close = 'Close'

// What still includes the numbers. `areMany`: several were added
const numbers = (areMany: boolean) => (areMany ? 'these numbers' : 'the number')
const oneOf = (areMany: boolean) => (areMany ? 'one of these numbers' : 'the number')
const without = (areMany: boolean) => (areMany ? 'without these people' : 'without this number')
export const firstNamed = (count: number) => `These are the first ${number(count)}.`

// Batches
export const batchesWithNumbers = (count: number, areMany: boolean) =>
  `${count === 1 ? 'This batch includes' : `These ${plural(count, 'batch', 'batches')} include`} ${areMany ? 'some of these numbers and may still call them' : 'the number and may still call it'}. The service cannot remove numbers from a batch. Cancel the remaining calls and continue ${without(areMany)}, or let them run.`
/** Followed by their names. */
export const otherBatches = (count: number, areMany: boolean) =>
  `${plural(count, 'batch', 'batches')} started outside Switchboard may still run. Whether ${count === 1 ? 'it includes' : 'they include'} ${oneOf(areMany)} is not known:`

// Drafts
export const waitingDrafts = (count: number, areMany: boolean) =>
  `${plural(count, 'draft', 'drafts')} to ${numbers(areMany)} ${count === 1 ? 'waits' : 'wait'} for review. Reject ${count === 1 ? 'it' : 'them'} if nothing more may be sent.`
/** @param count null: it was just said */
export const conversationsRead = (count: number | null, ago: ReactNode) =>
  count === null ? (
    <>Oldest reading: {ago}.</>
  ) : (
    <>
      {plural(count, 'conversation was', 'conversations were')} searched, oldest reading: {ago}.
    </>
  )
