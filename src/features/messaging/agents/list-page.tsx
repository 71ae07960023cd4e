/** `/agents/messaging`: all agents that write messages. */
import BotMessageSquare from 'lucide-react/icons/bot-message-square'
import { readAllMessagingAgents } from '#api/all-records.ts'
import { useRead } from '#api/reads.ts'
import { exportRecords } from '#components/records/files/export-records.ts'
import { RecordList } from '#components/records/list/record-list.tsx'
import { wholeList } from '#components/records/list/use-records.ts'
import { fitsWords, type MessagingAgent } from '#contract/index.ts'
import { Usual } from '#kit/list/cells.tsx'
import type { ListDefinition } from '#kit/list/definition.ts'
import { useListState } from '#kit/list/use-list.ts'
import { RowLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { usePermission } from '#kit/permissions.ts'
import { type StatusKind, StatusLabel } from '#ui/status/status-label.tsx'
import { Ago } from '#ui/time/time.tsx'
import { CapabilityPage, loadIfOffered } from '../shared/capability-page.tsx'
import * as shared from '../shared/texts.ts'
import * as texts from './texts.ts'

export const loader = () => loadIfOffered('messaging-agents', readAllMessagingAgents)

const statusKinds: Record<string, StatusKind> = { ready: 'done', pending: 'waiting', error: 'failed' }
export const AgentStatus = ({ agent: { status } }: { agent: MessagingAgent }) => (
  <StatusLabel state={statusKinds[status] ?? 'off'} label={texts.statusName(status)} />
)

const list: ListDefinition<MessagingAgent> = {
  noun: texts.noun,
  columns: [
    {
      id: 'name',
      header: shared.nameColumn,
      value: ({ _id, name }) => name || _id,
      cell: ({ _id, name }) => <RowLink to={paths.messagingAgent(_id)}>{name || _id}</RowLink>,
    },
    {
      id: 'status',
      header: 'Status',
      narrow: 'state',
      value: ({ status }) => texts.statusName(status),
      cell: (agent) =>
        agent.status === 'ready' ? <Usual>{texts.statusName('ready')}</Usual> : <AgentStatus agent={agent} />,
      filter: ({ status }) => ({ value: status || 'none', label: texts.statusName(status) }),
    },
    {
      id: 'channel',
      header: shared.channelColumn,
      narrow: 'meta',
      value: ({ messageChannel }) => shared.channelName(messageChannel),
      filter: ({ messageChannel }) => ({ value: messageChannel, label: shared.channelName(messageChannel) }),
    },
    {
      id: 'model',
      header: 'Model',
      value: ({ model }) => model,
      cell: ({ model }) => model || shared.notSpecified,
      filter: true,
    },
    {
      id: 'updated',
      header: shared.updated,
      narrow: 'age',
      align: 'right',
      value: ({ updatedAt }) => updatedAt,
      cell: ({ updatedAt }) => <Ago at={updatedAt} />,
      isDescendingFirst: true,
    },
  ],
  firstSort: 'name',
  matches: (search, { name }) => fitsWords(search, name),
  rowKey: ({ _id, name }) => _id || name,
}

function List() {
  const query = useRead(readAllMessagingAgents)
  return (
    <RecordList
      list={list}
      page="messaging-agents"
      state={useListState(list)}
      records={wholeList(query)}
      icon={BotMessageSquare}
      create={{ to: paths.newMessagingAgent(), reason: usePermission('messagingAgentCreate').reason }}
      purpose="A messaging agent writes to customers in one channel: SMS, WhatsApp or e-mail. A message flow tells it what to write."
      kind="messaging-agent"
      onExport={(messagingAgents) => void exportRecords({ messagingAgents }, texts.noun[1])}
    />
  )
}

export const Component = () => (
  <CapabilityPage capability="messaging-agents">
    <List />
  </CapabilityPage>
)
