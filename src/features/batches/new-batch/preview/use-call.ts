/** Loads one call of the file that will be sent. */
import { useQuery } from '@tanstack/react-query'
import type { Recipient } from '#recipients/read.ts'
import type { Summary } from '#recipients/worker/protocol.ts'
import type { NewBatch } from '../state/new-batch.ts'
import { callAt } from '../state/new-batch-store.ts'

/**
 * @param wanted which call, from 1, as it was typed
 * @returns the nearest existing call and its recipient; undefined or null: not loaded yet. `isRead`: it is not the previous recipient
 */
export function useCall(
  newBatch: NewBatch,
  file: Summary,
  wanted: number | null,
): { at: number; recipient: Recipient | null | undefined; isRead: boolean } {
  const at = Math.min(Math.max(1, Math.round(wanted ?? 1)), Math.max(1, file.counts.valid))
  const { data: recipient, isPlaceholderData } = useQuery({
    queryKey: ['callOfNewBatch', newBatch.turn, newBatch.revision, at],
    queryFn: () => callAt(at - 1),
    placeholderData: (previous) => previous,
  })
  return { at, recipient, isRead: !isPlaceholderData }
}
