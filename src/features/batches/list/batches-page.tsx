/** `/batches`: batches that the team started or opened, newest first. */
import PhoneOutgoing from 'lucide-react/icons/phone-outgoing'
import Plus from 'lucide-react/icons/plus'
import { Suspense, useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { find, load, read, useRead } from '#api/reads.ts'
import { latestBatchesRead, unknownEffectsRead } from '#api/status.ts'
import { agentsRead } from '#components/agents/use-readiness.ts'
import { approvalsRead, WaitingStarts } from '#components/batches/approvals.tsx'
import { preparedRead } from '#components/batches/prepared-batches.tsx'
import { StopBatchesButton } from '#components/batches/stop-batches-button.tsx'
import { SavedViews } from '#components/saved-views/saved-views.tsx'
import { type ListDefinition, type ListState, queried, stateAt } from '#kit/list/definition.ts'
import { List } from '#kit/list/list.tsx'
import { useListState } from '#kit/list/use-list.ts'
import { ButtonLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { useSearch } from '#kit/navigation/search-params.ts'
import { AttentionLines } from '#kit/page/attention-line.tsx'
import { Page, PageHeader } from '#kit/page/page-header.tsx'
import { usePermission } from '#kit/permissions.ts'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { lazyPart } from '#ui/lazy-part.ts'
import { useDebouncedValue } from '#ui/use-debounced-value.ts'
import { type BatchLine, linesOf } from '../launch-parts.ts'
import { launchFields } from '../search.ts'
import * as shared from '../texts.tsx'
import { batchList } from './columns.tsx'

const UnknownStart = lazyPart(async () => ({ default: (await import('../unknown-start.tsx')).UnknownStart }))

/** All starts of the team whose outcome is unknown, until somebody records it. There is hardly ever one. */
function UnknownStarts() {
  const { data, retry } = useRead(unknownEffectsRead)
  const starts = data?.effects.filter(({ endpoint }) => endpoint === 'batchStart') ?? []
  return starts.map((effect) => (
    <Suspense key={effect.id}>
      <UnknownStart facts={{ effectId: effect.id, agentId: effect.ids.agentId ?? null, effect }} onResolved={retry} />
    </Suspense>
  ))
}

/** What a search found is as new as the list. */
const foundPollMs = 15_000

/** The batches that an address of the list shows. @param text what is searched for; '': all */
function listRead(list: ListDefinition<BatchLine>, state: ListState, text = '') {
  const { sorting, filterBy } = queried(list, state)
  const query = {
    page: state.page,
    state: filterBy('state') as 'running' | 'ended' | undefined,
    by: filterBy('by') as 'me' | undefined,
    agentId: filterBy('agent'),
    days: filterBy('started') as '1' | '7' | '30' | undefined,
    order: sorting.order === 'ascending' ? ('oldest' as const) : undefined,
  }
  return text === ''
    ? read('batchList', { query })
    : { ...find('batchFind', { body: { ...query, text } }), refetchInterval: foundPollMs }
}

export const loader = ({ request }: LoaderFunctionArgs) => {
  const list = batchList([])
  // Includes agents, because the filter shows their names.
  return load(
    listRead(list, stateAt(list, request.url)),
    latestBatchesRead,
    unknownEffectsRead,
    preparedRead,
    approvalsRead,
    agentsRead,
  )
}

function Batches() {
  const agents = useRead(agentsRead).data?.agents ?? []
  const list = batchList(agents)
  const [state, change] = useListState(list)
  const [{ open }] = useSearch(launchFields)
  const [text, setText] = useState('')
  const typed = text.trim()
  const typedBefore = useDebouncedValue(typed)
  // Who clears the search sees the list at once.
  const words = typed && typedBefore
  const query = useRead(listRead(list, state, words))
  const { reason } = usePermission('launchStart')
  const page = query.data && {
    items: linesOf(query.data.batches, new Set(open.split(','))),
    pagination: query.data.pagination,
  }
  return (
    <List
      list={list}
      caption="Batches"
      icon={PhoneOutgoing}
      state={{ ...state, search: words }}
      onChange={change}
      query={{ ...query, data: page, isPlaceholder: query.isPlaceholder || words !== typed }}
      search={{
        label: 'Search batches by name',
        placeholder: 'Search by name',
        value: text,
        onChange: setText,
      }}
      views={<SavedViews page="batches" many="batches" />}
      first={
        <EmptyState
          icon={PhoneOutgoing}
          title="No batches yet"
          action={
            <ButtonLink to={paths.newBatch()} disabledReason={reason}>
              Choose a file
            </ButtonLink>
          }
        >
          A batch calls everyone in a spreadsheet or CSV file with one agent. Choose a file to start the first batch. To
          open one that was started elsewhere, enter its ID in the search at the top.
        </EmptyState>
      }
      notFound={
        <EmptyState title="No batches found">No batches match this search and these filters. Choose others.</EmptyState>
      }
    />
  )
}

export function Component() {
  // The latest batches, which can be stopped or continued.
  const knownBatches = useRead(latestBatchesRead).data?.batches ?? []
  const { reason } = usePermission('launchStart')
  return (
    <Page>
      <PageHeader
        title={shared.batchesTitle}
        facts="Batches that your team started here or added to this list."
        actions={
          <>
            <StopBatchesButton batches={knownBatches} />
            <ButtonLink to={paths.newBatch()} variant="primary" icon={Plus} disabledReason={reason}>
              New batch
            </ButtonLink>
          </>
        }
      />
      <UnknownStarts />
      <AttentionLines>
        <WaitingStarts />
      </AttentionLines>
      <Batches />
    </Page>
  )
}
