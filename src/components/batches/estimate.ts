/** Estimates how long calls take. Pure. */
import { callSeconds, defaultCallSeconds } from '#calling-hours/duration.ts'
import { type BatchProgress, sumOf } from '#contract/index.ts'

/** Seconds, from the shortest to the longest estimate. */
export interface Range {
  low: number
  high: number
}

/** Before anything was measured: calls may last half as long as usual, or twice as long. */
export const rangeFor = (calls: number, concurrentCalls: number): Range => {
  const usual = callSeconds(calls, concurrentCalls)
  return { low: usual / 2, high: usual * 2 }
}

export interface Pace {
  /** Calls that end in a minute. */
  perMinute: number
  /** Until the last call has ended. The range narrows as more calls end. */
  left: Range
  /** Whether this was measured on the batch, or assumes the usual length of a call. */
  measured: boolean
}

/** A pace is measured once this many calls have ended. */
const minMeasuredCalls = 3
/** Relative error of a pace measured on this many calls: the length of calls varies about as much as its mean. */
const relativeError = (ended: number) => Math.min(0.5, 1 / Math.sqrt(ended))

/**
 * How fast a batch is and how long it still takes; null if nothing is left or the counts are unknown. Measured between two moments of the
 * service's own clock, so that a wrong clock here changes nothing.
 */
export function paceOf(batch: BatchProgress, concurrentCalls: number): Pace | null {
  const left = sumOf(batch.waiting, batch.active)
  if (batch.isComplete || left === null || left === 0) return null
  const ended = sumOf(batch.completed, batch.failed) ?? 0
  const elapsed = ((batch.lastCompletedTime ?? 0) - (batch.startTime ?? 0)) / 1000
  const measured = ended >= minMeasuredCalls && batch.startTime !== null && elapsed > 0
  if (!measured)
    return {
      perMinute: (60 * Math.max(1, concurrentCalls)) / defaultCallSeconds,
      left: rangeFor(left, concurrentCalls),
      measured,
    }
  const perSecond = ended / elapsed
  const seconds = left / perSecond
  const error = relativeError(ended)
  return { perMinute: perSecond * 60, left: { low: seconds * (1 - error), high: seconds * (1 + error) }, measured }
}
