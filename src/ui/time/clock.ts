/** One clock for everything that ticks, so that all ages on a page change together and a hidden page costs nothing. */
import { createContext, use, useSyncExternalStore } from 'react'

interface Ticker {
  now: number
  listeners: Set<() => void>
  timer: ReturnType<typeof setInterval> | undefined
}
const tickers = new Map<number, Ticker>()

function tickerOf(every: number): Ticker {
  const known = tickers.get(every)
  if (known) return known
  const made: Ticker = { now: Date.now(), listeners: new Set(), timer: undefined }
  tickers.set(every, made)
  return made
}

function follow(every: number, listener: () => void): () => void {
  const ticker = tickerOf(every)
  ticker.listeners.add(listener)
  ticker.timer ??= setInterval(() => {
    ticker.now = Date.now()
    for (const one of ticker.listeners) one()
  }, every)
  return () => {
    ticker.listeners.delete(listener)
    if (ticker.listeners.size > 0) return
    clearInterval(ticker.timer)
    ticker.timer = undefined
  }
}

/** How far this browser's clock is ahead of everybody else's, in ms; less than nothing: behind. */
export const ClockAhead = createContext(0)

/**
 * The time now by this browser's clock, in epoch milliseconds, renewed every `every` milliseconds while the component is shown: for
 * what it measured itself, such as when something was read.
 * A clock that stood still catches up at its first tick.
 */
export function useNow(every = 1_000): number {
  return useSyncExternalStore(
    (listener) => follow(every, listener),
    () => {
      const ticker = tickerOf(every)
      // Nobody follows it yet: what it last said is old.
      if (!ticker.timer && Date.now() - ticker.now >= every) ticker.now = Date.now()
      return ticker.now
    },
  )
}

/** The same by everybody's clock, however wrong this browser's is: for moments that others tell, and for what the clock says elsewhere. */
export const useTrueNow = (every?: number): number => /* guard: moments-by-true-clock */ useNow(every) - use(ClockAhead)
