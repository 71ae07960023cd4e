/** `/conversations`: the known conversations, filtered and sorted, and searched by customer, number, ID or words in messages. */
import MessageSquare from 'lucide-react/icons/message-square'
import { useState } from 'react'
import { type LoaderFunctionArgs, redirect, useNavigate } from 'react-router'
import { load, type QueryState, read, useRead } from '#api/reads.ts'
import { OpenConversationsButton, OpenConversationsProvider } from '#components/messages/open-conversations.tsx'
import { PeopleOfText } from '#components/people/person-link.tsx'
import { SavedViews } from '#components/saved-views/saved-views.tsx'
import { presentSearch } from '#components/saved-views/views.ts'
import { useSearchResults } from '#components/search/use-search-results.ts'
import { type Contract, type Found, idPattern, type ResponseOf } from '#contract/index.ts'
import { Age } from '#kit/data/age.tsx'
import { List } from '#kit/list/list.tsx'
import { useListState } from '#kit/list/use-list.ts'
import { viewOf } from '#kit/list/view.ts'
import { ButtonLink, Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { Page, PageHeader } from '#kit/page/page-header.tsx'
import { Button } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { number, plural } from '#ui/text/format-number.ts'
import { visible } from '#ui/text/visible-text.tsx'
import { useGatewayTime } from '#ui/time/clock.ts'
import { conversationList, type ListRow, type SeenConversation } from './columns.tsx'
import * as texts from './texts.tsx'
import { type SearchAnswer, useConversationHits } from './use-conversation-hits.ts'

const seenRead = read('conversationSeen')
export const loader = ({ request }: Pick<LoaderFunctionArgs, 'request'>) => {
  const present = presentSearch('conversations', request.url)
  return present === null ? load(seenRead) : redirect(paths.conversations() + present)
}

/** Shown if nothing is found. A text that looks like an ID may be one that Switchboard does not know yet, so it can be opened. */
function NothingFound({ text, onReset }: { text: string; onReset: () => void }) {
  const id = text.trim()
  return (
    <EmptyState
      icon={MessageSquare}
      title="No conversations found"
      action={
        <>
          <PeopleOfText text={text} />
          {idPattern.test(id) && <ButtonLink to={paths.conversation(id)}>Open conversation {id}</ButtonLink>}
          <OpenConversationsButton label={texts.openById} />
          <Button onClick={onReset}>Show all conversations</Button>
        </>
      }
    >
      Search by the customer’s name, number, e-mail address, by words of one message, or by the conversation’s ID.
    </EmptyState>
  )
}

/** Older conversations that the search finds but the list does not show. */
const OtherResults = ({ found }: { found: readonly Found[] }) => (
  <ul aria-label="Other conversations found" className="divide-y divide-line border-b border-line">
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
      {[
        hasMore && `The latest ${number(hits.length)} are shown. Type more words to find the others.`,
        unread > 0 && `The messages of ${plural(unread, ...texts.noun)} are not loaded yet, so they were not searched.`,
      ]
        .filter(Boolean)
        .join(' ')}
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

function Conversations({ query }: { query: QueryState<ResponseOf<Contract['conversationSeen']>> }) {
  const all = query.data?.conversations
  const [text, setText] = useState('')
  const list = conversationList(useGatewayTime(60_000))
  const [state, change] = useListState(list)
  const { isSearch, rows, others, answer, problem, isSearching } = useFoundRows(all ?? [], text)
  const navigate = useNavigate()
  const view = all && viewOf(list, rows, state, all)
  const shown = view?.matches ?? []
  const foundCount = shown.length + others.length
  const onlyHit = foundCount === 1 ? (shown[0]?.conversationId ?? others[0]?.id) : undefined
  return (
    <List
      list={list}
      caption="Conversations"
      icon={MessageSquare}
      state={state}
      onChange={change}
      query={{ ...query, data: view?.page, isPlaceholder: isSearching }}
      search={{
        label: 'Search conversations',
        placeholder: 'Name, number or words',
        value: text,
        onChange: setText,
        onSubmit: () => onlyHit && void navigate(paths.conversation(onlyHit)),
      }}
      view={view ?? null}
      views={<SavedViews page="conversations" many="conversations" />}
      note={
        isSearch && (
          <>
            <output className="block border-b border-line px-3 py-1.5 text-label text-muted">
              {isSearching
                ? 'Searching conversations…'
                : problem || plural(foundCount, 'conversation found', 'conversations found')}
            </output>
            {answer && !isSearching && <SearchLimits {...answer} />}
            {others.length > 0 && <OtherResults found={others} />}
          </>
        )
      }
      first={<NoConversations isListed={query.data?.listed ?? false} />}
      notFound={
        isSearch &&
        (others.length > 0 ? (
          <></>
        ) : (
          <NothingFound
            text={text}
            onReset={() => {
              setText('')
              void navigate('?')
            }}
          />
        ))
      }
    />
  )
}

const NoConversations = ({ isListed }: { isListed: boolean }) => (
  <EmptyState
    icon={MessageSquare}
    title="No conversations yet"
    action={<OpenConversationsButton label={texts.openById} />}
  >
    {isListed
      ? 'Conversations appear here as soon as a customer and an agent write to each other.'
      : 'The service does not list its conversations. Open conversations by ID to add them to this list.'}
  </EmptyState>
)

export function Component() {
  const query = useRead(seenRead)
  const { data, readAt, refusal } = query
  return (
    <OpenConversationsProvider>
      <Page>
        <PageHeader
          title="Conversations"
          facts={
            <>
              {data && (
                <>
                  <span>
                    {data.conversations.length < data.watching
                      ? `the latest ${number(data.conversations.length)} of ${plural(data.watching, ...texts.noun)}`
                      : plural(data.watching, ...texts.noun)}
                  </span>
                  <Age readAt={readAt} refusal={refusal} />
                  {!data.listed && (
                    <span>
                      The service does not list its conversations. These are the ones that Switchboard knows. The search
                      at the top opens others by ID.
                    </span>
                  )}
                </>
              )}
            </>
          }
        />
        <Conversations query={query} />
      </Page>
    </OpenConversationsProvider>
  )
}
