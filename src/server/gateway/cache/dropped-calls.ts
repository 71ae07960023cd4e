import type { BatchProgress } from '#contract/index.ts'
import type { Read } from './read.ts'

/**
 * Fills in the number of dropped calls if a cancelled batch's progress omits it. The cancel's own answer reported it (interface 8), and it
 * does not change afterwards.
 *
 * @param previousData the data of the previous snapshot
 */
export function restoreCancelledCount(read: Read, data: unknown, previousData: unknown): unknown {
  // A refusal has no data.
  if (read.name !== 'batchProgress' || data === undefined) return data
  const [progress, previous] = [data as BatchProgress, previousData as BatchProgress | undefined]
  const isCancelled = progress.status === 'cancelled' && previous?.status === 'cancelled'
  return isCancelled && progress.cancelled === null ? { ...progress, cancelled: previous.cancelled } : data
}
