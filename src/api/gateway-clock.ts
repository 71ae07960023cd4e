/** The gateway's clock, as its answers tell it: moments in answers are counted by it, however wrong this browser's clock is. */
import { useSyncExternalStore } from 'react'
import { headers } from '#contract/index.ts'

/** The way of an answer varies by less than this, ms: a larger difference means that a clock was set. */
const setBy = 2_000
/** A correction by less is no reason to draw everything again, ms. */
const noticed = 100

let ahead = 0
let known = Infinity
const listeners = new Set<() => void>()

/** Learns from an answer. The one that was on its way for the shortest time tells it best. */
export function learnClock(answer: Headers): void {
  const time = Number(answer.get(headers.gatewayTime))
  if (!time) return
  const measured = Date.now() - time
  if (measured > known && measured - known < setBy) return
  known = measured
  if (Math.abs(known - ahead) < noticed) return
  ahead = known
  for (const listener of listeners) listener()
}

const follow = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** How far this browser's clock is ahead of the gateway's, ms; less than nothing: behind. */
export const useClockAhead = (): number => useSyncExternalStore(follow, () => ahead)
