/** `/messaging-agents`: every agent that writes messages, and in which channel. */
import BotMessageSquare from 'lucide-react/icons/bot-message-square'
import type { ReactNode } from 'react'
import { messagingAgentsRead } from '#components/agents/agent-name.tsx'
import { byName, byUpdate, WholeList } from '#components/records/whole-list.tsx'
import type { MessagingAgent } from '#contract/index.ts'
import type { DataColumn } from '#kit/data/data-table.tsx'
import { RowLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { usePermission } from '#kit/permissions.ts'
import { Lamp, type LampState } from '#ui/status/lamp.tsx'
import { Ago } from '#ui/time/time.tsx'
import { loadOffered, Offered } from '../shared/offered.tsx'
import { channelWord } from '../shared/words.ts'

export const loader = () => loadOffered('messaging-agents', messagingAgentsRead)

const lamps: Record<string, { state: LampState; word: string }> = {
  ready: { state: 'done', word: 'Ready' },
  pending: { state: 'waiting', word: 'Being set up' },
  error: { state: 'failed', word: 'Failed to set up' },
}
export const StatusLamp = ({ agent: { status } }: { agent: MessagingAgent }) => (
  <Lamp {...(lamps[status] ?? { state: 'off', word: status || 'Status not known' })} />
)

/** Everything but the name, so that a row stays one line. */
const Small = ({ children }: { children: ReactNode }) => (
  <span className="text-soft @xl:text-label @xl:whitespace-nowrap">{children}</span>
)

const columns: readonly DataColumn<MessagingAgent>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: ({ _id, name }) => <RowLink to={paths.messagingAgent(_id)}>{name || _id}</RowLink>,
  },
  {
    id: 'status',
    header: 'Status',
    cell: (agent) => (
      <Small>
        <StatusLamp agent={agent} />
      </Small>
    ),
  },
  { id: 'channel', header: 'Channel', cell: ({ messageChannel }) => <Small>{channelWord(messageChannel)}</Small> },
  { id: 'model', header: 'Model', from: 'md', cell: ({ model }) => <Small>{model || 'Not specified'}</Small> },
  {
    id: 'updated',
    header: 'Updated',
    align: 'right',
    from: 'md',
    cell: ({ updatedAt }) => (
      <Small>
        <Ago at={updatedAt} />
      </Small>
    ),
  },
]

const byChannel = {
  value: 'channel',
  label: 'By channel',
  compare: (one: MessagingAgent, other: MessagingAgent) =>
    one.messageChannel.localeCompare(other.messageChannel) || byName.compare(one, other),
}

const List = () => (
  <WholeList
    noun={['messaging agent', 'messaging agents']}
    icon={BotMessageSquare}
    read={messagingAgentsRead}
    orders={[byName, byUpdate, byChannel]}
    columns={columns}
    create={{ to: paths.newMessagingAgent(), reason: usePermission('messagingAgentCreate').reason }}
    teaches="A messaging agent writes to customers in one channel: SMS, WhatsApp or e-mail. A message flow tells it what to write."
  />
)

export const Component = () => (
  <Offered family="messaging-agents" title="Messaging agents">
    <List />
  </Offered>
)
