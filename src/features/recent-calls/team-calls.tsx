/** Calls that Switchboard has seen, as a list or as the results of a search. */
import History from 'lucide-react/icons/history'
import { type ReactNode, useState } from 'react'
import { read, useRead } from '#api/reads.ts'
import { PersonOfText } from '#components/people/person-link.tsx'
import { keptCallOrders, type ListedCall } from '#contract/index.ts'
import { DataTable } from '#kit/data/data-table.tsx'
import { DataView } from '#kit/data/data-view.tsx'
import { Pagination } from '#kit/data/pagination.tsx'
import { refusalText } from '#kit/data/refusal-text.ts'
import { Button } from '#ui/forms/button.tsx'
import { SearchField } from '#ui/forms/search-field.tsx'
import { Select } from '#ui/forms/select.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { ErrorState } from '#ui/layout/error-state.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { AgentFilter, type FilterProps } from './agent-filter.tsx'
import { callColumns } from './columns.tsx'
import type { RecentFilter } from './search.ts'
import * as texts from './texts.tsx'
import { useCallSearch } from './use-call-search.ts'

export const retentionRead = read('callRetentionShow')

/** The filters as the gateway names them. */
const filterOf = ({ agent, state }: RecentFilter) => ({
  agent: agent === '' ? undefined : agent,
  state: state === 'all' ? undefined : state,
})

export const listRead = (search: RecentFilter) =>
  read('keptCallList', { query: { page: search.page, order: search.order, ...filterOf(search) } })

const states = [
  { value: 'all', label: texts.allCalls },
  { value: 'in_progress', label: texts.inProgressCalls },
  { value: 'ended', label: texts.endedCalls },
  { value: 'completed', label: texts.completed },
  { value: 'failed', label: texts.failed },
  { value: 'with_transcript', label: texts.withTranscript },
] as const
const orders = keptCallOrders.map((value) => ({ value, label: texts.orders[value] }))

const CallTable = ({ calls }: { calls: readonly ListedCall[] }) => (
  <DataTable caption={texts.caption} columns={callColumns} rows={calls} rowKey={({ roomName }) => roomName} />
)

const Loading = ({ label }: { label: string }) => <SkeletonRows rows={8} columns={6} label={label} />

const NoMatch = ({ onShowAll, text = '', children }: { onShowAll: () => void; text?: string; children: ReactNode }) => (
  <EmptyState
    icon={History}
    title={texts.noMatchTitle}
    action={
      <>
        <PersonOfText text={text} />
        <Button onClick={onShowAll}>{texts.showAll}</Button>
      </>
    }
  >
    {children}
  </EmptyState>
)

/** The results of a search. Those of the text before stay until the next ones arrive. */
function FoundCalls({
  text,
  found,
  onShowAll,
}: {
  text: string
  found: ReturnType<typeof useCallSearch>
  onShowAll: () => void
}) {
  const { calls, refusal, isSearching } = found
  if (refusal) return <ErrorState text={refusalText(refusal)} />
  if (calls !== null && calls.length > 0) return <CallTable calls={calls} />
  if (isSearching) return <Loading label={texts.searching} />
  return (
    <NoMatch text={text} onShowAll={onShowAll}>
      {texts.nothingFoundHint}
    </NoMatch>
  )
}

export function TeamCalls({ search, onChange }: FilterProps) {
  const [text, setText] = useState('')
  const found = useCallSearch(text, filterOf(search))
  const query = useRead(listRead(search))
  const { data: retention } = useRead(retentionRead)
  const isFiltered = search.state !== 'all' || search.agent !== ''
  const showAll = () => {
    setText('')
    onChange({ state: 'all', agent: '' })
  }
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-2">
        <SearchField label={texts.searchLabel} placeholder={texts.searchPlaceholder} value={text} onChange={setText} />
        <div className="w-44 max-sm:flex-1">
          <Select
            label={texts.stateLabel}
            labelHidden
            value={search.state}
            options={states}
            onChange={(state) => onChange({ state })}
          />
        </div>
        <AgentFilter search={search} onChange={onChange} />
        {!found.isTyped && (
          <div className="w-44 max-sm:flex-1">
            <Select
              label={texts.orderLabel}
              labelHidden
              value={search.order}
              options={orders}
              onChange={(order) => onChange({ order })}
            />
          </div>
        )}
        <output className="text-label text-muted">
          {found.calls && !found.isSearching && texts.foundCount(found.calls.length, found.hasMore)}
        </output>
      </div>
      {found.isTyped ? (
        <FoundCalls text={text} found={found} onShowAll={showAll} />
      ) : (
        <DataView
          query={query}
          loading={<Loading label={texts.loadingCalls} />}
          isEmpty={({ calls }) => calls.length === 0}
          empty={
            isFiltered ? (
              <NoMatch onShowAll={showAll}>{texts.noMatchHint}</NoMatch>
            ) : (
              <EmptyState icon={History} title={texts.noCallsTitle}>
                {texts.noCallsHint(retention?.days)}
              </EmptyState>
            )
          }
        >
          {({ calls, pagination }) => (
            <>
              <CallTable calls={calls} />
              <Pagination pagination={pagination} noun={texts.noun} />
            </>
          )}
        </DataView>
      )}
    </>
  )
}
