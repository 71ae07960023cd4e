/**
 * How often one person is called: in 24 hours and in 7 days. Call-backs are of one batch and count once. Whoever is called again since
 * a batch did not reach them was called once too: which calls reached somebody is known from the start that takes the failed,
 * cancelled or never called calls of a batch, and of no other. A test of a row on a number of one's own is no contact.
 */
import type { ContactLimits } from '#contract/index.ts'
import { type Contact, limitWindowMs, recentMs } from '../contacts/states.ts'

export interface Excess {
  /** Calls in the last 24 hours, and in the last 7 days. */
  inDay: number
  inWeek: number
  isOverDay: boolean
}

/**
 * @param contacts starts and calls that reached for one person
 * @param retried the source whose unreached people the new start calls
 * @returns null: another call stays within the limits, or whoever is asked about this person is asked for another reason
 */
export function excessOf(
  contacts: readonly Contact[],
  limits: ContactLimits,
  { now, retried = null }: { now: number; retried?: number | null },
): Excess | null {
  const unreached = new Set([retried, ...contacts.map(({ retryOf }) => retryOf)])
  const reached = contacts.filter(({ source, at }) => at > now - limitWindowMs && !unreached.has(source))
  const today = reached.filter(({ at }) => at > now - recentMs)
  const isOver = (counted: readonly Contact[], limit: number) =>
    counted.length >= limit && counted.some(({ isNamed }) => !isNamed)
  const isOverDay = isOver(today, limits.perDay)
  if (!isOverDay && !isOver(reached, limits.perWeek)) return null
  return { inDay: today.length, inWeek: reached.length, isOverDay }
}
