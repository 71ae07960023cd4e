/** `/flows`: every flow, page by page. */
import Plus from 'lucide-react/icons/plus'
import Waypoints from 'lucide-react/icons/waypoints'
import type { LoaderFunctionArgs } from 'react-router'
import { load, useRead } from '#api/reads.ts'
import { agentsRead } from '#parts/agent-picker.tsx'
import { useSearchText } from '#parts/search-text.ts'
import { Age } from '#shell/age.tsx'
import { DataTable } from '#shell/data-table.tsx'
import { DataView } from '#shell/data-view.tsx'
import { ButtonLink } from '#shell/link.tsx'
import { useMay } from '#shell/may.ts'
import { Page, PageHeader } from '#shell/page-header.tsx'
import { Pagination } from '#shell/pagination.tsx'
import { paths } from '#shell/paths.ts'
import { parseSearch, useSearch } from '#shell/search-params.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { plural } from '#ui/format.ts'
import { SearchField } from '#ui/search-field.tsx'
import { Card } from '#ui/section.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { flowColumns } from './columns.tsx'
import { FlowsSearch, flowsPageRead } from './flows-read.ts'

export const loader = ({ request }: LoaderFunctionArgs) =>
  load(flowsPageRead(parseSearch(FlowsSearch, request.url)), agentsRead)

export function Component() {
  const [search, setSearch] = useSearch(FlowsSearch)
  const reading = useRead(flowsPageRead(search))
  const agents = useRead(agentsRead).data?.agents ?? []
  const create = useMay('flowCreate')
  const [text, setText] = useSearchText(search.search, (next) =>
    setSearch({ search: next, page: 1 }, { replace: true }),
  )
  const total = reading.data?.pagination.total ?? null

  return (
    <Page>
      <PageHeader
        title="Flows"
        facts={
          <>
            {total !== null && <span>{plural(total, 'flow', 'flows')}</span>}
            <Age readAt={reading.readAt} refusal={reading.refusal} />
          </>
        }
        actions={
          <ButtonLink to={paths.newFlow()} variant="primary" icon={Plus} disabledReason={create.reason}>
            New flow
          </ButtonLink>
        }
      />
      <Card flush>
        <div className="border-b border-line px-3 py-2">
          <SearchField label="Search flows by name" value={text} onChange={setText} />
        </div>
        <DataView
          reading={reading}
          loading={<SkeletonRows rows={20} columns={6} label="Loading flows" />}
          isEmpty={({ flows }) => flows.length === 0}
          empty={<NoFlows search={search.search} page={search.page} />}
        >
          {({ flows, pagination }) => (
            <>
              <DataTable
                caption="Flows"
                columns={flowColumns}
                rows={flows.map((flow) => ({ flow, agent: agents.find(({ id }) => id === flow.agentId) }))}
                rowKey={({ flow }) => flow.id}
              />
              <Pagination pagination={pagination} noun={['flow', 'flows']} />
            </>
          )}
        </DataView>
      </Card>
    </Page>
  )
}

function NoFlows({ search, page }: { search: string; page: number }) {
  const create = useMay('flowCreate')
  if (page > 1 || search !== '') {
    return (
      <EmptyState
        icon={Waypoints}
        title={page > 1 ? `There is no page ${page}` : `No flow is called “${search}”`}
        action={<ButtonLink to={{ search: '' }}>{page > 1 ? 'Show the first page' : 'Show all flows'}</ButtonLink>}
      >
        {page > 1
          ? 'The list has become shorter, or the address was mistyped.'
          : 'The search looks for the text anywhere in a flow’s name.'}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={Waypoints}
      title="No flows yet"
      action={
        <ButtonLink to={paths.newFlow()} variant="primary" icon={Plus} disabledReason={create.reason}>
          New flow
        </ButtonLink>
      }
    >
      A flow says how an agent’s calls go: what it says and asks, where the way forks, and when a colleague takes over.
    </EmptyState>
  )
}
