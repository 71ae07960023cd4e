/** `/agents`: every agent, whether it can place calls, and what it lacks. */
import Bot from 'lucide-react/icons/bot'
import type { LoaderFunctionArgs } from 'react-router'
import { load, useRead } from '#api/reads.ts'
import { flowsRead, useKnownFlows } from '#parts/known-flows.ts'
import { readinessOf } from '#parts/readiness.ts'
import { RecordList, RecordsSearch } from '#parts/record-list.tsx'
import { DataTable } from '#shell/data-table.tsx'
import { useMay } from '#shell/may.ts'
import { paths } from '#shell/paths.ts'
import { parseSearch, useSearch } from '#shell/search-params.ts'
import { agentsPageRead } from './agents-read.ts'
import { agentColumns } from './columns.tsx'

export const loader = ({ request }: LoaderFunctionArgs) =>
  load(agentsPageRead(parseSearch(RecordsSearch, request.url)), flowsRead)

export function Component() {
  const [search] = useSearch(RecordsSearch)
  const { known } = useKnownFlows()
  return (
    <RecordList
      noun={['agent', 'agents']}
      icon={Bot}
      reading={useRead(agentsPageRead(search))}
      isEmpty={({ agents }) => agents.length === 0}
      create={{ to: paths.newAgent(), reason: useMay('agentCreate').reason }}
      teaches="An agent is a voice and a language model with a name. Give it a phone number and attach an active flow, and it can place calls."
    >
      {({ agents }) => (
        <DataTable
          caption="Agents"
          columns={agentColumns}
          rows={agents.map((agent) => ({ agent, readiness: readinessOf(agent, known) }))}
          rowKey={({ agent }) => agent.id}
        />
      )}
    </RecordList>
  )
}
