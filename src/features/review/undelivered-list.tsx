/** Messages that were approved but not delivered: the customers do not have them. */
import type { Undelivered } from '#contract/index.ts'
import { type DataColumn, DataTable } from '#kit/data/data-table.tsx'
import { RowLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { Section } from '#ui/layout/section.tsx'
import { plural } from '#ui/text/format-number.ts'
import { Ago } from '#ui/time/time.tsx'
import { customerOf } from './queue/queue.ts'

const columns: readonly DataColumn<Undelivered>[] = [
  {
    id: 'customer',
    header: 'Customer',
    width: '12rem',
    cell: ({ conversationId, customer }) => (
      <RowLink to={paths.conversation(conversationId)}>{customerOf(customer)}</RowLink>
    ),
  },
  {
    id: 'message',
    header: 'Message',
    cell: ({ message }) => (
      <span dir="auto" className="line-clamp-2 break-words text-soft" title={message}>
        {message || 'No text'}
      </span>
    ),
  },
  {
    id: 'agent',
    header: 'Agent',
    width: '12rem',
    from: 'md',
    cell: ({ agentName }) => agentName || 'Agent not known yet',
  },
  {
    id: 'updated',
    header: 'Approved',
    width: '8rem',
    align: 'right',
    cell: ({ updatedAt }) => <Ago at={updatedAt} />,
  },
]

export const UndeliveredList = ({ messages }: { messages: readonly Undelivered[] }) => (
  <Section title="Not delivered" facts={plural(messages.length, 'message', 'messages')} flush>
    {messages.length === 0 ? (
      <EmptyState title="No undelivered messages">
        Approved messages that the service could not deliver are listed here.
      </EmptyState>
    ) : (
      <>
        <p className="border-b border-line px-3 py-2 text-soft">
          These messages were approved, but the service has not delivered them. The customers do not have them. Open the
          conversation to draft another message, or reach the customer another way.
        </p>
        <DataTable
          caption="Not delivered"
          columns={columns}
          rows={messages}
          rowKey={({ conversationId, messageId }) => `${conversationId}/${messageId}`}
        />
      </>
    )}
  </Section>
)
