/** When a batch that has not begun begins. Pure: the moment comes in. */
import type { KnownBatch } from '#contract/index.ts'
import { dayedTime } from '#ui/format.ts'

type Progress = Pick<NonNullable<KnownBatch['progress']>, 'status' | 'isComplete' | 'active' | 'completed' | 'failed'>

/** `at` in epoch ms; null: it was started elsewhere, and the service does not tell. */
export interface ScheduledStart {
  at: number | null
}

/**
 * The start of a batch that waits for it; null of one that calls or has ended. Before the service was read, and where its word for
 * such a batch is another, what was chosen at the start counts.
 *
 * @param now epoch ms by everybody's clock
 */
export function scheduledStart(
  { scheduledAt, progress }: { scheduledAt: number | null; progress: Progress | null },
  now: number,
): ScheduledStart | null {
  if (progress?.status === 'scheduled') return { at: scheduledAt }
  if (scheduledAt === null || scheduledAt <= now) return null
  if (progress && (progress.isComplete || progress.status === 'cancelled')) return null
  // A count that is not told shows no call.
  const hasBegun = progress !== null && [progress.active, progress.completed, progress.failed].some(Boolean)
  return hasBegun ? null : { at: scheduledAt }
}

/** "Starts tomorrow 09:00 GMT"; and what is known where that is less. */
export function startInWords({ at }: ScheduledStart, now: number): string {
  if (at === null) return 'Scheduled; the service does not say when'
  return `${at > now ? 'Starts' : 'Was due to start'} ${dayedTime(at, now)}`
}
