/** `/batches`: what the team started or opened, the newest first. */

import PhoneOutgoing from 'lucide-react/icons/phone-outgoing'
import Plus from 'lucide-react/icons/plus'
import type { LoaderFunctionArgs } from 'react-router'
import { load, read, useRead } from '#api/reads.ts'
import { agentsRead } from '#parts/agent-picker.tsx'
import { restsRead, WaitingRests } from '#parts/waiting-rests.tsx'
import { DataTable } from '#shell/data-table.tsx'
import { DataView } from '#shell/data-view.tsx'
import { ButtonLink } from '#shell/link.tsx'
import { useMay } from '#shell/may.ts'
import { Page, PageHeader } from '#shell/page-header.tsx'
import { Pagination } from '#shell/pagination.tsx'
import { paths } from '#shell/paths.ts'
import { parseSearch, useSearch } from '#shell/search-params.ts'
import { StopBatchesButton } from '#shell/stop-batches-button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Card } from '#ui/section.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { batchColumns } from './list/columns.tsx'
import { ListFilters } from './list/filters.tsx'
import { FollowBatch } from './list/follow-batch.tsx'
import { UnknownStarts, unknownStartsRead } from './list/unknown-starts.tsx'
import { type ListFilter, ListSearch } from './search.ts'

const listRead = ({ page, state, by, agent }: ListFilter) =>
  read('batchList', {
    query: {
      page,
      state: state === 'all' ? undefined : state,
      by: by === 'all' ? undefined : by,
      agentId: agent ?? undefined,
    },
  })
/** What can be stopped, and whose first ten were called, whatever the list is narrowed to. */
const knownRead = read('batchList', { query: { limit: 100 } })

export const loader = ({ request }: LoaderFunctionArgs) =>
  // The agents are read for their names: one request, shared by everybody for half a minute.
  load(listRead(parseSearch(ListSearch, request.url)), knownRead, unknownStartsRead, restsRead, agentsRead)

export function Component() {
  const [search, setSearch] = useSearch(ListSearch)
  const reading = useRead(listRead(search))
  const known = useRead(knownRead).data?.batches ?? []
  const isNarrowed = search.state !== 'all' || search.by !== 'all' || search.agent !== null
  const { reason } = useMay('launchStart')
  return (
    <Page>
      <PageHeader
        title="Batches"
        facts="Started by your team here, or opened by ID."
        actions={
          <>
            <StopBatchesButton batches={known} />
            <FollowBatch />
            <ButtonLink to={paths.newBatch()} variant="primary" icon={Plus} disabledReason={reason}>
              New batch
            </ButtonLink>
          </>
        }
      />
      <UnknownStarts />
      <WaitingRests batches={known} />
      <Card flush>
        <ListFilters search={search} onChange={(change) => setSearch({ page: 1, ...change })} />
        <DataView
          reading={reading}
          loading={<SkeletonRows rows={6} columns={6} label="Loading the batches" />}
          isEmpty={({ batches }) => batches.length === 0}
          empty={
            isNarrowed ? (
              <EmptyState title="No such batches">None of the batches that the team knows is like this.</EmptyState>
            ) : (
              <EmptyState
                icon={PhoneOutgoing}
                title="No batches yet"
                action={
                  <ButtonLink to={paths.newBatch()} disabledReason={reason}>
                    Choose a CSV file
                  </ButtonLink>
                }
              >
                A batch calls everyone in a CSV file with one agent. What your team starts here is listed; one that was
                started elsewhere is opened by its ID.
              </EmptyState>
            )
          }
        >
          {(data) => (
            <>
              <DataTable
                caption="Batches"
                columns={batchColumns}
                rows={data.batches}
                rowKey={({ batchId }) => batchId}
                isDimmed={({ progress }) => progress?.isComplete === true}
              />
              <Pagination pagination={data.pagination} noun={['batch', 'batches']} />
            </>
          )}
        </DataView>
      </Card>
    </Page>
  )
}
