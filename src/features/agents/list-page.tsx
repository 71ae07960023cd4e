/** `/agents`: all agents, and whether each can place calls. */
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
import { containsDigits, searchDigits } from '#phone/search-digits.ts'
import { agentColumns } from './columns.tsx'
import * as texts from './texts.ts'

const agentsPageRead = ({ page, search }: RecordsSearch) => read('agentList', { query: { page, search } })

export const loader = ({ request }: LoaderFunctionArgs) => {
  const search = parseSearch(RecordsSearch, request.url)
  return load(search.search.trim() === '' ? agentsPageRead(search) : agentsRead, flowsRead)
}

/** Finds an agent by the words of its name, or by its number in any format. */
const fits = (search: string, { name, phoneNumber }: Agent) =>
  fitsWords(search, name) || containsDigits(phoneNumber ?? '', searchDigits(search))

export function Component() {
  const [search] = useSearch(RecordsSearch)
  const { knownFlows } = useKnownFlows()
  return (
    <RecordList
      noun={texts.noun}
      icon={Bot}
      query={useSearchedPage({
        search,
        firstHundred: agentsRead,
        page: agentsPageRead(search),
        itemsOf: ({ agents }) => agents,
        matches: fits,
        withItems: (data, agents) => ({ ...data, agents }),
      })}
      isEmpty={({ agents }) => agents.length === 0}
      create={{ to: paths.newAgent(), reason: usePermission('agentCreate').reason }}
      purpose={texts.listPurpose}
    >
      {({ agents }) => (
        <DataTable
          caption={texts.listCaption}
          columns={agentColumns}
          rows={agents.map((agent) => ({ agent, readiness: readinessOf(agent, knownFlows) }))}
          rowKey={({ agent }) => agent.id}
        />
      )}
    </RecordList>
  )
}
