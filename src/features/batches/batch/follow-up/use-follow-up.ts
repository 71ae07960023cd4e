/** Whom of a batch a new one could call again. Costs the service no request. */
import { useQuery } from '@tanstack/react-query'
import { request } from '#api/client.ts'
import type { QueryState } from '#api/reads.ts'
import { type FollowUp, Refusal } from '#contract/index.ts'

/** How often the gateway is asked again while the dialog is open, ms: calls may end, or be read, meanwhile. */
const pollMs = 5_000

export function useFollowUp(batchId: string): QueryState<FollowUp> {
  const query = useQuery({
    // Begins as the key of the results: a command that changes these changes the groups too.
    queryKey: ['batchResultShow', 'follow-up', batchId],
    queryFn: ({ signal }) => request('batchFollowUp', { params: { batchId }, body: {} }, { signal }),
    refetchInterval: pollMs,
    gcTime: 0,
  })
  return {
    data: query.data?.data,
    readAt: query.data?.readAt ?? null,
    refusal: query.error instanceof Refusal ? query.error : null,
    isLoading: query.isPending,
    retry: () => void query.refetch(),
  }
}
