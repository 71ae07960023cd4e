/** Messages that were approved but not delivered: the customers do not have them. */
import { PersonLink } from '#components/people/person-link.tsx'
import { PhoneNumber } from '#components/phone/phone-number.tsx'
import type { Undelivered } from '#contract/index.ts'
import { RowLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { groupNumber } from '#phone/group.ts'
import { CopyButton } from '#ui/forms/copy-button.tsx'
import { Section } from '#ui/layout/section.tsx'
import { type Column, Table } from '#ui/layout/table.tsx'
import { plural } from '#ui/text/format-number.ts'
import { Ago } from '#ui/time/time.tsx'

const columns: readonly Column<Undelivered>[] = [
  {
    id: 'customer',
    header: 'Customer',
    width: '12rem',
    cell: ({ conversationId, customer }) => (
      <RowLink to={paths.conversation(conversationId)}>
        {customer.name || (customer.phone && groupNumber(customer.phone)) || customer.email || 'Unnamed customer'}
      </RowLink>
    ),
  },
  {
    id: 'message',
    header: 'Message',
    cell: ({ message }) => (
      <span className="flex items-start gap-1">
        <span dir="auto" className="line-clamp-2 min-w-0 flex-1 break-words text-soft" title={message}>
          {message || 'No text'}
        </span>
        {message && <CopyButton text={message} label="Copy the message" />}
      </span>
    ),
  },
  {
    id: 'address',
    header: 'Number or e-mail',
    width: '13rem',
    cell: ({ customer: { phone, email } }) => (
      <span className="flex flex-col items-start">
        {phone ? <PhoneNumber number={phone} /> : <span className="break-all">{email ?? 'None'}</span>}
        <PersonLink address={phone ?? email} />
      </span>
    ),
  },
  {
    id: 'agent',
    header: 'Agent',
    width: '12rem',
    visibleFrom: 'md',
    cell: ({ agentName }) => agentName || 'Agent not loaded yet',
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
  <Section
    title="Not delivered"
    facts={messages.length === 0 ? 'No messages' : plural(messages.length, 'message', 'messages')}
    flush
  >
    <p className="border-b border-line px-3 py-2 text-soft">
      These messages were approved, but the service has not delivered them. The customers have not received them. Check
      the number or e-mail address, open the conversation to draft another message, or call the person. The timeline
      shows what else was tried.
    </p>
    <Table
      caption="Not delivered"
      columns={columns}
      rows={messages}
      rowKey={({ conversationId, messageId }) => `${conversationId}/${messageId}`}
      isLong
    />
  </Section>
)
