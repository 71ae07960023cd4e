/** `/messaging-agents`: all agents that write messages. */
import BotMessageSquare from 'lucide-react/icons/bot-message-square'
import type { ReactNode } from 'react'
import { messagingAgentsRead } from '#components/agents/agent-name.tsx'
import { byName, byUpdate, WholeList } from '#components/records/whole-list.tsx'
import type { MessagingAgent } from '#contract/index.ts'
import type { DataColumn } from '#kit/data/data-table.tsx'
import { RowLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { usePermission } from '#kit/permissions.ts'
import { type StatusKind, StatusLabel } from '#ui/status/status-label.tsx'
import { Ago } from '#ui/time/time.tsx'
import { CapabilityPage, loadIfOffered } from '../shared/capability-page.tsx'
import * as shared from '../shared/texts.ts'
import * as texts from './texts.ts'

export const loader = () => loadIfOffered('messaging-agents', messagingAgentsRead)

const statusKinds: Record<string, StatusKind> = { ready: 'done', pending: 'waiting', error: 'failed' }
export const AgentStatus = ({ agent: { status } }: { agent: MessagingAgent }) => (
  <StatusLabel state={statusKinds[status] ?? 'off'} label={texts.statusName(status)} />
)

/** Every column but the name uses smaller text, so that a row fits on one line. */
const SmallText = ({ children }: { children: ReactNode }) => (
  <span className="text-soft @xl:text-label @xl:whitespace-nowrap">{children}</span>
)

const columns: readonly DataColumn<MessagingAgent>[] = [
  {
    id: 'name',
    header: shared.nameColumn,
    cell: ({ _id, name }) => <RowLink to={paths.messagingAgent(_id)}>{name || _id}</RowLink>,
  },
  {
    id: 'status',
    header: texts.statusColumn,
    cell: (agent) => (
      <SmallText>
        <AgentStatus agent={agent} />
      </SmallText>
    ),
  },
  {
    id: 'channel',
    header: shared.channelColumn,
    cell: ({ messageChannel }) => <SmallText>{shared.channelName(messageChannel)}</SmallText>,
  },
  {
    id: 'model',
    header: texts.modelColumn,
    visibleFrom: 'md',
    cell: ({ model }) => <SmallText>{model || shared.notSpecified}</SmallText>,
  },
  {
    id: 'updated',
    header: shared.updated,
    align: 'right',
    visibleFrom: 'md',
    cell: ({ updatedAt }) => (
      <SmallText>
        <Ago at={updatedAt} />
      </SmallText>
    ),
  },
]

const byChannel = {
  value: 'channel',
  label: texts.sortByChannel,
  compare: (one: MessagingAgent, other: MessagingAgent) =>
    one.messageChannel.localeCompare(other.messageChannel) || byName.compare(one, other),
}

const List = () => (
  <WholeList
    noun={texts.noun}
    icon={BotMessageSquare}
    read={messagingAgentsRead}
    orders={[byName, byUpdate, byChannel]}
    columns={columns}
    create={{ to: paths.newMessagingAgent(), reason: usePermission('messagingAgentCreate').reason }}
    purpose={texts.listPurpose}
  />
)

export const Component = () => (
  <CapabilityPage capability="messaging-agents">
    <List />
  </CapabilityPage>
)
