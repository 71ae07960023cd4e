/** The calls of a batch, with filter, search and pages. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { request } from '#api/client.ts'
import { pollLessOnce, read, useRead } from '#api/reads.ts'
import { PhoneNumber } from '#components/phone/phone-number.tsx'
import { type BatchCall, type BatchCallState, type BatchProgress, Refusal } from '#contract/index.ts'
import { Age } from '#kit/data/age.tsx'
import { type DataColumn, DataTable } from '#kit/data/data-table.tsx'
import { DataView } from '#kit/data/data-view.tsx'
import { Pagination } from '#kit/data/pagination.tsx'
import { Link, PlainLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { useSearch } from '#kit/navigation/search-params.ts'
import { usePermission } from '#kit/permissions.ts'
import { readNumber } from '#phone/number.ts'
import { cx } from '#ui/classes.ts'
import { SearchField } from '#ui/forms/search-field.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { Section } from '#ui/layout/section.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { aboveLinkClasses, stretchedLinkClasses } from '#ui/layout/table.tsx'
import { StatusLabel } from '#ui/status/status-label.tsx'
import { number } from '#ui/text/format-number.ts'
import { Duration, Time } from '#ui/time/time.tsx'
import { useDebouncedValue } from '#ui/use-debounced-value.ts'
import { BatchSearch } from '../search.ts'
import { callState, callStateNames } from '../status.ts'
import * as shared from '../texts.tsx'
import { nothingSelected } from './call-selection.ts'
import { ExportCalls } from './export-calls.tsx'
import { selectedCalls, whyTooEarly } from './next-batch.ts'
import { PrepareBatch, type SourceBatch } from './prepare-batch.tsx'
import { PageSelectionContext, SelectCall, SelectedCalls, SelectPage } from './select-calls.tsx'
import * as texts from './texts.tsx'

interface Filter {
  page: number
  status: 'all' | BatchCallState
}

const pageSize = 25

export const callsRead = (batchId: string, { page, status }: Filter) =>
  pollLessOnce(
    read('batchCallList', { params: { batchId }, query: { page, limit: pageSize, status } }),
    ({ summary }) => summary.waiting === 0 && summary.active === 0,
  )

/** Calls whose number contains the text. Not polled, because each answer costs a request from the request budget. */
function useNumberSearch(batchId: string, text: string, { page, status }: Filter) {
  const query = useQuery({
    queryKey: ['batchCallSearch', batchId, text, status, page],
    queryFn: ({ signal }) =>
      request('batchCallSearch', { params: { batchId }, body: { text, status, page } }, { signal }),
    enabled: text !== '',
    gcTime: 10_000,
  })
  return {
    data: query.data?.data,
    readAt: query.data?.readAt ?? null,
    refusal: query.error instanceof Refusal ? query.error : null,
    isLoading: query.isPending,
    retry: () => void query.refetch(),
  }
}

/** Opens the panel of a call; filter and page stay. */
function CallLink({ call: { jobId, phone_number } }: { call: BatchCall }) {
  const { search } = useLocation()
  const to = new URLSearchParams(search)
  to.set('call', jobId)
  return (
    <PlainLink
      to={`?${to}`}
      preventScrollReset
      data-stretched=""
      data-call={jobId}
      className={cx('text-ink hover:text-accent', stretchedLinkClasses)}
    >
      <PhoneNumber number={phone_number} none={shared.unknown} />
    </PlainLink>
  )
}

const nameOf = ({ metadata }: BatchCall): string =>
  [metadata.first_name, metadata.last_name].filter((part) => typeof part === 'string' && part !== '').join(' ')

