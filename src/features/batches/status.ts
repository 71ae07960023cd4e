/** How the statuses of a batch and of its calls are shown. */
import type { ScheduledStart } from '#components/batches/scheduled-start.ts'
import { type BatchCallState, type KnownBatch, sumOf } from '#contract/index.ts'
import type { LampState } from '#ui/status/lamp.tsx'
import type { Segment, SegmentKind } from '#ui/status/progress-bar.tsx'
import * as texts from './texts.tsx'

export interface Shown {
  lamp: LampState
  word: string
}

const scheduled: Shown = { lamp: 'waiting', word: texts.scheduled }
const batchStatuses: Record<string, Shown> = {
  queued: { lamp: 'waiting', word: texts.queued },
  scheduled,
  processing: { lamp: 'live', word: texts.calling },
  completed: { lamp: 'done', word: texts.complete },
  cancelled: { lamp: 'off', word: texts.cancelled },
  failed: { lamp: 'failed', word: texts.failed },
}

/** An unknown status is shown as it is. @param start when a scheduled batch starts */
export function batchState(
  progress: Pick<NonNullable<KnownBatch['progress']>, 'status' | 'active'> | null,
  start: ScheduledStart | null = null,
): Shown {
  if (start) return scheduled
  if (!progress) return { lamp: 'unknown', word: texts.notLoadedYet }
  const { status, active } = progress
  if (status === 'cancelled' && active !== null && active > 0) return { lamp: 'live', word: texts.cancelledFinishing }
  return batchStatuses[status] ?? { lamp: 'unknown', word: status || texts.noStatus }
}

/** In the order of the progress bar, its legend and the filter. */
const callStatuses: Record<BatchCallState, Shown & { segment: SegmentKind }> = {
  completed: { lamp: 'done', word: texts.completedCall, segment: 'done' },
  failed: { lamp: 'failed', word: texts.failedCall, segment: 'failed' },
  active: { lamp: 'live', word: texts.activeCall, segment: 'live' },
  waiting: { lamp: 'waiting', word: texts.waitingCall, segment: 'waiting' },
  cancelled: { lamp: 'off', word: texts.cancelledCall, segment: 'dropped' },
}
export const callStateNames = Object.keys(callStatuses) as BatchCallState[]

type Counts = Record<BatchCallState, number | null>

/** The five statuses of a batch's calls with their counts. */
export const segmentsOf = (counts: Counts): Segment[] =>
  callStateNames.map((state) => ({
    kind: callStatuses[state].segment,
    label: callStatuses[state].word,
    value: counts[state],
  }))

/** Sum of the five statuses; null if a count is unknown. The service promises that it equals the total (interface 4). */
export const accountedFor = (counts: Counts): number | null => sumOf(...callStateNames.map((state) => counts[state]))

export const callState = (status: string): Shown =>
  callStatuses[status as BatchCallState] ?? { lamp: 'unknown', word: status || texts.noStatus }
