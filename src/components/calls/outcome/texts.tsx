/** Texts about the outcome of a call. */
import type { ReactNode } from 'react'
import { type CallOutcome, outcomeLabels } from '#contract/index.ts'
import { visible } from '#ui/text/visible-text.tsx'

export { outcomeLabels }
/** Beside an outcome that a rule guessed. */
export const guessed = 'guess'

export const title = 'Outcome'
export const loading = 'Loading the outcome…'
export const nothingKnown = 'Unknown until something is said, or the service reports it.'
export const guess = 'A guess from the transcript.'
export const guessSoFar = 'A guess from what was said so far.'
export const byService = (reason: string) =>
  reason === '' ? 'Reported by the service.' : <>Reported by the service: “{visible(reason.replaceAll('_', ' '))}”.</>
export const byState = 'From the call’s status. What was said is unknown.'
export const correctedBy = (operator: string, time: ReactNode) => (
  <>
    Corrected by {visible(operator)}, {time}.
  </>
)
export const you = 'you'
export const before = (outcome: CallOutcome) => `Before: ${outcomeLabels[outcome].toLowerCase()}.`
export const showLine = 'Go to line'
export const lineNote = (outcome: CallOutcome) => `Outcome: ${outcomeLabels[outcome].toLowerCase()}`

// The dialog
export const correct = 'Change outcome'
export const chooseLabel = 'Outcome of this call'
export const effect = 'All figures count it from now on. Only Switchboard stores it: it is never sent to the service.'
export const chooseFirst = 'Choose an outcome first.'
export const hints: Readonly<Partial<Record<CallOutcome, string>>> = {
  talked: 'Someone talked, without a clear yes or no.',
  answered: 'Someone answered, and nothing more is known.',
  call_back: 'The person wants to be called at another time.',
  failed: 'For a technical reason, so the phone may never have rung.',
  do_not_call: 'This does not add the number to the do-not-call list.',
}
export const cancel = 'Cancel'
export const save = 'Save outcome'
export const takeBack = 'Take back correction'
export const takenBack = 'The correction was taken back.'
export const saved = (outcome: CallOutcome) => `Outcome corrected: ${outcomeLabels[outcome].toLowerCase()}`
