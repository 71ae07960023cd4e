/** A new batch with people of another one: which people it calls, its name, and when it can be prepared. Pure. */
import type { BatchCallState, BatchProgress, CallSelection, ChosenSelection } from '#contract/index.ts'
import * as texts from './texts.tsx'

const maxNameLength = 200

/** "Renewals, continued". */
export function nameAfter(name: string, calls: ChosenSelection): string {
  const suffix = texts.nameSuffix(calls)
  return `${name.slice(0, maxNameLength - suffix.length)}${suffix}`
}

/**
 * How many people a new batch would call; null: unknown until their rows are read. Cancelled calls include call-backs to people who were
 * called before.
 *
 * @param count calls that the service counts
 * @param callsBack whether the batch calls back people who are not reached
 */
export const peopleToCall = (calls: CallSelection, count: number | null, callsBack: boolean | null): number | null =>
  calls === 'never_called' && count !== 0 && callsBack !== false ? null : count

/** The calls that a filter of the table selects for a new batch; null if they include people who may still be called in this one. */
export function selectedCalls(filter: 'all' | BatchCallState): CallSelection | null {
  if (filter === 'completed' || filter === 'failed') return filter
  // Excludes people who were called before their call-back was cancelled.
  return filter === 'cancelled' ? 'never_called' : null
}

/** Whether calls were cancelled; some services do not count them. */
export const hasCancelled = ({ status, cancelled }: Pick<BatchProgress, 'status' | 'cancelled'>): boolean =>
  cancelled === null ? status === 'cancelled' : cancelled > 0

/** Why a new batch of these calls cannot be prepared yet; '' if it can. */
export function whyTooEarly(
  calls: ChosenSelection,
  { isComplete, waiting }: Pick<BatchProgress, 'isComplete' | 'waiting'>,
) {
  if (calls === 'never_called') return waiting ? 'The service has not cancelled all waiting calls yet.' : ''
  return isComplete ? '' : 'The batch is still running. Wait until it ends to include everyone.'
}
