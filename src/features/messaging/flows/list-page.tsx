/** `/flows/messages`: all message flows, and which of them send without review. */
import Workflow from 'lucide-react/icons/workflow'
import { readAllMessageFlows, readAllMessagingAgents } from '#api/all-records.ts'
import { useRead } from '#api/reads.ts'
import { useSession } from '#api/session.ts'
import { AgentName, AutopilotBadge } from '#components/agents/agent-name.tsx'
import { sendsWithoutReview } from '#components/agents/texts.ts'
import { RecordList } from '#components/records/list/record-list.tsx'
import { mapRecords, wholeList } from '#components/records/list/use-records.ts'
import { fitsWords, type MessageFlow } from '#contract/index.ts'
import { Usual } from '#kit/list/cells.tsx'
import type { Condition, ListDefinition } from '#kit/list/definition.ts'
import { useListState } from '#kit/list/use-list.ts'
import { RowLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { usePermission } from '#kit/permissions.ts'
import { StatusLabel } from '#ui/status/status-label.tsx'
import { Ago } from '#ui/time/time.tsx'
import { agentNameReads, CapabilityPage, loadIfOffered } from '../shared/capability-page.tsx'
import * as shared from '../shared/texts.ts'
import { exportWithAgents } from './export-with-agents.ts'
import { reviewSummary } from './review-texts.ts'
import * as texts from './texts.tsx'

export const loader = () => loadIfOffered('message-flows', readAllMessageFlows, ...agentNameReads())

export const ActiveLabel = ({ flow }: { flow: MessageFlow }) => (
  <StatusLabel state={flow.isActive ? 'done' : 'off'} label={shared.flowState(flow.isActive)} />
)

interface FlowRow {
  flow: MessageFlow
  /** '' if the flow has no agent. */
  agentName: string
}

const states: readonly Condition<FlowRow>[] = [
  { value: 'active', label: shared.flowState(true), matches: ({ flow }) => flow.isActive },
  { value: 'inactive', label: 'Inactive', matches: ({ flow }) => !flow.isActive },
  { value: 'without-review', label: 'Sends without review', matches: ({ flow }) => flow.autopilot },
  { value: 'no-agent', label: 'No messaging agent', matches: ({ flow }) => flow.agent === null },
]

const list: ListDefinition<FlowRow> = {
  noun: texts.noun,
  columns: [
    {
      id: 'name',
      header: shared.nameColumn,
      value: ({ flow }) => flow.name || flow._id,
      cell: ({ flow }) => <RowLink to={paths.messageFlow(flow._id)}>{flow.name || flow._id}</RowLink>,
    },
    {
      id: 'review',
      header: shared.reviewColumn,
      narrow: 'state',
      value: ({ flow }) => (flow.autopilot ? sendsWithoutReview : shared.reviewed),
      // What is sent without review comes first.
      isDescendingFirst: true,
      cell: ({ flow }) => (flow.autopilot ? <AutopilotBadge flow={flow} /> : <Usual>{shared.reviewed}</Usual>),
    },
    {
      id: 'state',
      header: shared.stateColumn,
      value: ({ flow }) => shared.flowState(flow.isActive),
      cell: ({ flow }) => (flow.isActive ? <Usual>{shared.flowState(true)}</Usual> : <ActiveLabel flow={flow} />),
      filter: states,
    },
    {
      id: 'channel',
      header: shared.channelColumn,
      narrow: 'meta',
      value: ({ flow }) => shared.channelName(flow.messageChannel),
      filter: ({ flow: { messageChannel } }) => ({ value: messageChannel, label: shared.channelName(messageChannel) }),
    },
    {
      id: 'direction',
      header: 'Direction',
      value: ({ flow }) => shared.directionName(flow.direction),
      filter: ({ flow: { direction } }) => ({ value: direction, label: shared.directionName(direction) }),
    },
    {
      id: 'agent',
      header: 'Messaging agent',
      value: ({ agentName }) => agentName,
      cell: ({ flow: { agent } }) => (agent === null ? shared.none : <AgentName id={agent} isMessagingAgent />),
      filter: ({ flow, agentName }) => ({ value: flow.agent ?? '', label: agentName }),
    },
    {
      id: 'updated',
      header: shared.updated,
      narrow: 'age',
      align: 'right',
      value: ({ flow }) => flow.updatedAt,
      cell: ({ flow }) => <Ago at={flow.updatedAt} />,
      isDescendingFirst: true,
    },
  ],
  firstSort: 'review',
  matches: (search, { flow }) => fitsWords(search, flow.name),
  rowKey: ({ flow }) => flow._id || flow.name,
}

function List() {
  const query = useRead(readAllMessageFlows)
  const hasAgents = useSession().extensions['messaging-agents'] === true
  const agents = useRead({ ...readAllMessagingAgents, enabled: hasAgents }).data?.rows ?? []
  const nameOf = (id: string | null) => (id === null ? '' : agents.find(({ _id }) => _id === id)?.name || id)
  return (
    <RecordList
      list={list}
      page="message-flows"
      state={useListState(list)}
      records={mapRecords(wholeList(query), (flow) => ({ flow, agentName: nameOf(flow.agent) }))}
      icon={Workflow}
      factOf={(rows) => reviewSummary(rows.map(({ flow }) => flow))}
      create={{ to: paths.newMessageFlow(), reason: usePermission('messageFlowCreate').reason }}
      purpose="A message flow tells a messaging agent what to write, and decides whether the messages wait for review."
      kind="message-flow"
      onExport={(rows) =>
        void exportWithAgents(
          rows.map(({ flow }) => flow),
          texts.noun[1],
        )
      }
    />
  )
}

export const Component = () => (
  <CapabilityPage capability="message-flows">
    <List />
  </CapabilityPage>
)
