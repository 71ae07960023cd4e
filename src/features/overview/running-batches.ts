/** Which batches run, and when each will have ended. Pure. */
import { scheduledStart } from '#components/batches/scheduled-start.ts'
import { type KnownBatch, sumOf } from '#contract/index.ts'

/** Batches that are not over: those that place calls, and those whose start is to come. Each with the one started last first. */
export function running(
  batches: readonly KnownBatch[],
  now: number,
): { calling: KnownBatch[]; scheduled: KnownBatch[] } {
  const open = batches.filter(({ progress }) => progress !== null && !progress.isComplete)
  const scheduled = open.filter((batch) => scheduledStart(batch, now) !== null)
  return { calling: open.filter((batch) => !scheduled.includes(batch)), scheduled }
}

/** Calls that must have ended before their pace says anything. */
const enough = 3

/** When a batch will have ended at its pace so far, epoch ms; null while the pace is not known. */
export function endsAt({ progress, startedAt, scheduledAt, readAt }: KnownBatch): number | null {
  if (!progress || progress.isComplete || startedAt === null || readAt === null) return null
  const began = Math.max(startedAt, scheduledAt ?? 0)
  const ended = sumOf(progress.completed, progress.failed)
  const left = sumOf(progress.waiting, progress.active)
  if (ended === null || left === null || ended < enough || readAt <= began) return null
  const each = (readAt - began) / ended
  return readAt + each * left
}
