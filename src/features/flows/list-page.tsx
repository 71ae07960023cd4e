/** `/flows`: lists all flows. */
import Waypoints from 'lucide-react/icons/waypoints'
import type { LoaderFunctionArgs } from 'react-router'
import { load, read, useRead } from '#api/reads.ts'
import { agentsRead } from '#components/agents/agent-picker.tsx'
import { flowsRead } from '#components/agents/use-readiness.ts'
import { RecordList, RecordsSearch } from '#components/records/record-list.tsx'
import { useSearchedPage } from '#components/records/searched-page.ts'
import { fitsWords } from '#contract/index.ts'
import { DataTable } from '#kit/data/data-table.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { parseSearch, useSearch } from '#kit/navigation/search-params.ts'
import { usePermission } from '#kit/permissions.ts'
import { flowColumns } from './columns.tsx'
import * as texts from './texts.tsx'

const flowsPageRead = ({ page, search }: RecordsSearch) => read('flowList', { query: { page, search } })

export const loader = ({ request }: LoaderFunctionArgs) => {
  const search = parseSearch(RecordsSearch, request.url)
  return load(search.search.trim() === '' ? flowsPageRead(search) : flowsRead, agentsRead)
}

export function Component() {
  const [search] = useSearch(RecordsSearch)
  const agents = useRead(agentsRead).data?.agents ?? []
  return (
    <RecordList
      noun={texts.noun}
      icon={Waypoints}
      query={useSearchedPage({
        search,
        firstHundred: flowsRead,
        page: flowsPageRead(search),
        itemsOf: ({ flows }) => flows,
        matches: (text, { name }) => fitsWords(text, name),
        withItems: (data, flows) => ({ ...data, flows }),
      })}
      isEmpty={({ flows }) => flows.length === 0}
      create={{ to: paths.newFlow(), reason: usePermission('flowCreate').reason }}
      purpose={texts.listPurpose}
    >
      {({ flows }) => (
        <DataTable
          caption={texts.listTitle}
          columns={flowColumns}
          rows={flows.map((flow) => ({ flow, agent: agents.find(({ id }) => id === flow.agentId) }))}
          rowKey={({ flow }) => flow.id}
        />
      )}
    </RecordList>
  )
}
