/** The gateway's clock, as its answers tell it: moments in answers are counted by it, however wrong this browser's clock is. */
import { useSyncExternalStore } from 'react'
import { headers } from '#contract/index.ts'

/** The way of an answer varies by less than this, ms: a larger difference means that a clock was set. */
const setBy = 2_000
/** The answer that was on its way for the shortest time tells it best; one that was shorter by less than this, ms, is no news. */
const noticed = 100

let ahead = NaN
const listeners = new Set<() => void>()

/** Learns from an answer. */
export function learnClock(answer: Headers): void {
  const time = answer.get(headers.gatewayTime)
  const measured = Date.now() - Number(time)
  if (!time || (measured - ahead > -noticed && measured - ahead < setBy)) return
  ahead = measured
  for (const listener of listeners) listener()
}

const follow = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** How far this browser's clock is ahead of the gateway's, ms; less than nothing: behind. */
export const useClockAhead = (): number => useSyncExternalStore(follow, () => ahead || 0)
