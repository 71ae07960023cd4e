/**
 * Limits how often a person is called in 24 hours and in 7 days. A batch counts once, with all its call-backs. A batch and its retry
 * together also count once: a retry calls only people whom the batch did not reach. A test call to the operator's own number does not
 * count.
 */
import type { ContactLimits } from '#contract/index.ts'
import { type Contact, limitWindowMs, recentMs } from '../contacts/states.ts'

export interface Excess {
  /** Contacts in the last 24 hours. */
  inDay: number
  /** Contacts in the last 7 days. */
  inWeek: number
  /** Whether the daily limit is reached. */
  isOverDay: boolean
}

/**
 * @param contacts earlier starts and calls of one person
 * @param retriedSource the earlier start whose unreached people the new start calls
 * @returns null if another call stays within the limits, or if another rule already names this person
 */
export function excessOf(
  contacts: readonly Contact[],
  limits: ContactLimits,
  { now, retriedSource = null }: { now: number; retriedSource?: number | null },
): Excess | null {
  const unreached = new Set([retriedSource, ...contacts.map(({ retryOf }) => retryOf)])
  const reached = contacts.filter(({ source, at }) => at > now - limitWindowMs && !unreached.has(source))
  const inLastDay = reached.filter(({ at }) => at > now - recentMs)
  const isOver = (counted: readonly Contact[], limit: number) =>
    counted.length >= limit && counted.some(({ isNamed }) => !isNamed)
  const isOverDay = isOver(inLastDay, limits.perDay)
  if (!isOverDay && !isOver(reached, limits.perWeek)) return null
  return { inDay: inLastDay.length, inWeek: reached.length, isOverDay }
}
