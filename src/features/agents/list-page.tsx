/** `/agents`: every agent, whether it can place calls, and what it lacks. */
import Bot from 'lucide-react/icons/bot'
import type { LoaderFunctionArgs } from 'react-router'
import { load, read } from '#api/reads.ts'
import { agentsRead } from '#components/agents/agent-picker.tsx'
import { readinessOf } from '#components/agents/readiness.ts'
import { flowsRead, useKnownFlows } from '#components/agents/use-readiness.ts'
import { RecordList, RecordsSearch } from '#components/records/record-list.tsx'
import { useSearchedPage } from '#components/records/searched-page.ts'
import { type Agent, fitsWords } from '#contract/index.ts'
import { DataTable } from '#kit/data/data-table.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { parseSearch, useSearch } from '#kit/navigation/search-params.ts'
import { usePermission } from '#kit/permissions.ts'
import { hasDigits, searchDigits } from '#phone/search-digits.ts'
import { agentColumns } from './columns.tsx'

const agentsPageRead = ({ page, search }: RecordsSearch) => read('agentList', { query: { page, search } })

export const loader = ({ request }: LoaderFunctionArgs) => {
  const search = parseSearch(RecordsSearch, request.url)
  return load(search.search.trim() === '' ? agentsPageRead(search) : agentsRead, flowsRead)
}

/** By the words of its name, or by its number in any spelling. */
const fits = (search: string, { name, phoneNumber }: Agent) =>
  fitsWords(search, name) || hasDigits(phoneNumber ?? '', searchDigits(search))

export function Component() {
  const [search] = useSearch(RecordsSearch)
  const { known } = useKnownFlows()
  return (
    <RecordList
      noun={['agent', 'agents']}
      icon={Bot}
      reading={useSearchedPage({
        search,
        first: agentsRead,
        page: agentsPageRead(search),
        itemsOf: ({ agents }) => agents,
        fits,
        withItems: (data, agents) => ({ ...data, agents }),
      })}
      isEmpty={({ agents }) => agents.length === 0}
      create={{ to: paths.newAgent(), reason: usePermission('agentCreate').reason }}
      purpose="An agent is a voice and a language model with a name. Give it a phone number and attach an active flow, and it can place calls."
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
