/** The columns of the list of conversations. */
import { PhoneNumber } from '#components/phone/phone-number.tsx'
import type { DataColumn } from '#kit/data/data-table.tsx'
import { RowLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { compactTableOnlyClasses } from '#ui/layout/compact-table.ts'
import { SortButton } from '#ui/layout/sort-button.tsx'
import { StatusLabel } from '#ui/status/status-label.tsx'
import { markHiddenCharacters, visible, visibleText } from '#ui/text/visible-text.tsx'
import { Ago } from '#ui/time/time.tsx'
import { firstOrder, type ListSearch, orderOf, type SeenConversation, type SortColumn } from './list-search.ts'
import * as texts from './texts.tsx'
import type { MessageHit } from './use-conversation-hits.ts'

/** A row of the list; in a search, with the message that was found. */
export type ListRow = SeenConversation & { hit?: MessageHit | null }

function States({ isRead, drafts, undelivered }: SeenConversation) {
  if (!isRead) return <span className="text-muted">{texts.notReadYet}</span>
  if (drafts + undelivered === 0) return <span className="text-muted">{texts.draftCount(0)}</span>
  return (
    <span className="flex flex-wrap gap-x-2">
      {drafts > 0 && <StatusLabel state="needs-you" label={texts.draftCount(drafts)} />}
      {undelivered > 0 && <StatusLabel state="failed" label={texts.undeliveredCount(undelivered)} />}
    </span>
  )
}

/** The place that a search found, or the start of the last message. */
const MessageText = ({ hit, last, inbound }: ListRow) =>
  hit ? (
    <span translate="no" className="block @xl:text-label">
      <span className="text-muted">{texts.sender(hit.isFromCustomer)}</span>
      <bdi className="wrap-anywhere">
        {markHiddenCharacters(hit.before)}
        <mark className="rounded-small bg-accent-soft font-medium text-ink">{markHiddenCharacters(hit.found)}</mark>
        {markHiddenCharacters(hit.after)}
      </bdi>
    </span>
  ) : (
    // Beside who wrote it, so that a text from right to left is cut at its end.
    <span translate="no" className="flex w-0 min-w-full items-baseline @xl:text-label" title={visibleText(last)}>
      <span className="shrink-0 whitespace-pre text-muted">{texts.sender(inbound)}</span>
      <span translate="no" dir="auto" className="min-w-0 truncate">
        {visible(last || texts.noText)}
      </span>
    </span>
  )

const agentOf = ({ agentName, agentId }: SeenConversation) => visible(agentName || agentId || texts.none)

const columns: readonly (DataColumn<ListRow> & { id: SortColumn; header: string })[] = [
  {
    id: 'customer',
    header: texts.customerColumn,
    cell: ({ conversationId, title }) => (
      <span
        dir="auto"
        className="block wrap-anywhere @2xl:w-max @2xl:max-w-60 @2xl:truncate"
        title={visibleText(title)}
      >
        <RowLink to={paths.conversation(conversationId)}>{title || conversationId}</RowLink>
      </span>
    ),
  },
  {
    id: 'review',
    header: texts.reviewColumn,
    cell: (row) => (
      <span className="@xl:text-label @xl:whitespace-nowrap">
        <States {...row} />
      </span>
    ),
  },
  {
    id: 'last',
    header: texts.lastMessageColumn,
    // Takes the width that the other columns leave. The text itself does not widen the column.
    width: '100%',
    cell: (row) => (
      <>
        <MessageText {...row} />
        <span dir="auto" className={`${compactTableOnlyClasses} text-label wrap-anywhere text-muted`}>
          {agentOf(row)}
        </span>
      </>
    ),
  },
  {
    id: 'number',
    header: texts.numberColumn,
    cell: ({ phone }) => <PhoneNumber number={phone} country="none" />,
  },
  {
    id: 'agent',
    header: texts.agentTerm,
    visibleFrom: 'lg',
    cell: (row) => (
      <span
        dir="auto"
        className="block @xl:w-max @xl:max-w-48 @xl:truncate @xl:text-label"
        title={visibleText(row.agentName ?? '') || undefined}
      >
        {agentOf(row)}
      </span>
    ),
  },
  {
    id: 'updated',
    header: texts.updatedColumn,
    align: 'right',
    cell: ({ updatedAt }) => (
      <span className="text-soft @xl:text-label @2xl:whitespace-nowrap">
        <Ago at={updatedAt} />
      </span>
    ),
  },
]

/** The columns with headings that sort. A second press on a heading turns the order around. */
export const columnsFor = (
  search: Pick<ListSearch, 'sort' | 'order'>,
  onSort: (change: Pick<ListSearch, 'sort' | 'order'>) => void,
): DataColumn<ListRow>[] =>
  columns.map((column) => {
    const isSorted = column.id === search.sort
    const order = isSorted ? orderOf(search) : 'none'
    const opposite = order === 'ascending' ? 'descending' : 'ascending'
    const next = isSorted && opposite !== firstOrder[column.id] ? opposite : undefined
    const header = (
      <SortButton header={column.header} order={order} onPress={() => onSort({ sort: column.id, order: next })} />
    )
    return { ...column, header, order }
  })
