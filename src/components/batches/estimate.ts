/** Estimates how long calls take. Pure. */
import { callSeconds, defaultCallSeconds } from '#calling-hours/duration.ts'
import { type BatchProgress, sumOf } from '#contract/index.ts'

/** A duration in seconds, from the shortest to the longest estimate. */
export interface SecondsRange {
  low: number
  high: number
}

/** The estimate before any call was measured: calls may last half as long as usual, or twice as long. */
export const rangeFor = (calls: number, concurrentCalls: number): SecondsRange => {
  const usualSeconds = callSeconds(calls, concurrentCalls)
  return { low: usualSeconds / 2, high: usualSeconds * 2 }
}

export interface Pace {
  /** Calls that end in a minute. */
  perMinute: number
  /** Until the last call has ended. The range narrows as more calls end. */
  remaining: SecondsRange
  /** true: measured on this batch; false: assumes the usual length of a call. */
  isMeasured: boolean
}

/** A pace is measured once this many calls have ended. */
const minMeasuredCalls = 3
/** Relative error of a pace measured on this many calls: the length of calls varies about as much as its mean. */
const relativeError = (ended: number) => Math.min(0.5, 1 / Math.sqrt(ended))

/**
 * How fast a batch is and how long it still takes; null if nothing is left or the counts are unknown. Measured between two times of the
 * service's own clock, so that a wrong clock in this browser changes nothing.
 */
export function paceOf(batch: BatchProgress, concurrentCalls: number): Pace | null {
  const remainingCalls = sumOf(batch.waiting, batch.active)
  if (batch.isComplete || remainingCalls === null || remainingCalls === 0) return null
  const ended = sumOf(batch.completed, batch.failed) ?? 0
  const elapsedSeconds = ((batch.lastCompletedTime ?? 0) - (batch.startTime ?? 0)) / 1000
  const isMeasured = ended >= minMeasuredCalls && batch.startTime !== null && elapsedSeconds > 0
  if (!isMeasured)
    return {
      perMinute: (60 * Math.max(1, concurrentCalls)) / defaultCallSeconds,
      remaining: rangeFor(remainingCalls, concurrentCalls),
      isMeasured,
    }
  const perSecond = ended / elapsedSeconds
  const seconds = remainingCalls / perSecond
  const error = relativeError(ended)
  return {
    perMinute: perSecond * 60,
    remaining: { low: seconds * (1 - error), high: seconds * (1 + error) },
    isMeasured,
  }
}
