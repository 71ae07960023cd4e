/** A new batch of people of another one: whom it calls, and what it and its button are called. Pure. */
import type { BatchCallState, BatchProgress, CallSelection, ChosenSelection } from '#contract/index.ts'
import { number } from '#ui/text/format-number.ts'

const longestName = 200
const suffixes: Partial<Record<ChosenSelection, string>> = { failed: ', again', never_called: ', continued' }

/** "Renewals, continued": no longer than a name may be. */
export function nameAfter(name: string, calls: ChosenSelection): string {
  const suffix = suffixes[calls] ?? ', selected'
  return `${name.slice(0, longestName - suffix.length)}${suffix}`
}

/** @param people null: not known before their rows are read */
export function actionOf(calls: CallSelection, people: number | null): string {
  const these = people === null ? 'those' : people === 1 ? 'the one' : `the ${number(people)}`
  if (calls === 'never_called') return `Continue with ${these} never called`
  if (calls === 'failed') return `Call ${these} that failed again`
  return people === null ? 'Prepare a batch of these' : `Prepare a batch of these ${number(people)}`
}

/**
 * How many people a new batch would call; null: only their rows tell. A cancel also drops call-backs, whose people were called before.
 *
 * @param count calls that the service counts
 * @param callsBack whether the batch calls back who is not reached
 */
export const peopleToCall = (calls: CallSelection, count: number | null, callsBack: boolean | null): number | null =>
  calls === 'never_called' && count !== 0 && callsBack !== false ? null : count

/** The calls that a filter of the table selects for a new batch; null: all of them, or people who may still be called in this one. */
export function selectedCalls(filter: 'all' | BatchCallState): CallSelection | null {
  if (filter === 'completed' || filter === 'failed') return filter
  // Not those who were called before a dropped call-back.
  return filter === 'cancelled' ? 'never_called' : null
}

/** Whether a cancel has dropped calls; some services do not count them. */
export const hasDropped = ({ status, cancelled }: Pick<BatchProgress, 'status' | 'cancelled'>): boolean =>
  cancelled === null ? status === 'cancelled' : cancelled > 0

/** Why a new batch of these calls cannot be prepared yet; '' if it can. */
export function tooEarly(calls: CallSelection, { isComplete, waiting }: Pick<BatchProgress, 'isComplete' | 'waiting'>) {
  if (calls === 'never_called') return waiting ? 'The service has not dropped all waiting calls yet.' : ''
  return isComplete ? '' : 'The batch is still running. Wait for its end to include everybody.'
}
