import type { Reading } from '#api/reads.ts'
import { useMyId } from '#api/session.ts'
import type { Draft } from '#contract/index.ts'
import { type DataColumn, DataTable } from '#kit/data/data-table.tsx'
import { DataView } from '#kit/data/data-view.tsx'
import { Link, RowLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { Section } from '#ui/layout/section.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { number, plural } from '#ui/text/format-number.ts'
import { visible, visibleText } from '#ui/text/visible-text.tsx'
import { ago } from '#ui/time/format-time.ts'
import { QueueNote } from './figures.tsx'
import { type Queue, waitingIn } from './waiting-drafts.ts'

/** So many fit beside the rest; the queue has them all. A heading and the way to them are two lines more. */
const most = 8

interface DraftRow {
  draft: Draft
  /** The gateway's clock, epoch ms. */
  now: number
}

/** Who has decided about it, or has it open. */
function AtIt({ draft: { claim, decision } }: { draft: Draft }) {
  const me = useMyId()
  return decision?.operator ?? (claim?.operatorId === me ? 'You' : claim?.operator) ?? '–'
}

/** Without the phone room: its number plans would be a third of the first page. */
const columns: readonly DataColumn<DraftRow>[] = [
  {
    id: 'customer',
    header: 'Customer',
    width: '11rem',
    cell: ({ draft: { conversationId, messageId, customer } }) => (
      <RowLink to={paths.review({ conversation: conversationId, message: messageId })}>
        {customer.name || customer.phone || customer.email || 'No name'}
      </RowLink>
    ),
  },
  {
    id: 'message',
    header: 'Message',
    cell: ({ draft: { message } }) => (
      <span dir="auto" className="line-clamp-1 break-all text-soft" title={visibleText(message)}>
        {visible(message)}
      </span>
    ),
  },
  {
    id: 'who',
    header: 'Who is at it',
    width: '8rem',
    from: 'md',
    cell: ({ draft }) => <AtIt draft={draft} />,
  },
  {
    id: 'waits',
    header: 'Came',
    width: '7rem',
    align: 'right',
    cell: ({ draft: { createdAt }, now }) => ago(Date.parse(createdAt), now),
  },
]

interface Props {
  reading: Reading<Queue>
  now: number
}

/** The messages that wait longest. */
export const DraftsPanel = ({ reading, now }: Props) => (
  <Section
    title="Messages waiting for review"
    facts={<QueueNote reading={reading} />}
    actions={<Link to={paths.review()}>Whole queue</Link>}
    flush
  >
    <DataView
      reading={reading}
      loading={<SkeletonRows rows={most + 2} columns={3} label="The queue is on its way." />}
      isEmpty={({ drafts }) => drafts.length === 0}
      empty={
        reading.data && waitingIn(reading.data) === undefined ? (
          <EmptyState title="Nobody has looked yet">
            What waits is read while somebody has the queue open, or a reviewer this page.
          </EmptyState>
        ) : (
          <EmptyState title="No messages waiting">
            Watching {plural(reading.data?.watching ?? 0, 'conversation', 'conversations')}.
            {reading.data?.listed === false &&
              ' The service does not list them: those that the team has opened are looked at.'}
          </EmptyState>
        )
      }
    >
      {({ drafts }) => (
        <>
          <DataTable
            caption="Messages waiting for review"
            columns={columns}
            rows={drafts.slice(0, most).map((draft) => ({ draft, now }))}
            rowKey={({ draft: { conversationId, messageId } }) => `${conversationId}/${messageId}`}
            sticky={false}
          />
          {drafts.length > most && (
            <p className="border-t border-line px-3 py-2 text-label text-muted">
              <Link to={paths.review()}>{number(drafts.length - most)} more in the queue</Link>
            </p>
          )}
        </>
      )}
    </DataView>
  </Section>
)
