/** The states of batches and their calls (interface 4). Apart from their schemas, because spelling.ts and the first page need them too. */

/** In the order in which a call goes through them. At all times their counts add up to the total. */
export const batchCallStates = ['waiting', 'active', 'completed', 'failed', 'cancelled'] as const
export type BatchCallState = (typeof batchCallStates)[number]

/** States of a batch that calls nobody any more. */
export const endStates = ['completed', 'cancelled', 'failed'] as const

/** The sum of counts; null where one of them is not told. */
export const sumOf = (...counts: readonly (number | null)[]): number | null =>
  counts.reduce((sum, count) => (sum === null || count === null ? null : sum + count), 0)

/**
 * Whether the service clearly says that a batch has ended, so that there is nothing to cancel: it says so, and no count of its
 * own says otherwise. What it does not tell says nothing.
 */
export const hasEnded = (batch: { status: string; isComplete: boolean; waiting: number | null }): boolean =>
  (batch.isComplete || endStates.some((state) => state === batch.status)) && !batch.waiting