const columns: readonly DataColumn<BatchCall>[] = [
  {
    id: 'number',
    header: (
      <span className="flex items-center gap-1">
        <SelectPage /> {shared.numberColumn}
      </span>
    ),
    width: '17rem',
    cell: (call) => (
      <span className="flex gap-1">
        <SelectCall call={call} />
        <CallLink call={call} />
      </span>
    ),
  },
  {
    id: 'name',
    header: texts.nameColumn,
    visibleFrom: 'md',
    cell: (call) => nameOf(call) || <span className="text-muted">–</span>,
  },
  {
    id: 'state',
    header: shared.statusColumn,
    cell: ({ status, error, roomName }) => {
      const { state, label } = callState(status)
      return (
        <span className="inline-flex flex-wrap items-baseline gap-x-2">
          <StatusLabel state={state} label={label} />
          {error && <span className="text-label text-muted">{error}</span>}
          {status === 'active' && roomName && (
            <span className={cx('text-label', aboveLinkClasses)}>
              <Link to={paths.call(roomName)}>{texts.followLive}</Link>
            </span>
          )}
        </span>
      )
    },
  },
  {
    id: 'started',
    header: shared.startedColumn,
    width: '8rem',
    visibleFrom: 'md',
    cell: ({ startTime }) => <Time at={startTime} show="second" />,
  },
  {
    id: 'duration',
    header: texts.durationColumn,
    align: 'right',
    width: '6rem',
    cell: ({ duration }) => <Duration seconds={duration} />,
  },
]

function Filters({ summary }: { summary: Partial<Record<BatchCallState | 'total', number | null>> }) {
  const [{ status: current }] = useSearch(BatchSearch)
  const { search } = useLocation()
  const pathWithStatus = (status: string) => {
    const to = new URLSearchParams(search)
    to.delete('page')
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
  progress: Pick<BatchProgress, 'isComplete' | 'waiting'> | null
}

export function Calls({ batch, progress }: Props) {
  const { batchId, name } = batch
  const [search, setSearch] = useSearch(BatchSearch)
  const [typedNumber, setTypedNumber] = useState('')
  const [selection, setSelection] = useState(nothingSelected)
  const mayStart = usePermission('launchStart').reason === ''
  const text = useDebouncedValue(readNumber(typedNumber).replace(/[^\d+]/g, ''))
  const listQuery = useRead(callsRead(batchId, search))
  const searchQuery = useNumberSearch(batchId, text, search)
  const shownQuery = text === '' ? listQuery : searchQuery
  const filterSelection = text === '' ? selectedCalls(search.status) : null
  const count = listQuery.data?.summary[search.status === 'all' ? 'total' : search.status] ?? null
  const offeredSelection =
    filterSelection !== null && count && progress && whyTooEarly(filterSelection, progress) === ''
      ? filterSelection
      : null
  const searchNumber = (next: string) => {
    setTypedNumber(next)
    if (search.page !== 1) setSearch({ page: 1 }, { replace: true })
  }
  return (
    <Section
      title={texts.callsSection}
      facts={<Age readAt={shownQuery.readAt} refusal={shownQuery.refusal} />}
      actions={<SearchField label={texts.findNumber} value={typedNumber} onChange={searchNumber} />}
      flush
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-2 py-1.5">
        <Filters summary={listQuery.data?.summary ?? {}} />
        <ExportCalls batchId={batchId} name={name} total={listQuery.data?.summary.total ?? 0} />
      </div>
      {selection.calls.size > 0 && (
        <div className="border-b border-line px-3 py-2">
          <SelectedCalls
            batch={batch}
            selection={selection}
            pageCalls={shownQuery.data?.calls ?? []}
            onChange={setSelection}
          />
        </div>
      )}
      {offeredSelection !== null && selection.calls.size === 0 && (
        <div className="border-b border-line px-3 py-2">
          <PrepareBatch key={offeredSelection} batch={batch} calls={offeredSelection} count={count} tooEarlyReason="" />
        </div>
      )}
      <DataView
        query={shownQuery}
        loading={<SkeletonRows rows={10} columns={4} label={texts.loadingCalls} />}
        isEmpty={({ calls }) => calls.length === 0}
        empty={<EmptyState title={texts.noCallsTitle}>{texts.noCallsHint(text !== '')}</EmptyState>}
      >
        {({ calls, pagination }) => (
          <PageSelectionContext value={mayStart ? { selection, pageCalls: calls, onChange: setSelection } : null}>
            <DataTable
              caption={texts.callsCaption}
              columns={columns}
              rows={calls}
              rowKey={({ jobId }) => jobId}
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
