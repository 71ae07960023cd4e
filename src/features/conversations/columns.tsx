/** The columns of the list of conversations. */

import { PhoneNumber } from '#components/phone/phone-number.tsx'
import type { Contract, ResponseOf } from '#contract/index.ts'
import type { DataColumn } from '#kit/data/data-table.tsx'
import { RowLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { Lamp } from '#ui/status/lamp.tsx'
import { plural } from '#ui/text/format-number.ts'
import { visible, visibleText } from '#ui/text/visible-text.tsx'
import { Ago } from '#ui/time/time.tsx'

export type SeenConversation = ResponseOf<Contract['conversationSeen']>['conversations'][number]

export const conversationColumns: readonly DataColumn<SeenConversation>[] = [
  {
    id: 'customer',
    header: 'Customer',
    cell: ({ conversationId, title }) => (
      <span className="@xl:whitespace-nowrap">
        <RowLink to={paths.conversation(conversationId)}>{title || conversationId}</RowLink>
      </span>
    ),
  },
  {
    id: 'review',
    header: 'Review',
    cell: ({ drafts }) =>
      drafts > 0 ? (
        <span className="@xl:text-label">
          <Lamp state="needs-you" word={plural(drafts, 'draft waits', 'drafts wait')} />
        </span>
      ) : (
        <span className="text-muted @xl:text-label @xl:whitespace-nowrap">Nothing waits</span>
      ),
  },
  {
    id: 'last',
    header: 'Last message',
    // All that the others leave; its words ask for no width of their own.
    width: '100%',
    from: 'md',
    cell: ({ last, inbound }) => (
      <span className="block w-0 min-w-full truncate @xl:text-label" title={visibleText(last)}>
        <span className="text-muted">{inbound ? 'Customer: ' : 'Agent: '}</span>
        {visible(last || 'No text')}
      </span>
    ),
  },
  {
    id: 'number',
    header: 'Number',
    from: 'lg',
    cell: ({ phone }) => <PhoneNumber number={phone} country="none" />,
  },
  {
    id: 'updated',
    header: 'Updated',
    align: 'right',
    cell: ({ updatedAt }) => (
      <span className="text-soft @xl:text-label @xl:whitespace-nowrap">
        <Ago at={updatedAt} />
      </span>
    ),
  },
]
