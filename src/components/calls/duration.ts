/**
 * A duration that ticks between two readings and never goes back. What is kept is the earliest moment at which the call can have
 * begun: a reading that says less than what is on the screen changes nothing, one that says more moves it forward.
 */

/** What was read of a duration: so many seconds at that moment (browser clock, ms). */
export interface DurationReading {
  seconds: number | null
  readAt: number
}

/** When it began, by this reading (ms); null where the reading does not say. */
const begunAt = ({ seconds, readAt }: DurationReading): number | null =>
  seconds === null || !Number.isFinite(seconds) || seconds < 0 ? null : readAt - seconds * 1_000

/** The beginning after one more reading: the earlier of the two, so that what is shown only grows. */
export function earlier(known: number | null, reading: DurationReading): number | null {
  const begun = begunAt(reading)
  if (known === null || begun === null) return known ?? begun
  return Math.min(known, begun)
}

/** How long past its reading a duration goes on by itself; after that nobody knows whether the call does (ms). */
const reach = 90_000

/**
 * Until when a duration goes on (ms).
 *
 * @param readAt when the call was last read (ms)
 * @param stoppedAt when it was learned that it had ended (ms), perhaps long after it had; null: it goes on
 */
export const goesOnUntil = (readAt: number, stoppedAt: number | null): number =>
  Math.min(readAt + reach, stoppedAt ?? Number.POSITIVE_INFINITY)

/**
 * Whole seconds to show.
 *
 * @param begun the beginning (ms)
 * @param now this moment (ms)
 * @param stoppedAt when it ended or was last known to go on (ms); null: it goes on
 */
export function secondsSince(begun: number | null, now: number, stoppedAt: number | null): number | null {
  if (begun === null) return null
  return Math.max(0, Math.floor((Math.min(now, stoppedAt ?? now) - begun) / 1_000))
}
