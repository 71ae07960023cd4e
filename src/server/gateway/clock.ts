/** The two clocks. Both in ms; passed in wherever time matters, so that tests can turn them. */
export interface Clock {
  /** The date: for what is shown and kept. Whole epoch ms; may be set back. */
  now: () => number
  /** Never goes back: for the budget and for waiting. */
  steady: () => number
}

export const clock: Clock = { now: () => Date.now(), steady: () => performance.timeOrigin + performance.now() }
