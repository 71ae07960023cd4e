import type { QueryState } from '#api/reads.ts'
import { useMyId } from '#api/session.ts'
import type { Draft } from '#contract/index.ts'
import { DataView } from '#kit/data/data-view.tsx'
import { Link, PlainLink, RowLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { Section } from '#ui/layout/section.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { type Column, Table } from '#ui/layout/table.tsx'
import { number } from '#ui/text/format-number.ts'
import { visible, visibleText } from '#ui/text/visible-text.tsx'
import { Ago } from '#ui/time/time.tsx'
import { countByAge } from './draft-ages.ts'
import { emptyLineClasses, QueueNote } from './figures.tsx'
import * as texts from './texts.tsx'
import { emptyQueueText, type Queue } from './waiting-drafts.ts'

/** As many as fit beside the other panels. The loading skeleton adds two rows for the heading and the link to the queue. */
const maxDrafts = 6

/** Who decided about the draft, or is reviewing it. */
function Reviewer({ draft: { claim, decision } }: { draft: Draft }) {
  const myId = useMyId()
  return decision?.operator ?? (claim?.operatorId === myId ? 'You' : claim?.operator) ?? '–'
}

/** Phone numbers are not grouped, because the numbering plans would be a third of the code of the first page. */
const columns: readonly Column<Draft>[] = [
  {
    id: 'customer',
    header: texts.customerColumn,
    width: '11rem',
    cell: ({ conversationId, messageId, customer }) => (
      <RowLink to={paths.review({ conversation: conversationId, message: messageId })}>
        {customer.name || customer.phone || customer.email || 'No name'}
      </RowLink>
    ),
  },
  {
    id: 'message',
    header: 'Message',
    cell: ({ message }) => (
      <span translate="no" dir="auto" className="line-clamp-1 break-all text-soft" title={visibleText(message)}>
        {visible(message)}
      </span>
    ),
  },
  {
    id: 'who',
    header: 'Reviewer',
    width: '8rem',
    visibleFrom: 'md',
    cell: (draft) => <Reviewer draft={draft} />,
  },
  {
    id: 'waits',
    header: 'Received',
    width: '7rem',
    align: 'right',
    cell: ({ createdAt }) => <Ago at={createdAt} />,
  },
]

interface Props {
  query: QueryState<Queue>
  now: number
}

/** The drafts that have been waiting longest. */
export const DraftsPanel = ({ query, now }: Props) => (
  <Section
    title={texts.draftsToReview}
    facts={<QueueNote query={query} />}
    actions={<Link to={paths.review()}>Open queue</Link>}
    flush
  >
    <DataView
      query={query}
      loading={<SkeletonRows rows={maxDrafts + 2} columns={3} label="Loading drafts…" />}
      isEmpty={({ drafts }) => drafts.length === 0}
      empty={<p className={emptyLineClasses}>{query.data && emptyQueueText(query.data)}</p>}
    >
      {(queue) => {
        const { drafts } = queue
        return (
          <>
            <ul className="grid grid-cols-3 divide-x divide-line border-b border-line">
              {countByAge(queue, now).map(({ age, count }) => (
                <li key={age}>
                  <PlainLink
                    to={paths.review({ age })}
                    className="flex items-baseline gap-2 px-3 py-1.5 hover:bg-hover max-sm:flex-col max-sm:gap-0"
                  >
                    <span className="text-label text-muted">{texts.waitingLonger[age]}</span>
                    <span className="font-semibold tabular-nums">{number(count)}</span>
                  </PlainLink>
                </li>
              ))}
            </ul>
            <Table
              caption={texts.draftsToReview}
              columns={columns}
              rows={drafts.slice(0, maxDrafts)}
              rowKey={({ conversationId, messageId }) => `${conversationId}/${messageId}`}
            />
            {drafts.length > maxDrafts && (
              <p className="border-t border-line px-3 py-2 text-label text-muted">
                <Link to={paths.review()}>{texts.moreDrafts(drafts.length - maxDrafts)}</Link>
              </p>
            )}
          </>
        )
      }}
    </DataView>
  </Section>
)
