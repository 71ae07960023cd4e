/** The words and lamps of a batch's states and of the states of its calls: one table each. */

import type { ScheduledStart } from '#components/batches/scheduled-start.ts'
import { type BatchCallState, type KnownBatch, sumOf } from '#contract/index.ts'
import type { LampState } from '#ui/status/lamp.tsx'
import type { Segment, SegmentKind } from '#ui/status/progress-bar.tsx'

export interface Shown {
  lamp: LampState
  word: string
}

const scheduled: Shown = { lamp: 'waiting', word: 'Scheduled' }
const batchStates: Record<string, Shown> = {
  queued: { lamp: 'waiting', word: 'Queued' },
  scheduled,
  processing: { lamp: 'live', word: 'Calling' },
  completed: { lamp: 'done', word: 'Complete' },
  cancelled: { lamp: 'off', word: 'Cancelled' },
  failed: { lamp: 'failed', word: 'Failed' },
}

/** How a batch's state is shown; an unknown word is shown as it is. `start`: it has not begun. */
export function batchState(
  progress: Pick<NonNullable<KnownBatch['progress']>, 'status' | 'active'> | null,
  start: ScheduledStart | null = null,
): Shown {
  if (start) return scheduled
  if (!progress) return { lamp: 'unknown', word: 'Not read yet' }
  const { status, active } = progress
  if (status === 'cancelled' && active !== null && active > 0) return { lamp: 'live', word: 'Cancelled, finishing' }
  return batchStates[status] ?? { lamp: 'unknown', word: status || 'No state given' }
}

/** In the order that bar, legend and filter share: from what is over to what is still to come. */
const callStates: Record<BatchCallState, Shown & { segment: SegmentKind }> = {
  completed: { lamp: 'done', word: 'Completed', segment: 'done' },
  failed: { lamp: 'failed', word: 'Failed', segment: 'failed' },
  active: { lamp: 'live', word: 'In progress', segment: 'live' },
  waiting: { lamp: 'waiting', word: 'Waiting', segment: 'waiting' },
  cancelled: { lamp: 'off', word: 'Cancelled', segment: 'dropped' },
}
export const callStateNames = Object.keys(callStates) as BatchCallState[]

type Counts = Record<BatchCallState, number | null>

/** The five states of a batch's calls with their counts. */
export const segmentsOf = (counts: Counts): Segment[] =>
  callStateNames.map((state) => ({
    kind: callStates[state].segment,
    label: callStates[state].word,
    value: counts[state],
  }))

/**
 * Calls that are in one of the five states, null where one is not told. Equal to the total whenever the service keeps its word
 * (interface 4).
 */
export const accountedFor = (counts: Counts): number | null => sumOf(...callStateNames.map((state) => counts[state]))

export const callState = (status: string): Shown =>
  callStates[status as BatchCallState] ?? { lamp: 'unknown', word: status || 'No state given' }
