/**
 * A duration that ticks between readings and never goes back. It is computed from the earliest start that any reading implies: a
 * reading below the shown value changes nothing, one above it moves the value forward.
 */

/** A duration as the service reported it. */
export interface DurationReading {
  seconds: number | null
  /** When it was read (browser clock, ms). */
  readAt: number
}

/** The start that a reading implies (ms); null if it has no usable number. */
const startOf = ({ seconds, readAt }: DurationReading): number | null =>
  seconds === null || !Number.isFinite(seconds) || seconds < 0 ? null : readAt - seconds * 1_000

/** The earlier of the known start and the start of a new reading, so that the shown duration only grows (ms). */
export function earliestStart(known: number | null, reading: DurationReading): number | null {
  const start = startOf(reading)
  if (known === null || start === null) return known ?? start
  return Math.min(known, start)
}

/** How long a duration ticks after its last reading (ms). After that, nobody knows whether the call is still going on. */
const maxTickMs = 90_000

/**
 * Until when a duration ticks (ms).
 *
 * @param readAt when the call was last read (ms)
 * @param stoppedAt when we found out that the call had ended (ms), which may be long after its end; null while it is going on
 */
export const ticksUntil = (readAt: number, stoppedAt: number | null): number =>
  Math.min(readAt + maxTickMs, stoppedAt ?? Number.POSITIVE_INFINITY)

/**
 * Whole seconds to show; null if the start is unknown.
 *
 * @param start when the call started (ms)
 * @param now the current time (ms)
 * @param stoppedAt when the call ended or was last known to be going on (ms); null while it is going on
 */
export function secondsSince(start: number | null, now: number, stoppedAt: number | null): number | null {
  if (start === null) return null
  return Math.max(0, Math.floor((Math.min(now, stoppedAt ?? now) - start) / 1_000))
}
