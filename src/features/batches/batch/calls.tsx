/** The calls of a batch, with filter, search and pages. */
import { queryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { type Answer, request } from '#api/client.ts'
import { pollLessOnce, type QueryState, read, useRead } from '#api/reads.ts'
import type {
  BatchCallState,
  BatchProgress,
  BatchResults,
  BatchRowColumn,
  BatchRowList,
  Contract,
  Refusal,
  ResponseOf,
} from '#contract/index.ts'
import { Age } from '#kit/data/age.tsx'
import { DataView } from '#kit/data/data-view.tsx'
import { FittingTable } from '#kit/data/fitting-table.tsx'
import { Pagination } from '#kit/data/pagination.tsx'
import { PlainLink } from '#kit/navigation/link.tsx'
import { useSearch } from '#kit/navigation/search-params.ts'
import { usePermission } from '#kit/permissions.ts'
import { cx } from '#ui/classes.ts'
import { SearchField } from '#ui/forms/search-field.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { Section } from '#ui/layout/section.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { number } from '#ui/text/format-number.ts'
import { useDebouncedValue } from '#ui/use-debounced-value.ts'
import { type BatchFilter, batchFields } from '../search.ts'
import { callState, callStateNames } from '../status.ts'
import { nothingSelected } from './call-selection.ts'
import { ExportCalls } from './export-calls.tsx'
import { selectedCalls, whyTooEarly } from './next-batch.ts'
import { PrepareBatch, type SourceBatch } from './prepare-batch.tsx'
import { rowColumns } from './row-columns.tsx'
import { RowFilters, SeenNote } from './row-filters.tsx'
import { isSortedOrFiltered, rowWithDetails, useRowDetails, useSeenRows } from './seen-rows.ts'
import { PageSelectionContext, SelectedCalls } from './select-calls.tsx'
import * as texts from './texts.tsx'

type ShownRows = Pick<BatchRowList, 'rows' | 'pagination'>
type Filter = Pick<BatchFilter, 'page' | 'status'>

const pageSize = 25
/** Longer than any number in any format. */
const maxNumberLength = 40

export const callsRead = (batchId: string, { page, status }: Filter) =>
  pollLessOnce(
    read('batchCallList', { params: { batchId }, query: { page, limit: pageSize, status } }),
    ({ summary }) => summary.waiting === 0 && summary.active === 0,
  )

/** Calls whose number contains the text. Not polled, because each answer costs a request from the request budget. */
const numberSearch = (batchId: string, text: string, { page, status }: Filter) =>
  queryOptions<Answer<ResponseOf<Contract['batchCallSearch']>>, Refusal>({
    queryKey: ['batchCallSearch', batchId, text, status, page],
    queryFn: ({ signal }) =>
      request('batchCallSearch', { params: { batchId }, body: { text, status, page } }, { signal }),
    enabled: text !== '',
    gcTime: 10_000,
  })

type Counts = Partial<Record<BatchCallState | 'total', number | null>>

function Filters({ summary }: { summary: Counts }) {
  const [{ status: current }] = useSearch(batchFields)
  const { search } = useLocation()
  const pathWithStatus = (status: string) => {
    const to = new URLSearchParams(search)
    for (const other of ['page', 'outcome', 'reason']) to.delete(other)
    if (status === 'all') to.delete('status')
    else to.set('status', status)
    return `?${to}`
  }
  const filters = [{ status: 'all', label: texts.allStatuses, count: summary.total }].concat(
    callStateNames.map((status) => ({ status, label: callState(status).label, count: summary[status] })),
  )
  return (
    <nav aria-label={texts.callsByStatus} className="flex flex-wrap gap-1">
      {filters.map(({ status, label, count }) => (
        <PlainLink
          key={status}
          to={pathWithStatus(status)}
          preventScrollReset
          aria-current={status === current ? 'true' : undefined}
          className={cx(
            'inline-flex h-control-small items-center gap-1.5 rounded-base px-2 text-label',
            status === current ? 'bg-accent-soft font-medium text-accent' : 'text-soft hover:bg-hover hover:text-ink',
          )}
        >
          {label} {count !== undefined && count !== null && <span className="text-muted">{number(count)}</span>}
        </PlainLink>
      ))}
    </nav>
  )
}

interface Props {
  batch: SourceBatch
  /** null: not read yet. */
  progress: BatchProgress | null
  /** The outcomes of the calls that were seen; null: not counted yet. */
  results: BatchResults | null
}

export function Calls({ batch, progress, results }: Props) {
  const { batchId, name } = batch
  const [search, setSearch] = useSearch(batchFields)
  const [typed, setTyped] = useState('')
  const [selection, setSelection] = useState(nothingSelected)
  const mayStart = usePermission('launchStart').reason === ''
  const text = useDebouncedValue(typed.trim())
  const isNumber = /^[\d\s()+./-]*$/.test(text)
  // The service neither sorts nor finds names: these rows come from those that Switchboard has seen.
  const isOfSeen = !isNumber || isSortedOrFiltered(search)
  // The gateway reads the number as it was typed, with its prefixes.
  const typedNumber = isOfSeen || !/\d/.test(text) ? '' : text.slice(0, maxNumberLength)
  const listQuery = useRead(callsRead(batchId, search))
  const searchQuery = useRead(numberSearch(batchId, typedNumber, search))
  const seenQuery = useSeenRows(batchId, text, search, isOfSeen)
  const serviceQuery = typedNumber === '' ? listQuery : searchQuery
  const details = useRowDetails(batchId, isOfSeen ? [] : (serviceQuery.data?.calls ?? []), serviceQuery.readAt)
  const shownQuery: QueryState<ShownRows> = isOfSeen
    ? seenQuery
    : {
        ...serviceQuery,
        data: serviceQuery.data && {
          rows: serviceQuery.data.calls.map((call) => rowWithDetails(call, details)),
          pagination: serviceQuery.data.pagination,
        },
      }
  // The same counts as the progress above, so that the two never disagree.
  const counts: Counts = progress ?? listQuery.data?.summary ?? {}
  const filterSelection = text === '' && !isOfSeen ? selectedCalls(search.status) : null
  const count = counts[search.status === 'all' ? 'total' : search.status] ?? null
  const offeredSelection =
    filterSelection !== null && count && progress && whyTooEarly(filterSelection, progress) === ''
      ? filterSelection
      : null
  const searchText = (next: string) => {
    setTyped(next)
    if (search.page !== 1) setSearch({ page: 1 }, { replace: true })
  }
  const sortBy = (sort: BatchRowColumn) => {
    const isSame = sort === search.sort
    setSearch(
      { sort, order: isSame && search.order === 'ascending' ? 'descending' : 'ascending', page: 1 },
      { replace: true },
    )
  }
  const total = counts.total ?? null
  const seen = isOfSeen ? (seenQuery.data?.seen ?? 0) : null
  const clear = () => {
    setTyped('')
    setSearch({ page: 1, status: 'all', outcome: null, reason: null, sort: 'row', order: 'ascending' })
  }
  const isSearched = text !== '' || isOfSeen || search.status !== 'all'
  const found = isSearched && !shownQuery.isLoading ? (shownQuery.data?.pagination.total ?? null) : null
  const shownCalls = shownQuery.data?.rows.map(({ call }) => call) ?? []
  return (
    <Section
      title={texts.callsSection}
      facts={!isOfSeen && <Age readAt={shownQuery.readAt} refusal={shownQuery.refusal} />}
      actions={<SearchField label={texts.findPerson} value={typed} onChange={searchText} />}
      flush
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-2 py-1.5">
        <Filters summary={counts} />
        <ExportCalls batchId={batchId} name={name} total={total ?? 0} />
      </div>
      <RowFilters
        search={search}
        results={results}
        onChange={(next) => setSearch({ page: 1, ...next })}
        onClear={clear}
      />
      {isOfSeen && seenQuery.data && (
        <SeenNote batchId={batchId} seen={seenQuery.data.seen} total={total} readAt={seenQuery.data.readAt} />
      )}
      {selection.calls.size > 0 && (
        <div className="border-b border-line px-3 py-2">
          <SelectedCalls batch={batch} selection={selection} pageCalls={shownCalls} onChange={setSelection} />
        </div>
      )}
      {offeredSelection !== null && selection.calls.size === 0 && (
        <div className="border-b border-line px-3 py-2">
          <PrepareBatch key={offeredSelection} batch={batch} calls={offeredSelection} count={count} tooEarlyReason="" />
        </div>
      )}
      <output className="sr-only">{found !== null && texts.rowsFound(found)}</output>
      <DataView
        query={shownQuery}
        loading={<SkeletonRows rows={10} columns={4} label={texts.loadingCalls} />}
        isEmpty={({ rows }) => rows.length === 0}
        empty={
          <EmptyState title={texts.noCallsTitle}>
            {texts.noCallsHint(seen !== null && (total === null || seen < total) ? seen : null)}
          </EmptyState>
        }
      >
        {({ rows, pagination }) => (
          <PageSelectionContext
            value={mayStart ? { selection, pageCalls: rows.map(({ call }) => call), onChange: setSelection } : null}
          >
            <FittingTable
              caption={texts.callsCaption}
              columns={rowColumns(search, sortBy)}
              rows={rows}
              rowKey={({ call }) => call.jobId}
              selected={search.call}
              sticky={false}
            />
            <Pagination pagination={pagination} noun={texts.callNoun} />
          </PageSelectionContext>
        )}
      </DataView>
    </Section>
  )
}
