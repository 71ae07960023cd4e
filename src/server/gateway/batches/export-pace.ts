/** Limits how fast all exports together may read: a burst of a few pages, then a third of the requests that the service's plan allows. */

/** Pages that can be read at once after a pause. */
const burstPages = 5

export interface Pace {
  /** Resolves when the next page may be requested. @throws the signal's reason when aborted */
  waitForTurn: (signal: AbortSignal) => Promise<void>
  /** @throws the signal's reason when aborted */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** @returns seconds that this many pages take if nobody else reads */
  estimateSeconds: (pages: number) => number
  /** Lets the next page wait for a whole interval, as if the burst had just been read. */
  skipBurst: () => void
}

const sleep = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    signal.throwIfAborted()
    const onAbort = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort)
      resolve()
    }, ms)
    timer.unref()
    signal.addEventListener('abort', onAbort, { once: true })
  })

/**
 * @param requestsPerMinute the limit of the service's plan
 * @param now returns the time of a clock that never goes back, ms
 */
export function createPace(requestsPerMinute: number, now: () => number): Pace {
  const intervalMs = 60_000 / Math.max(1, Math.floor(requestsPerMinute / 3))
  /** When the whole burst is available again, ms. */
  let refilledAt = -Infinity
  return {
    async waitForTurn(signal) {
      signal.throwIfAborted()
      const nowMs = now()
      refilledAt = Math.max(refilledAt, nowMs) + intervalMs
      const waitMs = refilledAt - burstPages * intervalMs - nowMs
      if (waitMs > 0) await sleep(waitMs, signal)
    },
    sleep,
    estimateSeconds: (pages) => Math.max(0, (refilledAt - now() + (pages - burstPages) * intervalMs) / 1_000),
    skipBurst() {
      refilledAt = Math.max(refilledAt, now() + burstPages * intervalMs)
    },
  }
}
