/** `/flows/messages`: all message flows, and which of them send without review. */
import Workflow from 'lucide-react/icons/workflow'
import type { ReactNode } from 'react'
import { readAllMessageFlows, readAllMessagingAgents } from '#api/all-records.ts'
import { useRead } from '#api/reads.ts'
import { useSession } from '#api/session.ts'
import { AgentName, AutopilotBadge } from '#components/agents/agent-name.tsx'
import { RecordList } from '#components/records/list/record-list.tsx'
import { compareTexts, optionsFrom, type RecordTable } from '#components/records/list/record-table.ts'
import { mapRecords, wholeList } from '#components/records/list/use-records.ts'
import { DeletedLink } from '#components/versions/links.tsx'
import { fitsWords, type MessageFlow } from '#contract/index.ts'
import { RowLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { usePermission } from '#kit/permissions.ts'
import { aboveLinkClasses } from '#ui/layout/table.tsx'
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

/** Every column but the name uses smaller text, so that a row fits on one line. */
const SmallText = ({ children }: { children: ReactNode }) => (
  <span className="text-soft @xl:text-label @5xl:whitespace-nowrap">{children}</span>
)

interface FlowRow {
  flow: MessageFlow
  /** '' if the flow has no agent. */
  agentName: string
}

const states: readonly { value: string; label: string; matches: (row: FlowRow) => boolean }[] = [
  { value: 'active', label: shared.flowState(true), matches: ({ flow }) => flow.isActive },
  { value: 'inactive', label: texts.inactiveFilter, matches: ({ flow }) => !flow.isActive },
  { value: 'without-review', label: texts.withoutReviewFilter, matches: ({ flow }) => flow.autopilot },
  { value: 'no-agent', label: texts.noAgentFilter, matches: ({ flow }) => flow.agent === null },
]

const table: RecordTable<FlowRow> = {
  columns: [
    {
      id: 'name',
      header: shared.nameColumn,
      cell: ({ flow }) => <RowLink to={paths.messageFlow(flow._id)}>{flow.name || flow._id}</RowLink>,
      compare: (one, other) => compareTexts(one.flow.name, other.flow.name),
    },
    {
      id: 'review',
      header: shared.reviewColumn,
      cell: ({ flow }) =>
        flow.autopilot ? <AutopilotBadge flow={flow} /> : <SmallText>{shared.waitForReview}</SmallText>,
      // What is sent without review comes first.
      compare: (one, other) =>
        Number(other.flow.autopilot) - Number(one.flow.autopilot) || compareTexts(one.flow.name, other.flow.name),
    },
    {
      id: 'state',
      header: shared.stateColumn,
      cell: ({ flow }) => (
        <SmallText>
          <ActiveLabel flow={flow} />
        </SmallText>
      ),
      compare: (one, other) => Number(other.flow.isActive) - Number(one.flow.isActive),
    },
    {
      id: 'channel',
      header: shared.channelColumn,
      cell: ({ flow }) => <SmallText>{shared.channelName(flow.messageChannel)}</SmallText>,
      compare: (one, other) =>
        compareTexts(shared.channelName(one.flow.messageChannel), shared.channelName(other.flow.messageChannel)),
    },
    {
      id: 'direction',
      header: texts.directionColumn,
      cell: ({ flow }) => <SmallText>{shared.directionName(flow.direction)}</SmallText>,
      compare: (one, other) =>
        compareTexts(shared.directionName(one.flow.direction), shared.directionName(other.flow.direction)),
    },
    {
      id: 'agent',
      header: texts.agentColumn,
      cell: ({ flow: { agent } }) =>
        agent === null ? (
          <SmallText>{shared.none}</SmallText>
        ) : (
          <span className={`${aboveLinkClasses} @xl:text-label`}>
            <AgentName id={agent} isMessagingAgent />
          </span>
        ),
      compare: (one, other) => compareTexts(one.agentName, other.agentName),
    },
    {
      id: 'updated',
      header: shared.updated,
      align: 'right',
      cell: ({ flow }) => (
        <SmallText>
          <Ago at={flow.updatedAt} />
        </SmallText>
      ),
      compare: (one, other) => one.flow.updatedAt.localeCompare(other.flow.updatedAt),
      isDescendingFirst: true,
    },
  ],
  filters: [
    { id: 'state', label: shared.stateColumn, shape: 'chips', optionsOf: () => states },
    {
      id: 'direction',
      label: texts.directionColumn,
      shape: 'chips',
      optionsOf: optionsFrom(({ flow: { direction } }) =>
        direction === '' ? null : { value: direction, label: shared.directionName(direction) },
      ),
    },
    {
      id: 'channel',
      label: shared.channelColumn,
      shape: 'list',
      optionsOf: optionsFrom(({ flow: { messageChannel } }) =>
        messageChannel === '' ? null : { value: messageChannel, label: shared.channelName(messageChannel) },
      ),
    },
    {
      id: 'agent',
      label: texts.agentColumn,
      shape: 'list',
      optionsOf: optionsFrom(({ flow, agentName }) =>
        flow.agent === null ? null : { value: flow.agent, label: agentName },
      ),
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
      noun={texts.noun}
      icon={Workflow}
      table={table}
      list={mapRecords(wholeList(query), (flow) => ({ flow, agentName: nameOf(flow.agent) }))}
      factOf={(rows) => reviewSummary(rows.map(({ flow }) => flow))}
      create={{ to: paths.newMessageFlow(), reason: usePermission('messageFlowCreate').reason }}
      purpose={texts.listPurpose}
      facts={<DeletedLink kind="message-flow" />}
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
