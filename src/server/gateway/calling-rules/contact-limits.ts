/**
 * Limits how often a person is called in 24 hours and in 7 days. A batch counts once, whatever its call-backs. A batch and its retry also
 * count once: a start that takes the failed, cancelled or never called calls of another batch shows that those calls reached nobody. A
 * test call to the operator's own number does not count.
 */
import type { ContactLimits } from '#contract/index.ts'
import { type Contact, limitWindowMs, recentMs } from '../contacts/states.ts'

export interface Excess {
  /** Contacts in the last 24 hours, and in the last 7 days. */
  inDay: number
  inWeek: number
  isOverDay: boolean
}

/**
 * @param contacts earlier starts and calls of one person
 * @param retried the source whose unreached people the new start calls
 * @returns null if another call stays within the limits, or if another rule already names this person
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
