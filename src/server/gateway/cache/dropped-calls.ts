import type { BatchProgress } from '#contract/index.ts'
import type { Read } from './read.ts'

/**
 * A progress of a cancelled batch in which the dropped calls are not told, with as many as the cancel's own answer told
 * (interface 8): dropped calls stay dropped.
 *
 * @param before what was known of it until now
 */
export function restoreCancelledCount(read: Read, data: unknown, before: unknown): unknown {
  // A refusal has no data.
  if (read.name !== 'batchProgress' || data === undefined) return data
  const [progress, known] = [data as BatchProgress, before as BatchProgress | undefined]
  const isCancelled = progress.status === 'cancelled' && known?.status === 'cancelled'
  return isCancelled && progress.cancelled === null ? { ...progress, cancelled: known.cancelled } : data
}
