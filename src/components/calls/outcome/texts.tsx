/** Texts about the outcome of a call. */
import { type CallOutcome, outcomeLabels } from '#contract/index.ts'

export { outcomeLabels }
/** Beside an outcome that a rule guessed. */
export const guessed = 'guess'

export const title = 'Outcome'

// The dialog
export const correct = 'Change outcome'
export const hints: Readonly<Partial<Record<CallOutcome, string>>> = {
  talked: 'Someone talked, without a clear yes or no.',
  answered: 'Someone answered, and nothing more is known.',
  call_back: 'The person wants to be called at another time.',
  failed: 'For a technical reason, so the phone may never have rung.',
  do_not_call: 'This does not add the number to the do-not-call list.',
}
