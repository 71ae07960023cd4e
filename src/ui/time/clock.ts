/** A shared clock, so that all ages on a page change together and an unused page costs nothing. */
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

/** How far this browser's clock is ahead of the gateway's, in ms; negative: behind. */
export const BrowserClockOffset = createContext(0)

/** The ticker's time (epoch ms of this browser). */
function nowOf(every: number): number {
  const ticker = tickerOf(every)
  // Without followers the ticker is stopped, so its time is old.
  if (!ticker.timer && Date.now() - ticker.now >= every) ticker.now = Date.now()
  return ticker.now
}

interface Ticking {
  /** Milliseconds between two ticks. */
  every?: number | undefined
  /** Use this browser's clock, for times that it measured itself, such as when something was read. Otherwise the gateway's, for times in answers. */
  isBrowserTime?: boolean | undefined
}

/**
 * A value that depends on the time, such as an age as text. The component renders again when the value changes, not with each tick: in a
 * list of hundreds of ages, most stay the same for a minute. A stopped clock catches up at its first tick.
 *
 * @param valueAt computes the value for a time (epoch ms)
 */
export function useTick<T extends string | number | boolean | null>(
  valueAt: (now: number) => T,
  { every = 1_000, isBrowserTime = false }: Ticking = {},
): T {
  const ahead = use(BrowserClockOffset)
  const offset = isBrowserTime ? 0 : /* guard: moments-by-true-clock */ ahead
  return useSyncExternalStore(
    (listener) => follow(every, listener),
    () => valueAt(nowOf(every) - offset),
  )
}

const same = (now: number) => now

/** The time by this browser's clock (epoch ms), updated every `every` ms, for times that the browser measured itself. */
export const useBrowserTime = (every?: number): number => useTick(same, { every, isBrowserTime: true })

/** The same by the gateway's clock, for times in answers. This browser's clock may be wrong. */
export const useGatewayTime = (every?: number): number => useTick(same, { every })
