/** The rows of a batch that Switchboard has seen: sorted, filtered and searched by name without a request to the service. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { request } from '#api/client.ts'
import type { QueryState } from '#api/reads.ts'
import { type BatchCall, type BatchRow, type BatchRowList, Refusal } from '#contract/index.ts'
import { nameInRow } from '#recipients/file/call-rows.ts'
import type { BatchFilter } from '../search.ts'

/** How often the gateway is asked again while the table is shown, ms. */
const pollMs = 5_000

/** Begins as the key of the results: a command that changes these changes the rows too. */
const keyOfRows = ['batchResultShow', 'rows'] as const

/** Whether the table differs from the service's own list. */
export const isSortedOrFiltered = ({ sort, order, outcome, reason }: BatchFilter): boolean =>
  sort !== 'row' || order !== 'ascending' || outcome !== null || reason !== null

/** @param isShown whether the table shows these rows */
export function useSeenRows(
  batchId: string,
  text: string,
  { page, status, outcome, reason, sort, order }: BatchFilter,
  isShown: boolean,
): QueryState<BatchRowList> {
  const body = {
    text: text.slice(0, 80),
    state: status,
    sort,
    order,
    page,
    ...(outcome !== null && { outcome }),
    ...(reason !== null && { reason }),
  }
  const query = useQuery({
    queryKey: [...keyOfRows, batchId, body],
    queryFn: ({ signal }) => request('batchRowFind', { params: { batchId }, body }, { signal }),
    enabled: isShown,
    refetchInterval: pollMs,
    placeholderData: keepPreviousData,
    // Names are kept no longer than needed.
    gcTime: 10_000,
  })
  return {
    data: query.data?.data,
    readAt: query.data?.readAt ?? null,
    refusal: query.error instanceof Refusal ? query.error : null,
    // Until they are found, the rows of the search before are shown.
    isLoading: query.isPending || query.isPlaceholderData,
    retry: () => void query.refetch(),
  }
}

/** What is known of the calls on a page of the service's list: their place, outcomes and number of calls. @param readAt when the list was read */
export function useRowDetails(
  batchId: string,
  calls: readonly BatchCall[],
  readAt: number | null,
): ReadonlyMap<string, BatchRow> {
  const jobIds = calls.map(({ jobId }) => jobId)
  const query = useQuery({
    queryKey: [...keyOfRows, batchId, jobIds, readAt],
    queryFn: ({ signal }) => request('batchRowFind', { params: { batchId }, body: { jobIds } }, { signal }),
    enabled: jobIds.length > 0,
    placeholderData: keepPreviousData,
    gcTime: 10_000,
  })
  return new Map((query.data?.data.rows ?? []).map((row) => [row.call.jobId, row]))
}

/** A row of the service's list with what is known of its calls. */
export function rowWithDetails(call: BatchCall, details: ReadonlyMap<string, BatchRow>): BatchRow {
  const known = details.get(call.jobId)
  return {
    call,
    name: nameInRow(call),
    row: known?.row ?? null,
    outcome: known?.outcome ?? null,
    attempts: known?.attempts ?? 0,
  }
}
