/** `/conversations`: what the team has seen, found by customer, number in any spelling, or ID. */
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
import { plural } from '#ui/text/format-number.ts'
import { visible } from '#ui/text/visible-text.tsx'
import { conversationColumns, type SeenConversation } from './columns.tsx'

const seenRead = read('conversationSeen')
export const loader = () => load(seenRead)

/** Nothing fits: what looks like an ID may still be one that nobody has opened. */
function NotFound({ text, searching, onReset }: { text: string; searching: boolean; onReset: () => void }) {
  const id = text.trim()
  if (searching) return <SkeletonRows rows={3} columns={4} label="Searching" />
  return (
    <EmptyState
      icon={MessageSquare}
      title="Nothing that the team has seen fits"
      action={
        <>
          {idPattern.test(id) && <ButtonLink to={paths.conversation(id)}>Open {id} by its ID</ButtonLink>}
          <Button onClick={onReset}>Show all conversations</Button>
        </>
      }
    >
      Search by the customer’s name, by the number in any spelling, or by ID.
    </EmptyState>
  )
}

/** Found beyond the list: older ones that the list does not show. */
const Elsewhere = ({ found }: { found: readonly Found[] }) => (
  <ul aria-label="Also found" className="divide-y divide-line border-t border-line">
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
  const { found, problem, searching } = useSearchResults(text)
  const navigate = useNavigate()
  const hits = found.filter(({ kind }) => kind === 'conversation')
  const ids = new Set(hits.map(({ id }) => id))
  const rows = text.trim() === '' ? all : all.filter(({ conversationId }) => ids.has(conversationId))
  const elsewhere = hits.filter(({ id }) => !rows.some(({ conversationId }) => conversationId === id))
  const only = hits.length === 1 ? hits[0] : undefined
  return (
    <Card flush>
      <div className="flex flex-wrap items-center gap-3 border-b border-line px-3 py-2">
        <SearchField
          label="Find a conversation"
          placeholder="Name, number or ID"
          value={text}
          onChange={setText}
          onSubmit={() => only && void navigate(paths.conversation(only.id))}
        />
        {text.trim() !== '' && !searching && (
          <output className="text-label text-muted">
            {problem || plural(hits.length, 'conversation found', 'conversations found')}
          </output>
        )}
      </div>
      {rows.length > 0 && (
        <DataTable
          caption="Conversations"
          columns={conversationColumns}
          rows={rows}
          rowKey={({ conversationId }) => conversationId}
        />
      )}
      {elsewhere.length > 0 && <Elsewhere found={elsewhere} />}
      {rows.length + elsewhere.length === 0 && (
        <NotFound text={text} searching={searching} onReset={() => setText('')} />
      )}
    </Card>
  )
}

const Nobody = ({ listed }: { listed: boolean }) => (
  <Card flush>
    <EmptyState
      icon={MessageSquare}
      title="No conversations yet"
      action={<OpenConversationsButton label="Open a conversation by ID" />}
    >
      {listed
        ? 'Conversations appear here by themselves as soon as a customer and an agent write to each other.'
        : 'The service does not list its conversations. Paste the IDs of those you look after; from then on they stand here.'}
    </EmptyState>
  </Card>
)

export function Component() {
  const reading = useRead(seenRead)
  const { data, readAt, refusal } = reading
  return (
    <OpenConversationsProvider>
      <Page>
        <PageHeader
          title="Conversations"
          facts={
            data && (
              <>
                <span>{plural(data.conversations.length, 'conversation', 'conversations')}, the latest first</span>
                <Age readAt={readAt} refusal={refusal} />
                {!data.listed && (
                  <span>The service does not list its conversations: these are the ones the team has seen.</span>
                )}
              </>
            )
          }
          actions={<OpenConversationsButton label="Open by ID" />}
        />
        <DataView
          reading={reading}
          loading={
            <Card flush>
              <SkeletonRows rows={12} columns={5} label="Conversations are on their way." />
            </Card>
          }
          isEmpty={({ conversations }) => conversations.length === 0}
          empty={<Nobody listed={data?.listed ?? false} />}
        >
          {({ conversations }) => <Conversations all={conversations} />}
        </DataView>
      </Page>
    </OpenConversationsProvider>
  )
}
