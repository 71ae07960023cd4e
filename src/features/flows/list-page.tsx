/** `/flows`: lists all flows. */
import Waypoints from 'lucide-react/icons/waypoints'
import { readAllFlows } from '#api/all-records.ts'
import { loadFirst } from '#api/first-reads.ts'
import { read, useRead } from '#api/reads.ts'
import { agentsRead, flowsRead } from '#components/agents/use-readiness.ts'
import { exportWithFlows } from '#components/records/files/export-records.ts'
import { RecordList, useRecordSearch } from '#components/records/list/record-list.tsx'
import { mapRecords, useRecords } from '#components/records/list/use-records.ts'
import { DeletedLink } from '#components/versions/links.tsx'
import { ButtonLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { usePermission } from '#kit/permissions.ts'
import { flowTable } from './columns.tsx'
import * as texts from './texts.tsx'

export const loader = () => loadFirst('/flows')

export function Component() {
  const { search } = useRecordSearch(flowTable)
  const agents = useRead(agentsRead).data?.agents ?? []
  const flows = useRecords({
    search,
    firstHundred: flowsRead,
    page: read('flowList', { query: { page: search.page, search: search.search } }),
    whole: readAllFlows,
    itemsOf: ({ flows }) => flows,
  })
  return (
    <RecordList
      noun={texts.noun}
      icon={Waypoints}
      table={flowTable}
      list={mapRecords(flows, (flow) => ({ flow, agent: agents.find(({ id }) => id === flow.agentId) }))}
      create={{ to: paths.newFlow(), reason: usePermission('flowCreate').reason }}
      purpose={texts.listPurpose}
      secondAction={<ButtonLink to={paths.flowTemplates()}>{texts.fromTemplate}</ButtonLink>}
      facts={<DeletedLink kind="flow" />}
      onExport={(rows) => exportWithFlows({ flows: rows.map(({ flow }) => flow) }, texts.noun[1])}
    />
  )
}
