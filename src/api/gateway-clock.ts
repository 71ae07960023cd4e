/** The difference between this browser's clock and the gateway's, measured from its answers. Times in answers are in the gateway's clock. */
import { useSyncExternalStore } from 'react'
import { headers } from '#contract/index.ts'

/** Latency varies by less than this, ms. A larger difference means that a clock was changed. */
const clockChangeMs = 2_000
/** The answer with the lowest latency is the most exact. An improvement of less than this, ms, is ignored. */
const accuracyMs = 100

let aheadMs = NaN
const listeners = new Set<() => void>()

/**
 * Measures the difference from the headers of an answer. A hidden tab keeps its first one: with another, each read whose period ends now
 * would be sent again.
 */
export function updateClock(answer: Headers): void {
  const time = answer.get(headers.gatewayTime)
  const measured = Date.now() - Number(time)
  if (!Number.isNaN(aheadMs) && document.visibilityState === 'hidden') return
  if (!time || (measured - aheadMs > -accuracyMs && measured - aheadMs < clockChangeMs)) return
  aheadMs = measured
  for (const listener of listeners) listener()
}

const clockAhead = (): number => aheadMs || 0

/** The gateway's clock, epoch ms; this browser's before the first answer. */
export const gatewayNow = (): number => Date.now() - clockAhead()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** How far this browser's clock is ahead of the gateway's, ms; negative if it is behind. */
export const useClockAhead = (): number => useSyncExternalStore(subscribe, clockAhead)
