/** Time as an argument. */
export interface Clock {
  /** Epoch milliseconds. */
  now: () => number
  /** Calls `wake` once, not before `time`; the returned function takes the wish back. */
  wakeAt: (time: number, wake: () => void) => () => void
}

/** Longer waits than this overflow a timer; whoever is woken early looks at the clock and waits again. */
const longestWait = 2 ** 31 - 1

export const systemClock: Clock = {
  now: () => Date.now(),
  wakeAt: (time, wake) => {
    const timer = setTimeout(wake, Math.min(Math.max(0, time - Date.now()), longestWait))
    return () => clearTimeout(timer)
  },
}

/** ISO 8601, as records carry it. */
export const iso = (time: number): string => new Date(time).toISOString()
