/** `/message-flows`: all message flows, and which of them send without review. */
import Workflow from 'lucide-react/icons/workflow'
import type { ReactNode } from 'react'
import { AgentName, AutopilotBadge, messageFlowsRead } from '#components/agents/agent-name.tsx'
import { byName, byUpdate, WholeList } from '#components/records/whole-list.tsx'
import type { MessageFlow } from '#contract/index.ts'
import type { DataColumn } from '#kit/data/data-table.tsx'
import { RowLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { usePermission } from '#kit/permissions.ts'
import { aboveLinkClasses } from '#ui/layout/table.tsx'
import { StatusLabel } from '#ui/status/status-label.tsx'
import { Ago } from '#ui/time/time.tsx'
import { agentNameReads, CapabilityPage, loadIfOffered } from '../shared/capability-page.tsx'
import * as shared from '../shared/texts.ts'
import { reviewSummary } from './review-texts.ts'
import * as texts from './texts.tsx'

export const loader = () => loadIfOffered('message-flows', messageFlowsRead, ...agentNameReads())

export const ActiveLabel = ({ flow }: { flow: MessageFlow }) => (
  <StatusLabel state={flow.isActive ? 'done' : 'off'} label={shared.flowState(flow.isActive)} />
)

/** Every column but the name uses smaller text, so that a row fits on one line. */
const SmallText = ({ children }: { children: ReactNode }) => (
  <span className="text-soft @xl:text-label @xl:whitespace-nowrap">{children}</span>
)

const columns: readonly DataColumn<MessageFlow>[] = [
  {
    id: 'name',
    header: shared.nameColumn,
    cell: (flow) => <RowLink to={paths.messageFlow(flow._id)}>{flow.name || flow._id}</RowLink>,
  },
  {
    id: 'review',
    header: shared.reviewColumn,
    cell: (flow) => (flow.autopilot ? <AutopilotBadge flow={flow} /> : <SmallText>{shared.waitForReview}</SmallText>),
  },
  {
    id: 'state',
    header: shared.stateColumn,
    cell: (flow) => (
      <SmallText>
        <ActiveLabel flow={flow} />
      </SmallText>
    ),
  },
  {
    id: 'channel',
    header: shared.channelColumn,
    cell: (flow) => <SmallText>{shared.channelName(flow.messageChannel)}</SmallText>,
  },
  {
    id: 'direction',
    header: texts.directionColumn,
    visibleFrom: 'lg',
    cell: (flow) => <SmallText>{shared.directionName(flow.direction)}</SmallText>,
  },
  {
    id: 'agent',
    header: texts.agentColumn,
    visibleFrom: 'md',
    cell: ({ agent }) =>
      agent === null ? (
        <SmallText>{shared.none}</SmallText>
      ) : (
        <span className={`${aboveLinkClasses} @xl:text-label`}>
          <AgentName id={agent} isMessagingAgent />
        </span>
      ),
  },
  {
    id: 'updated',
    header: shared.updated,
    align: 'right',
    visibleFrom: 'md',
    cell: (flow) => (
      <SmallText>
        <Ago at={flow.updatedAt} />
      </SmallText>
    ),
  },
]

const byAutopilot = {
  value: 'autopilot',
  label: texts.sortByAutopilot,
  compare: (one: MessageFlow, other: MessageFlow) =>
    Number(other.autopilot) - Number(one.autopilot) || byName.compare(one, other),
}
const orders = [byAutopilot, byName, byUpdate] as const

const List = () => (
  <WholeList
    noun={texts.noun}
    icon={Workflow}
    read={messageFlowsRead}
    orders={[...orders]}
    columns={columns}
    factOf={reviewSummary}
    create={{ to: paths.newMessageFlow(), reason: usePermission('messageFlowCreate').reason }}
    purpose={texts.listPurpose}
  />
)

export const Component = () => (
  <CapabilityPage capability="message-flows">
    <List />
  </CapabilityPage>
)
