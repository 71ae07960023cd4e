/** The two clocks, in ms. They are passed in wherever time matters, so that tests can set them. */
export interface Clock {
  /** The date, for times that are shown or stored. Whole epoch ms; may be set back. */
  now: () => number
  /** Never goes back and is never set. For ages, the budget and waiting. */
  steady: () => number
}

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** Measurements of the clocks' distance that differ by less than this are considered equal, ms. */
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

/** The date (epoch ms) of a moment of the steady clock, to show or store it. The same moment has the same date until the date is set. */
export const dateOf = (clock: Clock, moment: number): number => Math.round(moment + clockDistance(clock))

/** The moment of the steady clock at this future date. */
export const steadyOf = (clock: Clock, date: number): number => date - clockDistance(clock)

/** The moment of the steady clock at this past date. Never later than now, even if the date was set back since. */
export const momentOf = ({ now, steady }: Clock, date: number): number => steady() - Math.max(0, now() - date)

/** The dates of two gateways differ by less than this, ms. Each measures its distance from the database's clock itself. */
export const maxClockDifferenceMs = 100

/**
 * The moment of a date that any gateway recorded; `dateOf` returns the same date for it at each gateway. It may be in the future by as
 * much as the gateways' clocks differ. A date further ahead was recorded before the date was set back.
 */
export const sharedMomentOf = (clock: Clock, date: number): number =>
  Math.min(steadyOf(clock, date), clock.steady() + maxClockDifferenceMs)

export const clock: Clock = { now: () => Date.now(), steady: () => performance.timeOrigin + performance.now() }
