/** Batches that can be stopped: those that would still dial somebody. Pure. A file of its own: the button and the dialog that it loads share it. */
import { hasEnded, type KnownBatch } from '#contract/index.ts'

/** One that was started here counts though nothing was read of it yet: nobody may be left out of a stop for being too new. */
export const stoppable = (batches: readonly KnownBatch[]): KnownBatch[] =>
  batches.filter(({ progress, startedBy }) =>
    progress === null ? startedBy !== null : !hasEnded(progress) && progress.waiting !== 0,
  )

/** Calls that would be dropped, as far as is known, and calls that would go on. */
export const stopped = (batches: readonly KnownBatch[]): { waiting: number; active: number } => ({
  waiting: batches.reduce((sum, { progress }) => sum + (progress?.waiting ?? 0), 0),
  active: batches.reduce((sum, { progress }) => sum + (progress?.active ?? 0), 0),
})
