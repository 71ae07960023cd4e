/** Texts about adding numbers to the do-not-call list. */
import type { ReactNode } from 'react'
import { number, plural } from '#ui/text/format-number.ts'

// Reason and last day
export const defaultReason = 'Asked not to be called'
export const enterReason = 'Enter a reason.'

// Adding a number
export const cancel = 'Cancel'

// A number was added
export const added = (isNew: boolean) => (isNew ? 'Added to the do-not-call list' : 'Already on the do-not-call list')
export const addedEffect = (phoneNumber: ReactNode, until: ReactNode | null) => (
  <>
    Nobody in this workspace can call {phoneNumber} or draft a message to it
    {until !== null && <> until {until}</>}.
  </>
)
export const addedBefore = (operator: string, day: ReactNode, reason: string) => (
  <>
    {operator} added it on {day}: {reason}.
  </>
)
export const undo = 'Undo'
export const close = 'Close'

// An addition was undone
export const numbersRemoved = (count: number) =>
  `${plural(count, 'number was', 'numbers were')} removed from the do-not-call list.`
export const numbersKept = (count: number) =>
  count === 1
    ? '1 number was on the list before this addition, so it stays.'
    : `${plural(count, 'number was', 'numbers were')} on the list before this addition, so they stay.`

// What still includes the numbers. `areMany`: several were added
const numbers = (areMany: boolean) => (areMany ? 'these numbers' : 'the number')
const oneOf = (areMany: boolean) => (areMany ? 'one of these numbers' : 'the number')
const without = (areMany: boolean) => (areMany ? 'without these people' : 'without this number')
export const firstNamed = (count: number) => `These are the first ${number(count)}.`

// Batches
export const noBatches = (areMany: boolean) => `No batch that was started here will still call ${oneOf(areMany)}.`
export const batchesWithNumbers = (count: number, areMany: boolean) =>
  `${count === 1 ? 'This batch includes' : `These ${plural(count, 'batch', 'batches')} include`} ${areMany ? 'some of these numbers and may still call them' : 'the number and may still call it'}. The service cannot remove numbers from a batch. Cancel the remaining calls and continue ${without(areMany)}, or let them run.`
export const batchesLabel = (areMany: boolean) => `Batches that include ${numbers(areMany)}`
export const peopleInBatch = (count: number) => `${number(count)} of these numbers`
export const leftOutLater = (areMany: boolean) =>
  `${areMany ? 'They are' : 'This number is'} left out when the remaining calls start.`
/** Followed by their names. */
export const otherBatches = (count: number, areMany: boolean) =>
  `${plural(count, 'batch', 'batches')} started outside Switchboard may still run. Whether ${count === 1 ? 'it includes' : 'they include'} ${oneOf(areMany)} is not known:`
export const andMore = (count: number) => ` and ${number(count)} more`
export const cancelAndContinue = (batch: string, areMany: boolean) => (
  <>
    Cancel<span className="sr-only"> {batch}</span> and continue {without(areMany)}
  </>
)
export const continueWithout = (areMany: boolean) => `Continue ${without(areMany)}`
export const cancelBatch = (batch: string) => `Cancel calls in ${batch}`
export const cancelTitle = (batch: string) => `Cancel the remaining calls in ${batch}?`
export const cancelEffect = (mayContinue: boolean, isScheduled: boolean, areMany: boolean) =>
  [
    isScheduled ? 'Nobody is called at the scheduled time.' : 'Calls in progress will finish. Nobody else is called.',
    mayContinue
      ? `A new batch then opens with the people who were never called. Leave ${areMany ? 'these people' : 'this number'} out there: a start that includes ${areMany ? 'one of them' : 'it'} is refused. Nobody is called until you start it${isScheduled ? ', and you choose its time again' : ''}.`
      : 'Somebody who may start batches can then continue with the people who were never called.',
  ].join(' ')

// Drafts
export const waitingDrafts = (count: number, areMany: boolean) =>
  `${plural(count, 'draft', 'drafts')} to ${numbers(areMany)} ${count === 1 ? 'waits' : 'wait'} for review. Reject ${count === 1 ? 'it' : 'them'} if nothing more may be sent.`
export const noDrafts = (conversations: number, areMany: boolean) =>
  `No draft to ${oneOf(areMany)} waits in the ${plural(conversations, 'conversation', 'conversations')} that Switchboard has read.`
export const draftsNotKnown = (areMany: boolean) =>
  `Whether a draft to ${oneOf(areMany)} waits for review is not known: no conversation has been read.`
/** @param count null: it was just said */
export const conversationsRead = (count: number | null, ago: ReactNode) =>
  count === null ? (
    <>Oldest reading: {ago}.</>
  ) : (
    <>
      {plural(count, 'conversation was', 'conversations were')} searched, oldest reading: {ago}.
    </>
  )
export const draftsLabel = (areMany: boolean) => `Waiting drafts to ${numbers(areMany)}`
export const draftTo = (name: string | null, time: ReactNode) => (
  <>
    {name ? (
      <>
        Draft to <bdi translate="no">{name}</bdi>
      </>
    ) : (
      'Draft'
    )}
    , {time}
  </>
)
export const unreadConversations = (count: number) =>
  `${plural(count, 'conversation has', 'conversations have')} not been read yet, so drafts in ${count === 1 ? 'it' : 'them'} are not known.`
