/** Finds the open batches and estimates when they end. Pure. */
import { scheduledStart } from '#components/batches/scheduled-start.ts'
import { type KnownBatch, sumOf } from '#contract/index.ts'

/** Batches that have not ended: those that are calling, and those that are scheduled. The latest start comes first in both. */
export function openBatches(
  batches: readonly KnownBatch[],
  now: number,
): { calling: KnownBatch[]; scheduled: KnownBatch[] } {
  const open = batches.filter(({ progress }) => progress !== null && !progress.isComplete)
  const scheduled = open.filter((batch) => scheduledStart(batch, now) !== null)
  return { calling: open.filter((batch) => !scheduled.includes(batch)), scheduled }
}

/** With fewer ended calls, the pace is too uncertain for an estimate. */
const minEndedCalls = 3

/** When a batch ends if it keeps its pace, epoch ms; null while the pace is unknown. */
export function estimatedEnd({ progress, startedAt, scheduledAt, readAt }: KnownBatch): number | null {
  if (!progress || progress.isComplete || startedAt === null || readAt === null) return null
  const start = Math.max(startedAt, scheduledAt ?? 0)
  const endedCount = sumOf(progress.completed, progress.failed)
  const remaining = sumOf(progress.waiting, progress.active)
  if (endedCount === null || remaining === null || endedCount < minEndedCalls || readAt <= start) return null
  const msPerCall = (readAt - start) / endedCount
  return readAt + msPerCall * remaining
}
