/** The states of batches and their calls (interface 4). Separate from their schemas, because spelling.ts and the first page need them too. */

/** In the order in which a call passes through them. Their counts always add up to the total. */
export const batchCallStates = ['waiting', 'active', 'completed', 'failed', 'cancelled'] as const
export type BatchCallState = (typeof batchCallStates)[number]

/** Final states of a batch. */
export const endStates = ['completed', 'cancelled', 'failed'] as const
export const batchStates = ['queued', 'scheduled', 'processing', ...endStates] as const

/** @returns the sum of counts; null if one of them is unknown */
export const sumOf = (...counts: readonly (number | null)[]): number | null =>
  counts.reduce((sum, count) => (sum === null || count === null ? null : sum + count), 0)

/**
 * Whether a batch has certainly ended, so that there is nothing to cancel: the service says so, and no count of its own contradicts it.
 * Missing values are ignored.
 */
export const hasEnded = (batch: { status: string; isComplete: boolean; waiting: number | null }): boolean =>
  (batch.isComplete || endStates.some((state) => state === batch.status)) && !batch.waiting

/** Whether a batch may place calls. One that was cancelled only finishes its calls in progress. @param batch its progress; null: unknown */
export const mayStillCall = (batch: Parameters<typeof hasEnded>[0] | null): boolean =>
  batch === null || (batch.status !== 'cancelled' && !hasEnded(batch))
