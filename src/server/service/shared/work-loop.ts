/** Work that wakes when told to or when something is due, does all there is to do, and sleeps again. One turn at a time. */
import type { Clock } from './clock.ts'

export interface Loop {
  start: () => void
  /** Something changed; look again soon. */
  wake: () => void
  /** Resolves when everything that is due has been done. */
  settled: () => Promise<void>
  stop: () => Promise<void>
}

interface Work {
  clock: Clock
  /** Does all that is due; looks at `stopped` between two things. */
  turn: (stopped: () => boolean) => Promise<void>
  /** When something is due next, epoch ms; null: nothing. */
  next: () => Promise<number | null>
  /** Told of errors of our own; the loop goes on. */
  report: (error: unknown) => void
}

/** After an error of our own it looks again this much later, in ms. */
const pauseAfterError = 1_000

/** Makes the loop; `start` sets it going. */
export function createLoop({ clock, turn, next, report }: Work): Loop {
  const state: { stopped: boolean; again: boolean; running: Promise<void> | null; forget: () => void } = {
    stopped: true,
    again: false,
    running: null,
    forget: () => {},
  }
  const sleepUntil = (time: number) => {
    state.forget = clock.wakeAt(time, wake)
  }
  const run = async () => {
    state.forget()
    try {
      do {
        state.again = false
        await turn(() => state.stopped)
      } while (state.again && !state.stopped)
      const at = state.stopped ? null : await next()
      if (at !== null) sleepUntil(Math.max(at, clock.now() + 1))
    } catch (error) {
      report(error)
      if (!state.stopped) sleepUntil(clock.now() + pauseAfterError)
    }
  }
  const wake = () => {
    if (state.stopped) return
    if (state.running !== null) {
      state.again = true
      return
    }
    state.running = run().finally(() => {
      state.running = null
      // Woken between the last turn and here: look once more.
      if (state.again) wake()
    })
  }
  const settled = async () => {
    while (state.running !== null) await state.running
  }
  return {
    start: () => {
      state.stopped = false
      wake()
    },
    wake,
    settled,
    stop: async () => {
      state.stopped = true
      await settled()
      state.forget()
    },
  }
}
