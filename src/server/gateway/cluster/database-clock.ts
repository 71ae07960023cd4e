/**
 * The database's clock, which all gateways of a cluster use: their machines' clocks may differ by minutes, and may be set.
 */
import type { Clock } from '../shared/clock.ts'

/** A measurement is ignored if it took longer than the best one by more than this. */
const toleranceMs = 20
/** After this time the best measurement is replaced. */
const bestValidMs = 60_000

/** @param steady ms of a clock that is never set */
export function createDatabaseClock(steady: () => number = () => performance.now()) {
  let offset = 0
  let base: number | null = null
  let best = { took: Infinity, at: -Infinity }

  return {
    clock: {
      now: () => Math.round(steady() + offset),
      steady: () => steady() + (base ?? 0),
    } satisfies Clock,

    /** Records the database's `date` (epoch ms), measured between these two moments of the steady clock. */
    recordMeasurement: (date: number, asked: number, answered: number): void => {
      const took = answered - asked
      const isUsable = took <= best.took + toleranceMs || answered - best.at > bestValidMs
      if (!isUsable) return
      best = { took: Math.min(took, answered - best.at > bestValidMs ? took : best.took), at: answered }
      offset = date - (asked + answered) / 2
      base ??= offset
    },
  }
}
