/** The row of a batch that a call belongs to. It takes one request to the service for each call of a batch that somebody opens. */
import { useQuery } from '@tanstack/react-query'
import { request } from '#api/client.ts'
import type { BatchCall } from '#contract/index.ts'

/** The rows of a batch do not change; a colleague who opens the same call has the gateway's cached answer. */
const staleMs = 10 * 60_000

/** @param call `batchId` null: the call is of no batch, and nothing is read */
export function useBatchRow({
  batchId,
  roomName,
  phone,
}: {
  batchId: string | null
  roomName: string
  phone: string
}): { row: BatchCall | undefined; isFailed: boolean; isPending: boolean } {
  const isRead = batchId !== null && phone !== ''
  const { data, isError, isPending } = useQuery({
    queryKey: ['batchRowOfCall', batchId, roomName],
    queryFn: ({ signal }) =>
      request('batchCallSearch', { params: { batchId: batchId ?? '' }, body: { text: phone } }, { signal }),
    enabled: isRead,
    staleTime: staleMs,
    retry: false,
  })
  const calls = data?.data.calls ?? []
  // Some services do not return room names.
  const row = calls.find((call) => call.roomName === roomName) ?? (calls.length === 1 ? calls[0] : undefined)
  return { row, isFailed: isError, isPending: isRead && isPending }
}
