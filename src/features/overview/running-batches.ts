/** Finds the open batches and estimates when they end. Pure. */
import { scheduledStart } from '#components/batches/scheduled-start.ts'
import { type KnownBatch, sumOf } from '#contract/index.ts'

interface OpenBatches {
  calling: KnownBatch[]
  scheduled: KnownBatch[]
  /** Their progress was never read, so nobody knows whether they have ended. */
  unread: KnownBatch[]
}

/** Batches that have not ended, as far as is known. The latest start comes first in each list. */
export function openBatches(batches: readonly KnownBatch[], now: number): OpenBatches {
  const open = batches.filter(({ progress }) => progress?.isComplete !== true)
  const scheduled = open.filter((batch) => scheduledStart(batch, now) !== null)
  const others = open.filter((batch) => !scheduled.includes(batch))
  return {
    calling: others.filter(({ progress }) => progress !== null),
    scheduled,
    unread: others.filter(({ progress }) => progress === null),
  }
}

/** When the figures of open batches were read from the service: the oldest time, epoch ms by the gateway's clock; null: none was read. */
export function readTimeOf(batches: readonly KnownBatch[]): number | null {
  const times = batches.map(({ readAt }) => readAt).filter((at) => at !== null)
  return times.length === 0 ? null : Math.min(...times)
}

/** With fewer ended calls, the pace is too uncertain for an estimate. */
const minEndedCalls = 3

/** When a batch ends if it keeps its pace, epoch ms; null while the pace is unknown, or if that has passed since it was read. */
export function estimatedEnd({ progress, startedAt, scheduledAt, readAt }: KnownBatch, now: number): number | null {
  if (!progress || progress.isComplete || startedAt === null || readAt === null) return null
  const start = Math.max(startedAt, scheduledAt ?? 0)
  const endedCount = sumOf(progress.completed, progress.failed)
  const remaining = sumOf(progress.waiting, progress.active)
  if (endedCount === null || remaining === null || endedCount < minEndedCalls || readAt <= start) return null
  const msPerCall = (readAt - start) / endedCount
  const end = readAt + msPerCall * remaining
  return end > now ? end : null
}
