/** `/flows`: lists all flows. */
import Waypoints from 'lucide-react/icons/waypoints'
import { readAllFlows } from '#api/all-records.ts'
import { loadFirst } from '#api/first-reads.ts'
import { read, useRead } from '#api/reads.ts'
import { agentsRead, flowsRead } from '#components/agents/use-readiness.ts'
import { exportWithFlows } from '#components/records/files/export-records.ts'
import { RecordList } from '#components/records/list/record-list.tsx'
import { mapRecords, useRecords } from '#components/records/list/use-records.ts'
import { useListState } from '#kit/list/use-list.ts'
import { paths } from '#kit/navigation/paths.ts'
import { usePermission } from '#kit/permissions.ts'
import { flowList } from './columns.tsx'
import * as texts from './texts.tsx'

export const loader = () => loadFirst('/flows')

export function Component() {
  const state = useListState(flowList)
  const [{ page, search }] = state
  const agents = useRead(agentsRead).data?.agents ?? []
  const flows = useRecords({
    state: state[0],
    firstHundred: flowsRead,
    page: read('flowList', { query: { page, search } }),
    whole: readAllFlows,
    itemsOf: ({ flows }) => flows,
  })
  return (
    <RecordList
      list={flowList}
      page="flows"
      state={state}
      records={mapRecords(flows, (flow) => ({ flow, agent: agents.find(({ id }) => id === flow.agentId) }))}
      icon={Waypoints}
      create={{ to: paths.newFlow(), reason: usePermission('flowCreate').reason }}
      purpose="A flow defines an agent’s calls: what the agent says and asks, where the call branches, and when a colleague takes over."
      secondAction={{ label: 'From template', to: paths.flowTemplates() }}
      kind="flow"
      onExport={(rows) => exportWithFlows({ flows: rows.map(({ flow }) => flow) }, texts.noun[1])}
    />
  )
}
