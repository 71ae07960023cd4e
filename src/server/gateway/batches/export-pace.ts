/** How fast exports may read, all together: a few pages at once, then a third of the plan. */

/** Pages that go without waiting after a rest. */
const atOnce = 5

export interface Pace {
  /** Resolves when the next page may be asked for. @throws the signal's reason when it is given up */
  turn: (signal: AbortSignal) => Promise<void>
  /** Waits. @param ms milliseconds */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** Seconds that so many pages need, when nobody else reads. */
  secondsFor: (pages: number) => number
}

const sleep = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    signal.throwIfAborted()
    const giveUp = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', giveUp)
      resolve()
    }, ms)
    timer.unref()
    signal.addEventListener('abort', giveUp, { once: true })
  })

/**
 * @param perMinute the plan's requests a minute
 * @param now a clock that never goes back, ms
 */
export function createPace(perMinute: number, now: () => number): Pace {
  const each = 60_000 / Math.max(1, Math.floor(perMinute / 3))
  /** When the places given away so far are earned again. */
  let earned = -Infinity
  return {
    async turn(signal) {
      signal.throwIfAborted()
      const at = now()
      earned = Math.max(earned, at) + each
      const wait = earned - atOnce * each - at
      if (wait > 0) await sleep(wait, signal)
    },
    sleep,
    secondsFor: (pages) => Math.max(0, (earned - now() + (pages - atOnce) * each) / 1_000),
  }
}
