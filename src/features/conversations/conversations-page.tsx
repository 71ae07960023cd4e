/** `/conversations`: all known conversations, searched by customer, number or ID. */
import MessageSquare from 'lucide-react/icons/message-square'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { load, read, useRead } from '#api/reads.ts'
import { OpenConversationsButton, OpenConversationsProvider } from '#components/messages/open-conversations.tsx'
import { useSearchResults } from '#components/search/use-search-results.ts'
import { type Found, idPattern } from '#contract/index.ts'
import { Age } from '#kit/data/age.tsx'
import { DataTable } from '#kit/data/data-table.tsx'
import { DataView } from '#kit/data/data-view.tsx'
import { ButtonLink, Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { Page, PageHeader } from '#kit/page/page-header.tsx'
import { Button } from '#ui/forms/button.tsx'
import { SearchField } from '#ui/forms/search-field.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { Card } from '#ui/layout/section.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { visible } from '#ui/text/visible-text.tsx'
import { conversationColumns, type SeenConversation } from './columns.tsx'
import * as texts from './texts.tsx'

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
          {idPattern.test(id) && <ButtonLink to={paths.conversation(id)}>{texts.openConversation(id)}</ButtonLink>}
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

function Conversations({ all }: { all: readonly SeenConversation[] }) {
  const [text, setText] = useState('')
  const { found, problem, isSearching } = useSearchResults(text)
  const navigate = useNavigate()
  const hits = found.filter(({ kind }) => kind === 'conversation')
  const ids = new Set(hits.map(({ id }) => id))
  const rows = text.trim() === '' ? all : all.filter(({ conversationId }) => ids.has(conversationId))
  const otherHits = hits.filter(({ id }) => !rows.some(({ conversationId }) => conversationId === id))
  const onlyHit = hits.length === 1 ? hits[0] : undefined
  return (
    <Card flush>
      <div className="flex flex-wrap items-center gap-3 border-b border-line px-3 py-2">
        <SearchField
          label={texts.searchLabel}
          placeholder={texts.searchPlaceholder}
          value={text}
          onChange={setText}
          onSubmit={() => onlyHit && void navigate(paths.conversation(onlyHit.id))}
        />
        {text.trim() !== '' && !isSearching && (
          <output className="text-label text-muted">{problem || texts.foundCount(hits.length)}</output>
        )}
      </div>
      {rows.length > 0 && (
        <DataTable
          caption={texts.listCaption}
          columns={conversationColumns}
          rows={rows}
          rowKey={({ conversationId }) => conversationId}
        />
      )}
      {otherHits.length > 0 && <OtherResults found={otherHits} />}
      {rows.length + otherHits.length === 0 && (
        <NothingFound text={text} isSearching={isSearching} onReset={() => setText('')} />
      )}
    </Card>
  )
}

const NoConversations = ({ isListed }: { isListed: boolean }) => (
  <Card flush>
    <EmptyState
      icon={MessageSquare}
      title={texts.noConversationsTitle}
      action={<OpenConversationsButton label={texts.openFirstById} />}
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
                <span>{texts.conversationCount(data.conversations.length)}</span>
                <Age readAt={readAt} refusal={refusal} />
                {!data.listed && <span>{texts.notListed}</span>}
              </>
            )
          }
          actions={<OpenConversationsButton label={texts.openById} />}
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
