/** The calls of a batch, with filter, search and pages. */
import PhoneOutgoing from 'lucide-react/icons/phone-outgoing'
import { useState } from 'react'
import { find, pollLessOnce, type QueryState, read, useRead } from '#api/reads.ts'
import { SavedViews } from '#components/saved-views/saved-views.tsx'
import type { BatchProgress, BatchResults, BatchRowList } from '#contract/index.ts'
import { Age } from '#kit/data/age.tsx'
import { List } from '#kit/list/list.tsx'
import { useListState } from '#kit/list/use-list.ts'
import { useSearch } from '#kit/navigation/search-params.ts'
import { usePermission } from '#kit/permissions.ts'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { Section } from '#ui/layout/section.tsx'
import { loadingText } from '#ui/texts.tsx'
import { useTick } from '#ui/time/clock.ts'
import { ago } from '#ui/time/format-time.ts'
import { useDebouncedValue } from '#ui/use-debounced-value.ts'
import { batchFields } from '../search.ts'
import { nothingSelected } from './call-selection.ts'
import { ExportCalls, ReadAllCalls } from './export-calls.tsx'
import { selectedCalls, whyTooEarly } from './next-batch.ts'
import { PrepareBatch, type SourceBatch } from './prepare-batch.tsx'
import { type CallQuery, type Counts, callList, pageSize, queryOf } from './row-columns.tsx'
import { isSortedOrFiltered, rowWithDetails, useRowDetails, useSeenRows } from './seen-rows.ts'
import { PageSelectionContext, SelectedCalls } from './select-calls.tsx'
import * as texts from './texts.tsx'

type ShownRows = Pick<BatchRowList, 'rows' | 'pagination'>
type Filter = Pick<CallQuery, 'page' | 'status'>

/** Longer than any number in any format. */
const maxNumberLength = 40
/** Rows of a running batch count as current for so long after they were read, ms. */
const currentMs = 60_000

export const callsRead = (batchId: string, { page, status }: Filter) =>
  pollLessOnce(
    read('batchCallList', { params: { batchId }, query: { page, limit: pageSize, status } }),
    ({ summary }) => summary.waiting === 0 && summary.active === 0,
  )

interface SeenNoteProps {
  batchId: string
  seen: number
  /** null: unknown. */
  total: number | null
  /** When the rows that had not ended were read, epoch ms by the gateway's clock; null: all had ended. */
  readAt: number | null
  isLoading: boolean
}

/** What a sorted or filtered list rests on, and how old it is, if that matters. */
function SeenNote({ batchId, seen, total, readAt, isLoading }: SeenNoteProps) {
  const age = useTick((now) => (readAt !== null && now - readAt >= currentMs ? ago(readAt, now) : ''))
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-3 py-2">
      <output className="min-w-0 text-label text-muted">
        {isLoading ? loadingText : texts.seenRows(seen, total)}
        {!isLoading && age !== '' && ` Calls that had not ended then were last loaded ${age}.`}
      </output>
      {total !== null && (seen < total || age !== '') && <ReadAllCalls batchId={batchId} total={total} />}
    </div>
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
  const [{ call: openCall }] = useSearch(batchFields)
  const [typed, setTyped] = useState('')
  const [selection, setSelection] = useState(nothingSelected)
  const mayStart = usePermission('launchStart').reason === ''
  const typedText = typed.trim()
  const typedBefore = useDebouncedValue(typedText)
  const text = typedText && typedBefore
  // Until the progress is loaded, the counts of the calls are unknown.
  const list = callList(progress ?? undefined, results)
  const [state, change] = useListState(list)
  const search = queryOf(list, state)
  const isNumber = /^[\d\s()+./-]*$/.test(text)
  // The service neither sorts nor finds names: these rows come from those that Switchboard has seen.
  const isOfSeen = !isNumber || isSortedOrFiltered(search)
  // The gateway reads the number as it was typed, with its prefixes.
  const typedNumber = isOfSeen || !/\d/.test(text) ? '' : text.slice(0, maxNumberLength)
  const listQuery = useRead(callsRead(batchId, search))
  const { page, status } = search
  const searchQuery = useRead({
    // Not polled, because each answer costs a request from the request budget.
    ...find('batchCallSearch', { params: { batchId }, body: { text: typedNumber, status, page } }),
    enabled: typedNumber !== '',
  })
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
  const filterSelection = text === '' && !isOfSeen ? selectedCalls(status) : null
  const count = counts[status === 'all' ? 'total' : status] ?? null
  const offeredSelection =
    filterSelection !== null && count && progress && whyTooEarly(filterSelection, progress) === ''
      ? filterSelection
      : null
  const total = counts.total ?? null
  const seen = isOfSeen ? (seenQuery.data?.seen ?? 0) : null
  const isLoading = shownQuery.isPlaceholder || text !== typedText
  const shownCalls = shownQuery.data?.rows.map(({ call }) => call) ?? []
  const empty = (
    <EmptyState title="No matching calls">
      {texts.noCallsHint(seen !== null && (total === null || seen < total) ? seen : null)}
    </EmptyState>
  )
  return (
    <PageSelectionContext value={mayStart ? { selection, pageCalls: shownCalls, onChange: setSelection } : null}>
      <List
        list={list}
        caption="Calls in this batch"
        icon={PhoneOutgoing}
        state={{ ...state, search: text }}
        onChange={change}
        query={{
          ...shownQuery,
          isPlaceholder: isLoading,
          data: shownQuery.data && { items: shownQuery.data.rows, pagination: shownQuery.data.pagination },
        }}
        search={{ label: 'Find a name or number', value: typed, onChange: setTyped }}
        views={<SavedViews page="batch-calls" many="calls" />}
        selected={openCall}
        // The outcomes need the room.
        whyLeftOut={({ id }) => openCall && (id === 'attempts' || id === 'started') && 'Hidden: the open call shows it'}
        note={
          <>
            {isOfSeen && seenQuery.data && (
              <SeenNote {...seenQuery.data} batchId={batchId} total={total} isLoading={isLoading} />
            )}
            {selection.calls.size > 0 && (
              <div className="border-b border-line px-3 py-2">
                <SelectedCalls batch={batch} selection={selection} pageCalls={shownCalls} onChange={setSelection} />
              </div>
            )}
            {offeredSelection !== null && selection.calls.size === 0 && (
              <div className="border-b border-line px-3 py-2">
                <PrepareBatch
                  key={offeredSelection}
                  batch={batch}
                  calls={offeredSelection}
                  count={count}
                  tooEarlyReason=""
                />
              </div>
            )}
          </>
        }
        renderFrame={(rows) => (
          <Section
            title="Calls"
            facts={!isOfSeen && <Age readAt={shownQuery.readAt} refusal={shownQuery.refusal} />}
            actions={<ExportCalls batchId={batchId} name={name} total={total ?? 0} />}
            flush
          >
            {rows}
          </Section>
        )}
        first={empty}
        notFound={empty}
      />
    </PageSelectionContext>
  )
}
