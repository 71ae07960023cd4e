/** `/agents/messaging`: all agents that write messages. */
import BotMessageSquare from 'lucide-react/icons/bot-message-square'
import type { ReactNode } from 'react'
import { readAllMessagingAgents } from '#api/all-records.ts'
import { useRead } from '#api/reads.ts'
import { exportRecords } from '#components/records/files/export-records.ts'
import { RecordList } from '#components/records/list/record-list.tsx'
import { compareTexts, optionsFrom, type RecordTable } from '#components/records/list/record-table.ts'
import { wholeList } from '#components/records/list/use-records.ts'
import { DeletedLink } from '#components/versions/links.tsx'
import { fitsWords, type MessagingAgent } from '#contract/index.ts'
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

/** Every column but the name uses smaller text, so that a row fits on one line. */
const SmallText = ({ children }: { children: ReactNode }) => (
  <span className="text-soft @xl:text-label @5xl:whitespace-nowrap">{children}</span>
)

const table: RecordTable<MessagingAgent> = {
  columns: [
    {
      id: 'name',
      header: shared.nameColumn,
      cell: ({ _id, name }) => <RowLink to={paths.messagingAgent(_id)}>{name || _id}</RowLink>,
      compare: (one, other) => compareTexts(one.name, other.name),
    },
    {
      id: 'status',
      header: texts.statusColumn,
      cell: (agent) => (
        <SmallText>
          <AgentStatus agent={agent} />
        </SmallText>
      ),
      compare: (one, other) => compareTexts(texts.statusName(one.status), texts.statusName(other.status)),
    },
    {
      id: 'channel',
      header: shared.channelColumn,
      cell: ({ messageChannel }) => <SmallText>{shared.channelName(messageChannel)}</SmallText>,
      compare: (one, other) =>
        compareTexts(shared.channelName(one.messageChannel), shared.channelName(other.messageChannel)),
    },
    {
      id: 'model',
      header: texts.modelColumn,
      cell: ({ model }) => <SmallText>{model || shared.notSpecified}</SmallText>,
      compare: (one, other) => compareTexts(one.model, other.model),
    },
    {
      id: 'updated',
      header: shared.updated,
      align: 'right',
      cell: ({ updatedAt }) => (
        <SmallText>
          <Ago at={updatedAt} />
        </SmallText>
      ),
      compare: (one, other) => one.updatedAt.localeCompare(other.updatedAt),
      isDescendingFirst: true,
    },
  ],
  filters: [
    {
      id: 'status',
      label: texts.statusColumn,
      shape: 'chips',
      optionsOf: optionsFrom(({ status }) => ({ value: status || 'none', label: texts.statusName(status) })),
    },
    {
      id: 'channel',
      label: shared.channelColumn,
      shape: 'chips',
      optionsOf: optionsFrom(({ messageChannel }) =>
        messageChannel === '' ? null : { value: messageChannel, label: shared.channelName(messageChannel) },
      ),
    },
    {
      id: 'model',
      label: texts.modelColumn,
      shape: 'list',
      optionsOf: optionsFrom(({ model }) => (model === '' ? null : { value: model, label: model })),
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
      noun={texts.noun}
      icon={BotMessageSquare}
      table={table}
      list={wholeList(query)}
      create={{ to: paths.newMessagingAgent(), reason: usePermission('messagingAgentCreate').reason }}
      purpose={texts.listPurpose}
      facts={<DeletedLink kind="messaging-agent" />}
      onExport={(messagingAgents) => void exportRecords({ messagingAgents }, texts.noun[1])}
    />
  )
}

export const Component = () => (
  <CapabilityPage capability="messaging-agents">
    <List />
  </CapabilityPage>
)
