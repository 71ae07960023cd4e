/** Limits how fast all exports together may read: a burst of a few pages, then a third of the plan's requests. */

/** Pages that need not wait after a pause. */
const burstPages = 5

export interface Pace {
  /** Resolves when the next page may be requested. @throws the signal's reason when aborted */
  waitForTurn: (signal: AbortSignal) => Promise<void>
  /** @throws the signal's reason when aborted */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** @returns seconds that this many pages take if nobody else reads */
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
  const intervalMs = 60_000 / Math.max(1, Math.floor(perMinute / 3))
  /** When the burst is available in full again. */
  let refilledAt = -Infinity
  return {
    async waitForTurn(signal) {
      signal.throwIfAborted()
      const at = now()
      refilledAt = Math.max(refilledAt, at) + intervalMs
      const wait = refilledAt - burstPages * intervalMs - at
      if (wait > 0) await sleep(wait, signal)
    },
    sleep,
    secondsFor: (pages) => Math.max(0, (refilledAt - now() + (pages - burstPages) * intervalMs) / 1_000),
  }
}
