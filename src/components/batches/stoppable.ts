/** Batches that can be stopped: those that would still dial somebody. Shared by the button and its lazily loaded dialog. Pure. */
import { hasEnded, type KnownBatch, sumOf } from '#contract/index.ts'

/** Includes a batch that was started here and whose progress is not read yet, so that a stop never misses a new batch. */
export const stoppableBatches = (batches: readonly KnownBatch[]): KnownBatch[] =>
  batches.filter(({ progress, startedBy }) =>
    progress === null ? startedBy !== null : !hasEnded(progress) && progress.waiting !== 0,
  )

/** Waiting calls that a stop would cancel, and active calls that would finish; null: a batch does not report them. */
export const callCountsIn = (batches: readonly KnownBatch[]): Record<'waiting' | 'active', number | null> => ({
  waiting: sumOf(...batches.map(({ progress }) => progress?.waiting ?? null)),
  active: sumOf(...batches.map(({ progress }) => progress?.active ?? null)),
})
