/** Whom of a batch a new one could call again. Costs the service no request. */
import { queryOptions } from '@tanstack/react-query'
import { type Answer, request } from '#api/client.ts'
import { type QueryState, useRead } from '#api/reads.ts'
import type { FollowUp, Refusal } from '#contract/index.ts'

/** How often the gateway is asked again while the dialog is open, ms: calls may end, or be read, meanwhile. */
const pollMs = 5_000

const followUpRead = (batchId: string) =>
  queryOptions<Answer<FollowUp>, Refusal>({
    // Begins as the key of the results: a command that changes these changes the groups too.
    queryKey: ['batchResultShow', 'follow-up', batchId],
    queryFn: ({ signal }) => request('batchFollowUp', { params: { batchId }, body: {} }, { signal }),
    refetchInterval: pollMs,
    gcTime: 0,
  })

export const useFollowUp = (batchId: string): QueryState<FollowUp> => useRead(followUpRead(batchId))
