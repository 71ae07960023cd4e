/** When a scheduled batch starts, also as a text. Pure: the current time is an argument. */
import type { KnownBatch } from '#contract/index.ts'
import { timeWithDay } from '#ui/time/format-time.ts'

type Progress = Pick<NonNullable<KnownBatch['progress']>, 'status' | 'isComplete' | 'active' | 'completed' | 'failed'>

/** `at` in epoch ms; null: the batch was started elsewhere, and the service does not say when. */
export interface ScheduledStart {
  at: number | null
}

/**
 * The start of a scheduled batch; null if it is calling or has ended. Until the progress is read, or if the service uses another status, the
 * chosen time counts.
 *
 * @param now epoch ms, corrected by the gateway's clock
 */
export function scheduledStart(
  { scheduledAt, progress }: { scheduledAt: number | null; progress: Progress | null },
  now: number,
): ScheduledStart | null {
  if (progress?.status === 'scheduled') return { at: scheduledAt }
  if (scheduledAt === null || scheduledAt <= now) return null
  if (progress && (progress.isComplete || progress.status === 'cancelled')) return null
  // An unknown count is no evidence of a call.
  const hasBegun = progress !== null && [progress.active, progress.completed, progress.failed].some(Boolean)
  return hasBegun ? null : { at: scheduledAt }
}

/** "Starts tomorrow 09:00 GMT". */
export function scheduledStartText({ at }: ScheduledStart, now: number): string {
  if (at === null) return 'Scheduled, start time unknown'
  return `${at > now ? 'Starts' : 'Was due to start'} ${timeWithDay(at, now)}`
}
