/** `/agents`: every agent, whether it can place calls, and what it lacks. */
import Bot from 'lucide-react/icons/bot'
import Plus from 'lucide-react/icons/plus'
import type { LoaderFunctionArgs } from 'react-router'
import { load, useRead } from '#api/reads.ts'
import { flowsRead, useKnownFlows } from '#parts/known-flows.ts'
import { readinessOf } from '#parts/readiness.ts'
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
import { AgentsSearch, agentsPageRead } from './agents-read.ts'
import { agentColumns } from './columns.tsx'

export const loader = ({ request }: LoaderFunctionArgs) =>
  load(agentsPageRead(parseSearch(AgentsSearch, request.url)), flowsRead)

export function Component() {
  const [search, setSearch] = useSearch(AgentsSearch)
  const reading = useRead(agentsPageRead(search))
  const { known } = useKnownFlows()
  const create = useMay('agentCreate')
  const [text, setText] = useSearchText(search.search, (next) =>
    setSearch({ search: next, page: 1 }, { replace: true }),
  )
  const total = reading.data?.pagination.total ?? null

  return (
    <Page>
      <PageHeader
        title="Agents"
        facts={
          <>
            {total !== null && <span>{plural(total, 'agent', 'agents')}</span>}
            <Age readAt={reading.readAt} refusal={reading.refusal} />
          </>
        }
        actions={
          <ButtonLink to={paths.newAgent()} variant="primary" icon={Plus} disabledReason={create.reason}>
            New agent
          </ButtonLink>
        }
      />
      <Card flush>
        <div className="border-b border-line px-3 py-2">
          <SearchField label="Search agents by name" value={text} onChange={setText} />
        </div>
        <DataView
          reading={reading}
          loading={<SkeletonRows rows={20} columns={6} label="Loading agents" />}
          isEmpty={({ agents }) => agents.length === 0}
          empty={<NoAgents search={search.search} page={search.page} />}
        >
          {({ agents, pagination }) => (
            <>
              <DataTable
                caption="Agents"
                columns={agentColumns}
                rows={agents.map((agent) => ({ agent, readiness: readinessOf(agent, known) }))}
                rowKey={({ agent }) => agent.id}
              />
              <Pagination pagination={pagination} noun={['agent', 'agents']} />
            </>
          )}
        </DataView>
      </Card>
    </Page>
  )
}

function NoAgents({ search, page }: { search: string; page: number }) {
  const create = useMay('agentCreate')
  if (page > 1) {
    return (
      <EmptyState
        icon={Bot}
        title={`There is no page ${page}`}
        action={<ButtonLink to={{ search: '' }}>Show the first page</ButtonLink>}
      >
        The list has become shorter, or the address was mistyped.
      </EmptyState>
    )
  }
  if (search !== '') {
    return (
      <EmptyState
        icon={Bot}
        title={`No agent is called “${search}”`}
        action={<ButtonLink to={{ search: '' }}>Show all agents</ButtonLink>}
      >
        The search looks for the text anywhere in an agent’s name.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={Bot}
      title="No agents yet"
      action={
        <ButtonLink to={paths.newAgent()} variant="primary" icon={Plus} disabledReason={create.reason}>
          New agent
        </ButtonLink>
      }
    >
      An agent is a voice and a language model with a name. Give it a phone number and attach an active flow, and it can
      place calls.
    </EmptyState>
  )
}
