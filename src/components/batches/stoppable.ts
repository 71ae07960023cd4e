/** Batches that can be stopped: those that would still dial somebody. Shared by the button and its lazily loaded dialog. Pure. */
import { hasEnded, type KnownBatch } from '#contract/index.ts'

/** Includes a batch that was started here and whose progress is not read yet, so that a stop never misses a new batch. */
export const stoppableBatches = (batches: readonly KnownBatch[]): KnownBatch[] =>
  batches.filter(({ progress, startedBy }) =>
    progress === null ? startedBy !== null : !hasEnded(progress) && progress.waiting !== 0,
  )

/** Waiting calls that a stop would cancel, as far as is known, and active calls that would finish. */
export const callCountsIn = (batches: readonly KnownBatch[]): { waiting: number; active: number } => ({
  waiting: batches.reduce((sum, { progress }) => sum + (progress?.waiting ?? 0), 0),
  active: batches.reduce((sum, { progress }) => sum + (progress?.active ?? 0), 0),
})
