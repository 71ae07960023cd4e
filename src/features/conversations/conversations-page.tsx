/** `/conversations`: the known conversations, filtered and sorted, and searched by customer, number, ID or words in messages. */
import MessageSquare from 'lucide-react/icons/message-square'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { load, read, useRead } from '#api/reads.ts'
import { OpenConversationsButton, OpenConversationsProvider } from '#components/messages/open-conversations.tsx'
import { PersonOfText } from '#components/people/person-link.tsx'
import { SavedViews } from '#components/saved-views/saved-views.tsx'
import { useSearchResults } from '#components/search/use-search-results.ts'
import { type Found, idPattern } from '#contract/index.ts'
import { Age } from '#kit/data/age.tsx'
import { DataTable } from '#kit/data/data-table.tsx'
import { DataView } from '#kit/data/data-view.tsx'
import { Pagination } from '#kit/data/pagination.tsx'
import { ButtonLink, Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { useSearch } from '#kit/navigation/search-params.ts'
import { Page, PageHeader } from '#kit/page/page-header.tsx'
import { Button } from '#ui/forms/button.tsx'
import { SearchField } from '#ui/forms/search-field.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { Card } from '#ui/layout/section.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { visible } from '#ui/text/visible-text.tsx'
import { useGatewayTime } from '#ui/time/clock.ts'
import { columnsFor, type ListRow } from './columns.tsx'
import { ConversationFilters } from './filters.tsx'
import { isShown, type ListFilter, ListSearch, paginate, type SeenConversation, sorted } from './list-search.ts'
import * as texts from './texts.tsx'
import { type SearchAnswer, useConversationHits } from './use-conversation-hits.ts'

const seenRead = read('conversationSeen')
export const loader = () => load(seenRead)

/** Shown if nothing is found. A text that looks like an ID may be one that Switchboard does not know yet, so it can be opened. */
function NothingFound({ text, isSearching, onReset }: { text: string; isSearching: boolean; onReset: () => void }) {
  const id = text.trim()
  if (isSearching) return <SkeletonRows rows={3} columns={4} label={texts.searching} />
  return (
    <EmptyState
      icon={MessageSquare}
      title={texts.nothingFoundTitle}
      action={
        <>
          <PersonOfText text={text} />
          {idPattern.test(id) && <ButtonLink to={paths.conversation(id)}>{texts.openConversation(id)}</ButtonLink>}
          <OpenConversationsButton label={texts.openById} />
          <Button onClick={onReset}>{texts.showAll}</Button>
        </>
      }
    >
      {texts.nothingFoundHint}
    </EmptyState>
  )
}

/** Older conversations that the search finds but the list does not show. */
const OtherResults = ({ found }: { found: readonly Found[] }) => (
  <ul aria-label={texts.otherResults} className="divide-y divide-line border-t border-line">
    {found.map(({ id, title, note }) => (
      <li key={id} className="flex flex-wrap gap-x-3 px-3 py-1.5">
        <Link to={paths.conversation(id)}>{title || id}</Link>
        <span className="text-label text-muted">{visible(note)}</span>
      </li>
    ))}
  </ul>
)

/** What a search cannot say: that more was found, or that something was not searched. */
const SearchLimits = ({ hasMore, hits, unread }: SearchAnswer) =>
  (hasMore || unread > 0) && (
    <p className="border-b border-line px-3 py-1.5 text-label text-muted">
      {[hasMore && texts.moreFound(hits.length), unread > 0 && texts.notCompared(unread)].filter(Boolean).join(' ')}
    </p>
  )

/** The rows that a text finds: in the gateway's memory, or by the name and number that the registry stores. */
function useFoundRows(all: readonly SeenConversation[], text: string) {
  const { answer, problem, isSearching: isComparing } = useConversationHits(text)
  const registry = useSearchResults(text)
  const registryHits = registry.found.filter(({ kind }) => kind === 'conversation')
  const hitById = new Map(answer?.hits.map((hit) => [hit.conversationId, hit.message]))
  const foundIds = new Set([...hitById.keys(), ...registryHits.map(({ id }) => id)])
  const isSearch = text.trim() !== ''
  const rows: readonly ListRow[] = isSearch
    ? all.flatMap((row) =>
        foundIds.has(row.conversationId) ? [{ ...row, hit: hitById.get(row.conversationId) ?? null }] : [],
      )
    : all
  const listedIds = new Set(all.map(({ conversationId }) => conversationId))
  return {
    isSearch,
    rows,
    /** Conversations that are not among the listed ones. */
    others: registryHits.filter(({ id }) => !listedIds.has(id)),
    answer,
    problem: problem || registry.problem,
    isSearching: isComparing || registry.isSearching,
  }
}

const searchOnly = ({ state, agent, flow, days }: ListFilter) => ({ state, agent, flow, days })
const noFilters: ListFilter = { state: undefined, agent: undefined, flow: undefined, days: undefined }

function Conversations({ all }: { all: readonly SeenConversation[] }) {
  const [text, setText] = useState('')
  const [search, setSearch] = useSearch(ListSearch)
  const { isSearch, rows: foundRows, others, answer, problem, isSearching } = useFoundRows(all, text)
  const navigate = useNavigate()
  const now = useGatewayTime(60_000)
  const filter = searchOnly(search)
  const shown = sorted(
    foundRows.filter((row) => isShown(row, filter, now)),
    search,
  )
  const { rows, pagination } = paginate(shown, search.page)
  const foundCount = shown.length + others.length
  const onlyHit = foundCount === 1 ? (shown[0]?.conversationId ?? others[0]?.id) : undefined
  const change = (next: Partial<ListSearch>) => setSearch({ page: 1, ...next })
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  return (
    <Card flush>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-3 py-2">
        <SearchField
          label={texts.searchLabel}
          placeholder={texts.searchPlaceholder}
          value={text}
          onChange={(next) => {
            setText(next)
            if (search.page > 1) setSearch({ page: 1 }, { replace: true })
          }}
          onSubmit={() => onlyHit && void navigate(paths.conversation(onlyHit))}
        />
        <ConversationFilters rows={all} search={search} onChange={change} />
        <SavedViews page="conversations" />
        {isSearch && !isSearching && (
          <output className="text-label text-muted">{problem || texts.foundCount(foundCount)}</output>
        )}
      </div>
      {answer && !isSearching && <SearchLimits {...answer} />}
      {rows.length > 0 && (
        <>
          <DataTable
            caption={texts.listCaption}
            columns={columnsFor(search, change)}
            rows={rows}
            rowKey={({ conversationId }) => conversationId}
          />
          <Pagination pagination={pagination} noun={texts.noun} />
        </>
      )}
      {others.length > 0 && <OtherResults found={others} />}
      {foundCount === 0 && !isSearch && isFiltered && (
        <EmptyState
          icon={MessageSquare}
          title={texts.noMatchTitle}
          action={<Button onClick={() => change(noFilters)}>{texts.clearFilters}</Button>}
        >
          {texts.noMatchHint}
        </EmptyState>
      )}
      {foundCount === 0 && isSearch && (
        <NothingFound
          text={text}
          isSearching={isSearching}
          onReset={() => {
            setText('')
            change(noFilters)
          }}
        />
      )}
    </Card>
  )
}

const NoConversations = ({ isListed }: { isListed: boolean }) => (
  <Card flush>
    <EmptyState
      icon={MessageSquare}
      title={texts.noConversationsTitle}
      action={<OpenConversationsButton label={texts.openById} />}
    >
      {texts.noConversationsHint(isListed)}
    </EmptyState>
  </Card>
)

export function Component() {
  const query = useRead(seenRead)
  const { data, readAt, refusal } = query
  return (
    <OpenConversationsProvider>
      <Page>
        <PageHeader
          title={texts.listTitle}
          facts={
            data && (
              <>
                <span>{texts.conversationCount(data.conversations.length, data.watching)}</span>
                <Age readAt={readAt} refusal={refusal} />
                {!data.listed && <span>{texts.notListed}</span>}
              </>
            )
          }
        />
        <DataView
          query={query}
          loading={
            <Card flush>
              <SkeletonRows rows={12} columns={5} label={texts.loadingConversations} />
            </Card>
          }
          isEmpty={({ conversations }) => conversations.length === 0}
          empty={<NoConversations isListed={data?.listed ?? false} />}
        >
          {({ conversations }) => <Conversations all={conversations} />}
        </DataView>
      </Page>
    </OpenConversationsProvider>
  )
}
