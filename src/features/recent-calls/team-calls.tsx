/** Calls that Switchboard has seen, as a list or as the results of a search. */
import History from 'lucide-react/icons/history'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { find, type QueryState, read, useRead } from '#api/reads.ts'
import { agentsRead } from '#components/agents/use-readiness.ts'
import { PeopleOfText } from '#components/people/person-link.tsx'
import { SavedViews } from '#components/saved-views/saved-views.tsx'
import { callOutcomes, type KeptCallFilter, type ListedCall } from '#contract/index.ts'
import { type ListState, onePage, queried } from '#kit/list/definition.ts'
import { List, type ListPage } from '#kit/list/list.tsx'
import { useListState } from '#kit/list/use-list.ts'
import { Button } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { plural } from '#ui/text/format-number.ts'
import { useDebouncedValue } from '#ui/use-debounced-value.ts'
import { callList, orderOf } from './columns.tsx'

export const retentionRead = read('callRetentionShow')

const filterOf = (filterBy: (id: string) => string | undefined): KeptCallFilter => ({
  agent: filterBy('agent'),
  state: filterBy('transcript') === 'yes' ? 'with_transcript' : 'ended',
  outcome: callOutcomes.find((outcome) => outcome === filterBy('outcome')),
})

/** The calls that an address of the list shows. */
export function listRead(state: ListState) {
  const { sorting, filterBy } = queried(callList([]), state)
  return read('keptCallList', { query: { page: state.page, order: orderOf(sorting), ...filterOf(filterBy) } })
}

export function TeamCalls() {
  const agents = useRead(agentsRead).data?.agents ?? []
  const list = callList(agents.map(({ name }) => name))
  const [state, change] = useListState(list)
  const { filterBy } = queried(list, state)
  const [text, setText] = useState('')
  const typed = text.trim()
  const hasFormerFilter = filterBy('state') !== undefined
  const isTyped = typed !== '' && !hasFormerFilter
  const words = useDebouncedValue(typed)
  const found = useRead({
    ...find('keptCallSearch', { body: { text: words, ...filterOf(filterBy) } }),
    enabled: isTyped && words !== '',
  })
  const isSearching = isTyped && (words !== typed || found.isLoading || found.isPlaceholder)
  const query = useRead(listRead(state))
  const { data: retention } = useRead(retentionRead)
  const navigate = useNavigate()
  const shown: QueryState<ListPage<ListedCall>> = hasFormerFilter
    ? { ...query, data: onePage([]) }
    : isTyped
      ? { ...found, data: found.refusal ? undefined : onePage(found.data?.calls ?? []), isPlaceholder: isSearching }
      : { ...query, data: query.data && { items: query.data.calls, pagination: query.data.pagination } }
  return (
    <List
      list={list}
      caption="Ended calls"
      icon={History}
      state={state}
      onChange={change}
      query={shown}
      search={{
        label: 'Search ended calls',
        placeholder: 'Name, number or words',
        value: text,
        onChange: setText,
      }}
      // What a search finds comes in its own order.
      isUnsorted={isTyped}
      views={<SavedViews page="ended-calls" many="calls" />}
      note={
        isTyped &&
        !found.refusal && (
          <output className="block border-b border-line px-3 py-1.5 text-label text-muted">
            {isSearching || !found.data
              ? 'Searching calls…'
              : found.data.hasMore
                ? `The latest ${found.data.calls.length} calls found`
                : plural(found.data.calls.length, 'call found', 'calls found')}
          </output>
        )
      }
      first={
        <EmptyState icon={History} title="No calls yet">
          {retention?.days === 0
            ? 'Calls are not kept in this workspace. An administrator can change that in the settings, under Data.'
            : 'Every call that Switchboard sees is listed here, with its transcript, also after it has ended.'}
        </EmptyState>
      }
      notFound={
        hasFormerFilter ? (
          <EmptyState
            icon={History}
            title="Ended calls are not filtered by state any more"
            action={<Button onClick={() => change({ state: undefined })}>Remove this filter</Button>}
          >
            Remove the filter to see all of them. You can filter them by outcome instead.
          </EmptyState>
        ) : (
          <EmptyState
            icon={History}
            title="No calls found"
            action={
              <>
                <PeopleOfText text={text} />
                <Button
                  onClick={() => {
                    setText('')
                    void navigate('?')
                  }}
                >
                  Show all calls
                </Button>
              </>
            }
          >
            {isTyped
              ? 'Search by the customer’s name, by the number in any format, or by words that were said. Filters apply too.'
              : 'No calls match these filters. Choose other filters.'}
          </EmptyState>
        )
      }
    />
  )
}
