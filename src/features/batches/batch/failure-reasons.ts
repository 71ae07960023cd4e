/** Failures by reason. Pure. */
import type { BatchProgress } from '#contract/index.ts'

export interface Failure {
  reason: string
  count: number
}

export interface Failures {
  /** The most frequent first. */
  reasons: Failure[]
  /** Failed calls whose reason is told. */
  told: number
  /** Calls that ended last, among which the service tells them. */
  among: number
}

/**
 * Why calls failed, of those that ended lately. The service tells of no others with a batch's progress, and to ask for the rest would
 * take a request for every hundred; the export of all calls does that, for who wants each.
 */
export function failuresOf(recent: BatchProgress['recent_calls']): Failures {
  const counts = new Map<string, number>()
  const failed = recent.filter(({ status }) => status === 'failed')
  for (const call of failed) {
    const reason = call.error?.trim() || 'No reason given'
    counts.set(reason, (counts.get(reason) ?? 0) + 1)
  }
  const reasons = [...counts].map(([reason, count]) => ({ reason, count })).toSorted((a, b) => b.count - a.count)
  return { reasons, told: failed.length, among: recent.length }
}
