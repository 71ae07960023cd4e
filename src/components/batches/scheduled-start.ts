/** When a scheduled batch starts. Pure: the current time is an argument. */
import type { KnownBatch } from '#contract/index.ts'
import { dayedTime } from '#ui/time/format-time.ts'

type Progress = Pick<NonNullable<KnownBatch['progress']>, 'status' | 'isComplete' | 'active' | 'completed' | 'failed'>

/** `at` in epoch ms; null: it was started elsewhere, and the service does not tell. */
export interface ScheduledStart {
  at: number | null
}

/**
 * The start of a batch that waits for it; null if it is calling or has ended. Until the service is read, or if it has another word for
 * this state, the time that was chosen counts.
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

/** "Starts tomorrow 09:00 GMT", or what is known if the time is not. */
export function startInWords({ at }: ScheduledStart, now: number): string {
  if (at === null) return 'Scheduled; the service does not say when'
  return `${at > now ? 'Starts' : 'Was due to start'} ${dayedTime(at, now)}`
}
