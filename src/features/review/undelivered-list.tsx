/** Messages that were approved but not delivered: the customers do not have them. */
import type { Undelivered } from '#contract/index.ts'
import { type DataColumn, DataTable } from '#kit/data/data-table.tsx'
import { RowLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { Section } from '#ui/layout/section.tsx'
import { Ago } from '#ui/time/time.tsx'
import { customerOf } from './queue/queue.ts'
import * as texts from './texts.ts'

const columns: readonly DataColumn<Undelivered>[] = [
  {
    id: 'customer',
    header: texts.customerColumn,
    width: '12rem',
    cell: ({ conversationId, customer }) => (
      <RowLink to={paths.conversation(conversationId)}>{customerOf(customer)}</RowLink>
    ),
  },
  {
    id: 'message',
    header: texts.messageColumn,
    cell: ({ message }) => (
      <span dir="auto" className="line-clamp-2 break-words text-soft" title={message}>
        {message || texts.noText}
      </span>
    ),
  },
  {
    id: 'agent',
    header: texts.agentColumn,
    width: '12rem',
    visibleFrom: 'md',
    cell: ({ agentName }) => agentName || texts.agentNotLoaded,
  },
  {
    id: 'updated',
    header: texts.approvedColumn,
    width: '8rem',
    align: 'right',
    cell: ({ updatedAt }) => <Ago at={updatedAt} />,
  },
]

export const UndeliveredList = ({ messages }: { messages: readonly Undelivered[] }) => (
  <Section title={texts.notDelivered} facts={texts.messageCount(messages.length)} flush>
    {messages.length === 0 ? (
      <EmptyState title={texts.noUndelivered}>{texts.noUndeliveredHint}</EmptyState>
    ) : (
      <>
        <p className="border-b border-line px-3 py-2 text-soft">{texts.undeliveredHelp}</p>
        <DataTable
          caption={texts.notDelivered}
          columns={columns}
          rows={messages}
          rowKey={({ conversationId, messageId }) => `${conversationId}/${messageId}`}
        />
      </>
    )}
  </Section>
)
