/** The columns of the list of conversations. */
import { PhoneNumber } from '#components/phone/phone-number.tsx'
import type { Contract, ResponseOf } from '#contract/index.ts'
import type { DataColumn } from '#kit/data/data-table.tsx'
import { RowLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { StatusLabel } from '#ui/status/status-label.tsx'
import { visible, visibleText } from '#ui/text/visible-text.tsx'
import { Ago } from '#ui/time/time.tsx'
import * as texts from './texts.tsx'

export type SeenConversation = ResponseOf<Contract['conversationSeen']>['conversations'][number]

export const conversationColumns: readonly DataColumn<SeenConversation>[] = [
  {
    id: 'customer',
    header: texts.customerColumn,
    cell: ({ conversationId, title }) => (
      <span className="@xl:whitespace-nowrap">
        <RowLink to={paths.conversation(conversationId)}>{title || conversationId}</RowLink>
      </span>
    ),
  },
  {
    id: 'review',
    header: texts.reviewColumn,
    cell: ({ drafts }) =>
      drafts > 0 ? (
        <span className="@xl:text-label">
          <StatusLabel state="needs-you" label={texts.draftCount(drafts)} />
        </span>
      ) : (
        <span className="text-muted @xl:text-label @xl:whitespace-nowrap">{texts.draftCount(0)}</span>
      ),
  },
  {
    id: 'last',
    header: texts.lastMessageColumn,
    // Takes the width that the other columns leave. The text itself does not widen the column.
    width: '100%',
    visibleFrom: 'md',
    cell: ({ last, inbound }) => (
      <span className="block w-0 min-w-full truncate @xl:text-label" title={visibleText(last)}>
        <span className="text-muted">{texts.sender(inbound)}</span>
        {visible(last || texts.noText)}
      </span>
    ),
  },
  {
    id: 'number',
    header: texts.numberColumn,
    visibleFrom: 'lg',
    cell: ({ phone }) => <PhoneNumber number={phone} country="none" />,
  },
  {
    id: 'updated',
    header: texts.updatedColumn,
    align: 'right',
    cell: ({ updatedAt }) => (
      <span className="text-soft @xl:text-label @xl:whitespace-nowrap">
        <Ago at={updatedAt} />
      </span>
    ),
  },
]
