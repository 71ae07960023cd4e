/** Failures by reason. Pure. */
import type { BatchProgress } from '#contract/index.ts'

export interface Failure {
  reason: string
  count: number
}

/** The failed ones among the calls that ended lately, by reason, the most frequent first. */
export function failuresOf(recent: BatchProgress['recent_calls']): Failure[] {
  const counts = new Map<string, number>()
  for (const call of recent) {
    if (call.status !== 'failed') continue
    const reason = call.error?.trim() || 'No reason given'
    counts.set(reason, (counts.get(reason) ?? 0) + 1)
  }
  return [...counts].map(([reason, count]) => ({ reason, count })).toSorted((a, b) => b.count - a.count)
}
