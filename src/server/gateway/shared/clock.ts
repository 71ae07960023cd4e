/** The two clocks. Both in ms; passed in wherever time matters, so that tests can turn them. */
export interface Clock {
  /** The date: for what is shown and kept. Whole epoch ms; may be set back. */
  now: () => number
  /** Never goes back, and is never set: for ages, the budget and waiting. */
  steady: () => number
}

/** Two measurements of the distance between the clocks that differ by less, ms, differ because neither is exact. */
const measurementErrorMs = 20
const distances = new WeakMap<Clock, number>()

/** How far the date is ahead of the steady clock, ms. It stays the same until the date is set. */
export function clockDistance(clock: Clock): number {
  const measured = clock.now() - clock.steady()
  const known = distances.get(clock)
  if (known !== undefined && Math.abs(measured - known) < measurementErrorMs) return known
  distances.set(clock, measured)
  return measured
}

/** The date (epoch ms) of a moment of the steady clock: for what is shown or kept. Asked again, it is the same until the date is set. */
export const dateOf = (clock: Clock, moment: number): number => Math.round(moment + clockDistance(clock))

/** The moment of the steady clock at which this date will be. */
export const steadyOf = (clock: Clock, date: number): number => date - clockDistance(clock)

/** The moment of the steady clock at which this date was; never later than now, whatever the clock was set to since. */
export const momentOf = ({ now, steady }: Clock, date: number): number => steady() - Math.max(0, now() - date)

/** The dates of two gateways differ by less, ms: each measures for itself how far its clock is from the database's. */
export const maxClockDifferenceMs = 100

/**
 * The moment of a date that any gateway recorded: `dateOf` makes the same date of it at each of them. By our clock it may lie ahead, as
 * far as the clocks of gateways differ; what is further ahead was recorded before the date was set back.
 */
export const sharedMomentOf = (clock: Clock, date: number): number =>
  Math.min(steadyOf(clock, date), clock.steady() + maxClockDifferenceMs)

export const clock: Clock = { now: () => Date.now(), steady: () => performance.timeOrigin + performance.now() }
