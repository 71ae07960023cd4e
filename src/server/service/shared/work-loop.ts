/** A loop that runs due work when woken or when the next item is due, then sleeps again. One run at a time. */
import type { Clock } from './clock.ts'

export interface WorkLoop {
  start: () => void
  /** Runs as soon as possible, because new work may be due. */
  wake: () => void
  /** Resolves when all due work is done. */
  whenIdle: () => Promise<void>
  stop: () => Promise<void>
}

interface WorkLoopOptions {
  clock: Clock
  /** Does all due work; checks `isStopped` between items. */
  runDueWork: (isStopped: () => boolean) => Promise<void>
  /** When the next item is due (epoch ms); null: nothing is due. */
  nextDueAt: () => Promise<number | null>
  /** Called with errors; the loop continues. */
  report: (error: unknown) => void
}

/** Delay before the next run after an error. */
const errorPauseMs = 1_000

/** Creates the loop, stopped. `start` runs it. */
export function createWorkLoop({ clock, runDueWork, nextDueAt, report }: WorkLoopOptions): WorkLoop {
  const state: {
    isStopped: boolean
    shouldRunAgain: boolean
    currentRun: Promise<void> | null
    cancelTimer: () => void
  } = {
    isStopped: true,
    shouldRunAgain: false,
    currentRun: null,
    cancelTimer: () => {},
  }
  const sleepUntil = (time: number) => {
    state.cancelTimer = clock.wakeAt(time, wake)
  }
  const run = async () => {
    state.cancelTimer()
    try {
      do {
        state.shouldRunAgain = false
        await runDueWork(() => state.isStopped)
      } while (state.shouldRunAgain && !state.isStopped)
      const dueAt = state.isStopped ? null : await nextDueAt()
      if (dueAt !== null) sleepUntil(Math.max(dueAt, clock.now() + 1))
    } catch (error) {
      report(error)
      if (!state.isStopped) sleepUntil(clock.now() + errorPauseMs)
    }
  }
  const wake = () => {
    if (state.isStopped) return
    if (state.currentRun !== null) {
      state.shouldRunAgain = true
      return
    }
    state.currentRun = run().finally(() => {
      state.currentRun = null
      // `wake` was called after the last check inside `run`.
      if (state.shouldRunAgain) wake()
    })
  }
  const whenIdle = async () => {
    while (state.currentRun !== null) await state.currentRun
  }
  return {
    start: () => {
      state.isStopped = false
      wake()
    },
    wake,
    whenIdle,
    stop: async () => {
      state.isStopped = true
      await whenIdle()
      state.cancelTimer()
    },
  }
}
