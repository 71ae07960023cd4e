/** `/batches`: batches that the team started or opened, newest first. */
import PhoneOutgoing from 'lucide-react/icons/phone-outgoing'
import Plus from 'lucide-react/icons/plus'
import type { LoaderFunctionArgs } from 'react-router'
import { load, read, useRead } from '#api/reads.ts'
import { latestBatchesRead, unknownEffectsRead } from '#api/status.ts'
import { agentsRead } from '#components/agents/use-readiness.ts'
import { approvalsRead, WaitingApprovals } from '#components/batches/approvals.tsx'
import { PreparedBatches, preparedRead } from '#components/batches/prepared-batches.tsx'
import { StopBatchesButton } from '#components/batches/stop-batches-button.tsx'
import { DataTable } from '#kit/data/data-table.tsx'
import { DataView } from '#kit/data/data-view.tsx'
import { Pagination } from '#kit/data/pagination.tsx'
import { ButtonLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { parseSearch, useSearch } from '#kit/navigation/search-params.ts'
import { Page, PageHeader } from '#kit/page/page-header.tsx'
import { usePermission } from '#kit/permissions.ts'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { Card } from '#ui/layout/section.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { linesOf } from '../launch-parts.ts'
import { type ListFilter, ListSearch } from '../search.ts'
import * as shared from '../texts.tsx'
import { batchColumns } from './columns.tsx'
import { ListFilters } from './filters.tsx'
import * as texts from './texts.ts'
import { UnknownStarts } from './unknown-starts.tsx'

const listRead = ({ page, state, by, agent }: Omit<ListFilter, 'open'>) =>
  read('batchList', {
    query: {
      page,
      state: state === 'all' ? undefined : state,
      by: by === 'all' ? undefined : by,
      agentId: agent ?? undefined,
    },
  })

export const loader = ({ request }: LoaderFunctionArgs) =>
  // Includes agents, because the filter shows their names.
  load(
    listRead(parseSearch(ListSearch, request.url)),
    latestBatchesRead,
    unknownEffectsRead,
    preparedRead,
    approvalsRead,
    agentsRead,
  )

export function Component() {
  const [search, setSearch] = useSearch(ListSearch)
  const query = useRead(listRead(search))
  // The latest batches, which can be stopped or continued.
  const knownBatches = useRead(latestBatchesRead).data?.batches ?? []
  const isFiltered = search.state !== 'all' || search.by !== 'all' || search.agent !== null
  const { reason } = usePermission('launchStart')
  return (
    <Page>
      <PageHeader
        title={shared.batchesTitle}
        facts={texts.listFacts}
        actions={
          <>
            <StopBatchesButton batches={knownBatches} />
            <ButtonLink to={paths.newBatch()} variant="primary" icon={Plus} disabledReason={reason}>
              {texts.newBatch}
            </ButtonLink>
          </>
        }
      />
      <UnknownStarts />
      <WaitingApprovals />
      <PreparedBatches batches={knownBatches} />
      <Card flush>
        <ListFilters search={search} onChange={(change) => setSearch({ page: 1, ...change })} />
        <DataView
          query={query}
          loading={<SkeletonRows rows={6} columns={6} label={texts.loadingBatches} />}
          isEmpty={({ batches }) => batches.length === 0}
          empty={
            isFiltered ? (
              <EmptyState title={texts.noMatchTitle}>{texts.noMatchHint}</EmptyState>
            ) : (
              <EmptyState
                icon={PhoneOutgoing}
                title={texts.noBatchesTitle}
                action={
                  <ButtonLink to={paths.newBatch()} disabledReason={reason}>
                    {texts.chooseFile}
                  </ButtonLink>
                }
              >
                {texts.noBatchesHint}
              </EmptyState>
            )
          }
        >
          {(data) => (
            <>
              <DataTable
                caption={texts.caption}
                columns={batchColumns}
                rows={linesOf(data.batches, new Set(search.open.split(',')))}
                rowKey={({ batch, parts }) => (parts.length > 0 ? batch.launchId : batch.batchId)}
                isDimmed={({ batch }) => batch.progress?.isComplete === true}
              />
              <Pagination pagination={data.pagination} noun={texts.noun} />
            </>
          )}
        </DataView>
      </Card>
    </Page>
  )
}
