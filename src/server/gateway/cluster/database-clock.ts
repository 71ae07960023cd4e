/**
 * The database's clock, which all gateways of a cluster use, since their machines' clocks may differ by minutes and may be set.
 */
import type { Clock } from '../shared/clock.ts'

/** A measurement is used if it took at most this much longer than the best one. */
const toleranceMs = 20
/** After this time the best measurement is replaced. */
const bestValidMs = 60_000

/** @param steady ms of a clock that is never set */
export function createDatabaseClock(steady: () => number = () => performance.now()) {
  let offsetMs = 0
  let firstOffsetMs: number | null = null
  let best = { tookMs: Infinity, at: -Infinity }

  return {
    clock: {
      now: () => Math.round(steady() + offsetMs),
      steady: () => steady() + (firstOffsetMs ?? 0),
    } satisfies Clock,

    /** Records the database's `date` (epoch ms), measured between these two moments of the steady clock. */
    recordMeasurement: (date: number, requestedAt: number, answeredAt: number): void => {
      const tookMs = answeredAt - requestedAt
      const isUsable = tookMs <= best.tookMs + toleranceMs || answeredAt - best.at > bestValidMs
      if (!isUsable) return
      best = { tookMs: Math.min(tookMs, answeredAt - best.at > bestValidMs ? tookMs : best.tookMs), at: answeredAt }
      offsetMs = date - (requestedAt + answeredAt) / 2
      firstOffsetMs ??= offsetMs
    },
  }
}
