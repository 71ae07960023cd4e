/** The rows of a batch that Switchboard has seen: sorted, filtered and searched by name without a request to the service. */
import { keepPreviousData } from '@tanstack/react-query'
import { find, type QueryState, useRead } from '#api/reads.ts'
import { type BatchCall, type BatchRow, type BatchRowList } from '#contract/index.ts'
import { nameInRow } from '#recipients/file/call-rows.ts'
import type { CallQuery } from './row-columns.tsx'

/** How often the gateway is asked again while the table is shown, ms. */
const pollMs = 5_000

/** Begins as the key of the results: a command that changes these changes the rows too. */
const keyOfRows = ['batchResultShow', 'rows'] as const

/** Whether the table differs from the service's own list. */
export const isSortedOrFiltered = ({ sort, order, outcome, reason }: CallQuery): boolean =>
  sort !== 'row' || order !== 'ascending' || outcome !== undefined || reason !== undefined

/** @param isShown whether the list shows these rows */
export function useSeenRows(
  batchId: string,
  text: string,
  { status, ...query }: CallQuery,
  isShown: boolean,
): QueryState<BatchRowList> {
  const args = { params: { batchId }, body: { ...query, text: text.slice(0, 80), state: status } }
  return useRead({
    ...find('batchRowFind', args, keyOfRows),
    enabled: isShown,
    refetchInterval: pollMs,
  })
}

/** What is known of the calls on a page of the service's list: their place, outcomes and number of calls. @param readAt when the list was read */
export function useRowDetails(
  batchId: string,
  calls: readonly BatchCall[],
  readAt: number | null,
): ReadonlyMap<string, BatchRow> {
  const jobIds = calls.map(({ jobId }) => jobId)
  const args = { params: { batchId }, body: { jobIds } }
  const query = useRead({
    ...find('batchRowFind', args, [...keyOfRows, readAt]),
    enabled: jobIds.length > 0,
    placeholderData: keepPreviousData,
  })
  return new Map((query.data?.rows ?? []).map((row) => [row.call.jobId, row]))
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
