/** How the statuses of a batch and of its calls are shown. */
import type { ScheduledStart } from '#components/batches/scheduled-start.ts'
import { type BatchCallState, type KnownBatch, sumOf } from '#contract/index.ts'
import type { Segment, SegmentKind } from '#ui/status/progress-bar.tsx'
import type { StatusKind } from '#ui/status/status-label.tsx'
import * as texts from './texts.tsx'

export interface StatusDisplay {
  state: StatusKind
  label: string
}

const scheduled: StatusDisplay = { state: 'waiting', label: 'Scheduled' }
const batchStatuses: Record<string, StatusDisplay> = {
  queued: { state: 'waiting', label: 'Queued' },
  scheduled,
  processing: { state: 'live', label: 'Calling' },
  completed: { state: 'done', label: 'Complete' },
  cancelled: { state: 'off', label: 'Cancelled' },
  failed: { state: 'failed', label: texts.failed },
}

/** The status label of a batch. An unknown status is shown as it is. @param start when a scheduled batch starts */
export function batchState(
  progress: Pick<NonNullable<KnownBatch['progress']>, 'status' | 'active'> | null,
  start: ScheduledStart | null = null,
): StatusDisplay {
  if (start) return scheduled
  if (!progress) return { state: 'unknown', label: texts.notLoadedYet }
  const { status, active } = progress
  if (status === 'cancelled' && active !== null && active > 0) return { state: 'live', label: 'Cancelled, finishing' }
  return batchStatuses[status] ?? { state: 'unknown', label: status || texts.noStatus }
}

/** Statuses of calls, in the order of the progress bar, its legend and the filter. */
const callStatuses: Record<BatchCallState, StatusDisplay & { segment: SegmentKind }> = {
  completed: { state: 'done', label: 'Completed', segment: 'done' },
  // The service calls a call failed also if nobody answered it.
  failed: { state: 'off', label: 'Not reached', segment: 'unreached' },
  active: { state: 'live', label: 'In progress', segment: 'live' },
  waiting: { state: 'waiting', label: 'Waiting', segment: 'waiting' },
  cancelled: { state: 'off', label: 'Cancelled', segment: 'dropped' },
}
export const callStateNames = Object.keys(callStatuses) as BatchCallState[]

type Counts = Record<BatchCallState, number | null>

/** The five statuses of a batch's calls with their counts. */
export const segmentsOf = (counts: Counts): Segment[] =>
  callStateNames.map((state) => ({
    kind: callStatuses[state].segment,
    label: callStatuses[state].label,
    value: counts[state],
  }))

/** Sum of the five statuses; null if a count is unknown. The service promises that it equals the total (interface 4). */
export const sumOfStatuses = (counts: Counts): number | null => sumOf(...callStateNames.map((state) => counts[state]))

export const callState = (status: string): StatusDisplay =>
  callStatuses[status as BatchCallState] ?? { state: 'unknown', label: status || texts.noStatus }
