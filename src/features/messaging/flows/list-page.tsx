/** `/message-flows`: every message flow, and which of them send without review. */
import Workflow from 'lucide-react/icons/workflow'
import type { ReactNode } from 'react'
import { AgentName, Autopilot, messageFlowsRead } from '#components/agents/agent-name.tsx'
import { byName, byUpdate, WholeList } from '#components/records/whole-list.tsx'
import type { MessageFlow } from '#contract/index.ts'
import type { DataColumn } from '#kit/data/data-table.tsx'
import { RowLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { usePermission } from '#kit/permissions.ts'
import { aboveLook } from '#ui/layout/table.tsx'
import { Lamp } from '#ui/status/lamp.tsx'
import { Ago } from '#ui/time/time.tsx'
import { agentNames, loadOffered, Offered } from '../shared/offered.tsx'
import { channelWord, directionWord } from '../shared/words.ts'
import { reviewSummary } from './review-texts.ts'

export const loader = () => loadOffered('message-flows', messageFlowsRead, ...agentNames())

export const ActiveLamp = ({ flow }: { flow: MessageFlow }) => (
  <Lamp state={flow.isActive ? 'done' : 'off'} word={flow.isActive ? 'Active' : 'Not active'} />
)

/** Everything but the name, so that a row stays one line. */
const Small = ({ children }: { children: ReactNode }) => (
  <span className="text-soft @xl:text-label @xl:whitespace-nowrap">{children}</span>
)

const columns: readonly DataColumn<MessageFlow>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: (flow) => <RowLink to={paths.messageFlow(flow._id)}>{flow.name || flow._id}</RowLink>,
  },
  {
    id: 'review',
    header: 'Review',
    cell: (flow) => (flow.autopilot ? <Autopilot flow={flow} /> : <Small>Messages wait for review</Small>),
  },
  {
    id: 'state',
    header: 'State',
    cell: (flow) => (
      <Small>
        <ActiveLamp flow={flow} />
      </Small>
    ),
  },
  { id: 'channel', header: 'Channel', cell: (flow) => <Small>{channelWord(flow.messageChannel)}</Small> },
  { id: 'direction', header: 'Direction', from: 'lg', cell: (flow) => <Small>{directionWord(flow.direction)}</Small> },
  {
    id: 'agent',
    header: 'Messaging agent',
    from: 'md',
    cell: ({ agent }) =>
      agent === null ? (
        <Small>None</Small>
      ) : (
        <span className={`${aboveLook} @xl:text-label`}>
          <AgentName id={agent} ofMessages />
        </span>
      ),
  },
  {
    id: 'updated',
    header: 'Updated',
    align: 'right',
    from: 'md',
    cell: (flow) => (
      <Small>
        <Ago at={flow.updatedAt} />
      </Small>
    ),
  },
]

const byAutopilot = {
  value: 'autopilot',
  label: 'Without review first',
  compare: (one: MessageFlow, other: MessageFlow) =>
    Number(other.autopilot) - Number(one.autopilot) || byName.compare(one, other),
}
const orders = [byAutopilot, byName, byUpdate] as const

const List = () => (
  <WholeList
    noun={['message flow', 'message flows']}
    icon={Workflow}
    read={messageFlowsRead}
    orders={[...orders]}
    columns={columns}
    factOf={reviewSummary}
    create={{ to: paths.newMessageFlow(), reason: usePermission('messageFlowCreate').reason }}
    teaches="A message flow tells a messaging agent what to write, and whether its messages wait for review."
  />
)

export const Component = () => (
  <Offered family="message-flows" title="Message flows">
    <List />
  </Offered>
)
