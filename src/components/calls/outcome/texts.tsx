/** Texts about what came of a call. */
import type { ReactNode } from 'react'
import type { CallOutcome } from '#contract/index.ts'
import { visible } from '#ui/text/visible-text.tsx'

export const outcomeLabels: Readonly<Record<CallOutcome, string>> = {
  agreed: 'Agreed',
  talked: 'Talked',
  asked_for_person: 'Asked for a person',
  said_no: 'Said no',
  do_not_call: 'Asked not to be called',
  wrong_number: 'Wrong number',
  answered: 'Answered, not read',
  mailbox: 'Mailbox',
  no_answer: 'No answer',
  busy: 'Busy',
  failed: 'Failed',
  unknown: 'Not known',
}

export const title = 'Outcome'
export const loading = 'Loading the outcome…'
export const nothingKnown = 'Nothing is known yet. It follows from what is said, or from the service.'
export const guess = 'A guess from the transcript.'
export const guessSoFar = 'A guess from what was said so far.'
export const byService = (reason: string) =>
  reason === '' ? (
    'As the service reports it.'
  ) : (
    <>As the service reports it: “{visible(reason.replaceAll('_', ' '))}”.</>
  )
export const byState = 'Only its state is known, not what was said.'
export const correctedBy = (operator: string, time: ReactNode) => (
  <>
    Corrected by {visible(operator)}, {time}.
  </>
)
export const you = 'you'
export const before = (outcome: CallOutcome) => `Before: ${outcomeLabels[outcome].toLowerCase()}.`
export const showLine = 'Show the line'
export const lineNote = (outcome: CallOutcome) => `Outcome: ${outcomeLabels[outcome].toLowerCase()}`

// The dialog
export const correct = 'Correct outcome'
export const chooseLabel = 'What came of this call?'
export const effect = 'Counts in all figures from now on. Only Switchboard stores it: the service never gets it.'
export const chooseFirst = 'Choose an outcome first.'
export const hints: Readonly<Partial<Record<CallOutcome, string>>> = {
  talked: 'Somebody talked, without a clear yes or no.',
  answered: 'Somebody answered, and nothing more is known.',
  do_not_call: 'The number is not added to the do-not-call list by this.',
}
export const cancel = 'Cancel'
export const save = 'Save outcome'
export const takeBack = 'Take back correction'
export const takenBack = 'The correction was taken back.'
export const saved = (outcome: CallOutcome) => `Outcome corrected: ${outcomeLabels[outcome].toLowerCase()}`
