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

/** The ticker's time (epoch ms of this browser). */
function nowOf(every: number): number {
  const ticker = tickerOf(every)
  // Nobody follows it yet: what it last said is old.
  if (!ticker.timer && Date.now() - ticker.now >= every) ticker.now = Date.now()
  return ticker.now
}

interface Ticking {
  /** Milliseconds between two ticks. */
  every?: number | undefined
  /** By this browser's clock: for what it measured itself, such as when something was read. Otherwise by everybody's, for moments that others tell. */
  own?: boolean | undefined
}

/**
 * What the time makes of something, such as an age in words. The component is drawn again when that changes, and not with each tick: in a
 * list of hundreds of ages, most stand for a minute. A clock that stood still catches up at its first tick.
 *
 * @param valueAt is given the time (epoch ms), and returns the same text or number while nothing has changed
 */
export function useTick<T extends string | number | boolean | null>(
  valueAt: (now: number) => T,
  { every = 1_000, own = false }: Ticking = {},
): T {
  const ahead = use(ClockAhead)
  const offset = own ? 0 : /* guard: moments-by-true-clock */ ahead
  return useSyncExternalStore(
    (listener) => follow(every, listener),
    () => valueAt(nowOf(every) - offset),
  )
}

const same = (now: number) => now

/** The time now by this browser's clock, in epoch milliseconds, renewed every `every` milliseconds: for what it measured itself. */
export const useNow = (every?: number): number => useTick(same, { every, own: true })

/** The same by everybody's clock, however wrong this browser's is: for moments that others tell, and for what the clock says elsewhere. */
export const useTrueNow = (every?: number): number => useTick(same, { every })
