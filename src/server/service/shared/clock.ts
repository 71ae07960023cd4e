/** A clock that is passed as an argument, so that tests can control time. */
export interface Clock {
  /** Epoch milliseconds. */
  now: () => number
  /** Calls `wake` once, at `time` or (for waits beyond `setTimeout`'s limit) earlier. Returns a function that cancels it. */
  wakeAt: (time: number, wake: () => void) => () => void
}

/** `setTimeout` overflows beyond this. Longer waits wake early; the caller checks the clock and waits again. */
const maxTimeoutMs = 2 ** 31 - 1

export const systemClock: Clock = {
  now: () => Date.now(),
  wakeAt: (time, wake) => {
    const timer = setTimeout(wake, Math.min(Math.max(0, time - Date.now()), maxTimeoutMs))
    return () => clearTimeout(timer)
  },
}

/** Formats epoch ms as ISO 8601. */
export const toIsoTime = (time: number): string => new Date(time).toISOString()
