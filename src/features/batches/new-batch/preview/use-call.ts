/** Loads one call of the file that will be sent. */
import { useQuery } from '@tanstack/react-query'
import type { Recipient } from '#recipients/read.ts'
import type { Summary } from '#recipients/worker/protocol.ts'
import type { NewBatch } from '../state/new-batch.ts'
import { callAt } from '../state/new-batch-store.ts'

/**
 * @param typedPosition position of the call, from 1, as typed
 * @returns the nearest existing call and its recipient; undefined or null: not loaded yet. `isCurrent`: the recipient is the one at this position, not the previous one
 */
export function useCall(
  newBatch: NewBatch,
  file: Summary,
  typedPosition: number | null,
): { position: number; recipient: Recipient | null | undefined; isCurrent: boolean } {
  const position = Math.min(Math.max(1, Math.round(typedPosition ?? 1)), Math.max(1, file.counts.valid))
  const { data: recipient, isPlaceholderData } = useQuery({
    queryKey: ['callOfNewBatch', newBatch.readingNumber, newBatch.revision, position],
    queryFn: () => callAt(position - 1),
    placeholderData: (previous) => previous,
  })
  return { position, recipient, isCurrent: !isPlaceholderData }
}
