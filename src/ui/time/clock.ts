/**
 * A shared clock, so that all ages on a page change together and an unused page costs nothing. In a hidden tab it stands still: a read whose
 * period ends now would be sent again with every tick.
 */
import { createContext, use, useSyncExternalStore } from 'react'

interface Ticker {
  now: number
  listeners: Set<() => void>
  timer: ReturnType<typeof setInterval> | undefined
}
const tickers = new Map<number, Ticker>()

function tickerOf(intervalMs: number): Ticker {
  const existing = tickers.get(intervalMs)
  if (existing) return existing
  const ticker: Ticker = { now: Date.now(), listeners: new Set(), timer: undefined }
  tickers.set(intervalMs, ticker)
  return ticker
}

function subscribeToTicker(intervalMs: number, listener: () => void): () => void {
  const ticker = tickerOf(intervalMs)
  ticker.listeners.add(listener)
  ticker.timer ??= setInterval(() => {
    if (document.visibilityState === 'hidden') return
    ticker.now = Date.now()
    for (const notify of ticker.listeners) notify()
  }, intervalMs)
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
function tickerTime(intervalMs: number): number {
  const ticker = tickerOf(intervalMs)
  // Without listeners the ticker is stopped, so its time is out of date.
  if (!ticker.timer && Date.now() - ticker.now >= intervalMs) ticker.now = Date.now()
  return ticker.now
}

interface TickOptions {
  /** Milliseconds between two ticks. */
  intervalMs?: number | undefined
  /** true for times by this browser's clock, such as when data were read; false for times in answers, which are by the gateway's clock. */
  isBrowserTime?: boolean | undefined
}

/**
 * A value that depends on the time, such as an age as text. The component renders again when the value changes, not with each tick: in a
 * list of hundreds of ages, most stay the same for a minute. After the computer has slept, the value is right again at the first tick.
 *
 * @param valueAt computes the value for a time (epoch ms)
 */
export function useTick<T extends string | number | boolean | null>(
  valueAt: (now: number) => T,
  { intervalMs = 1_000, isBrowserTime = false }: TickOptions = {},
): T {
  const aheadMs = use(BrowserClockOffset)
  const offset = isBrowserTime ? 0 : /* guard: moments-by-true-clock */ aheadMs
  return useSyncExternalStore(
    (listener) => subscribeToTicker(intervalMs, listener),
    () => valueAt(tickerTime(intervalMs) - offset),
  )
}

const identity = (now: number) => now

/** The time by this browser's clock (epoch ms), updated every `intervalMs`, for times that the browser measured itself. */
export const useBrowserTime = (intervalMs?: number): number =>
  useTick(identity, { intervalMs: intervalMs, isBrowserTime: true })

/** The same by the gateway's clock, for times in answers. This browser's clock may be wrong. */
export const useGatewayTime = (intervalMs?: number): number => useTick(identity, { intervalMs: intervalMs })
