/** A loop that runs due work when woken or when the next item is due, then sleeps again. One run at a time. */
import type { Clock } from './clock.ts'

export interface WorkLoop {
  start: () => void
  /** Runs soon because something changed. */
  wake: () => void
  /** Resolves when all due work is done. */
  whenIdle: () => Promise<void>
  stop: () => Promise<void>
}

interface Work {
  clock: Clock
  /** Does all due work; checks `stopped` between items. */
  runDueWork: (stopped: () => boolean) => Promise<void>
  /** When the next item is due (epoch ms); null: nothing is due. */
  nextDueAt: () => Promise<number | null>
  /** Called with errors; the loop continues. */
  report: (error: unknown) => void
}

/** Delay before the next run after an error. */
const errorPauseMs = 1_000

/** Creates the loop, stopped. `start` runs it. */
export function createWorkLoop({ clock, runDueWork, nextDueAt, report }: Work): WorkLoop {
  const state: { stopped: boolean; runAgain: boolean; running: Promise<void> | null; cancelTimer: () => void } = {
    stopped: true,
    runAgain: false,
    running: null,
    cancelTimer: () => {},
  }
  const sleepUntil = (time: number) => {
    state.cancelTimer = clock.wakeAt(time, wake)
  }
  const run = async () => {
    state.cancelTimer()
    try {
      do {
        state.runAgain = false
        await runDueWork(() => state.stopped)
      } while (state.runAgain && !state.stopped)
      const at = state.stopped ? null : await nextDueAt()
      if (at !== null) sleepUntil(Math.max(at, clock.now() + 1))
    } catch (error) {
      report(error)
      if (!state.stopped) sleepUntil(clock.now() + errorPauseMs)
    }
  }
  const wake = () => {
    if (state.stopped) return
    if (state.running !== null) {
      state.runAgain = true
      return
    }
    state.running = run().finally(() => {
      state.running = null
      // Woken after the last check inside `run`.
      if (state.runAgain) wake()
    })
  }
  const whenIdle = async () => {
    while (state.running !== null) await state.running
  }
  return {
    start: () => {
      state.stopped = false
      wake()
    },
    wake,
    whenIdle,
    stop: async () => {
      state.stopped = true
      await whenIdle()
      state.cancelTimer()
    },
  }
}
