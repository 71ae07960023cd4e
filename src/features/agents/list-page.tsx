/** `/agents`: all agents, and whether each can place calls. */
import Bot from 'lucide-react/icons/bot'
import { readAllAgents, readAllFlows } from '#api/all-records.ts'
import { loadFirst } from '#api/first-reads.ts'
import { read, useRead } from '#api/reads.ts'
import { readinessOf } from '#components/agents/readiness.ts'
import { agentsRead, useKnownFlows } from '#components/agents/use-readiness.ts'
import { useNumbering } from '#components/phone/numbering.ts'
import { exportWithFlows } from '#components/records/files/export-records.ts'
import { RecordList } from '#components/records/list/record-list.tsx'
import { type ListedRecords, mapRecords, useRecords } from '#components/records/list/use-records.ts'
import type { Agent } from '#contract/index.ts'
import { useListState } from '#kit/list/use-list.ts'
import { paths } from '#kit/navigation/paths.ts'
import { usePermission } from '#kit/permissions.ts'
import { type AgentRow, agentList } from './columns.tsx'
import * as texts from './texts.ts'

export const loader = () => loadFirst('/agents')

/** The agents with their readiness. A list that is loaded whole needs all flows too. */
function useRows(agents: ListedRecords<Agent>) {
  const firstFlows = useKnownFlows()
  const allFlows = useRead({ ...readAllFlows, enabled: agents.isWhole && firstFlows?.isComplete === false })
  const knownFlows = allFlows.data ? { flows: allFlows.data.rows, isComplete: allFlows.data.isComplete } : firstFlows
  const records = mapRecords(agents, (agent): AgentRow => ({ agent, readiness: readinessOf(agent, knownFlows) }))
  return { records, knownFlows }
}

export function Component() {
  const list = agentList(useNumbering())
  const state = useListState(list)
  const [{ page, search }] = state
  const agents = useRecords({
    state: state[0],
    firstHundred: agentsRead,
    page: read('agentList', { query: { page, search } }),
    whole: readAllAgents,
    itemsOf: ({ agents }) => agents,
  })
  const { records, knownFlows } = useRows(agents)
  return (
    <RecordList
      list={list}
      page="agents"
      state={state}
      records={records}
      icon={Bot}
      create={{ to: paths.newAgent(), reason: usePermission('agentCreate').reason }}
      purpose="An agent is a named voice with a language model. It can place calls once it has a phone number and an active flow."
      kind="agent"
      onExport={(rows) =>
        exportWithFlows(
          { agents: rows.map(({ agent }) => agent), flows: rows.flatMap(({ readiness }) => readiness.attached) },
          texts.noun[1],
          knownFlows?.isComplete,
        )
      }
    />
  )
}
