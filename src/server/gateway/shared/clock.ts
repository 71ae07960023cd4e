/** The two clocks. Both in ms; passed in wherever time matters, so that tests can turn them. */
export interface Clock {
  /** The date: for what is shown and kept. Whole epoch ms; may be set back. */
  now: () => number
  /** Never goes back, and is never set: for ages, the budget and waiting. */
  steady: () => number
}

/** The date (epoch ms) of a moment of the steady clock: for what is shown or kept. */
export const dateOf = ({ now, steady }: Clock, moment: number): number => Math.round(now() - (steady() - moment))

/** The moment of the steady clock at which this date was; never later than now, whatever the clock was set to since. */
export const momentOf = ({ now, steady }: Clock, date: number): number => steady() - Math.max(0, now() - date)

export const clock: Clock = { now: () => Date.now(), steady: () => performance.timeOrigin + performance.now() }
