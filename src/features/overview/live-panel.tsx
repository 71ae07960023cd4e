import type { QueryState } from '#api/reads.ts'
import { callStatus } from '#components/calls/call-status.ts'
import { TickingDuration } from '#components/calls/ticking-duration.tsx'
import { type Card, type LiveCalls, useWall } from '#components/calls/wall.ts'
import { Age } from '#kit/data/age.tsx'
import { DataView, StaleStatusesIfRefused } from '#kit/data/data-view.tsx'
import { Link, RowLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { Section } from '#ui/layout/section.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { Table } from '#ui/layout/table.tsx'
import { StatusLabel } from '#ui/status/status-label.tsx'
import { useIsPointedAt } from '#ui/use-is-pointed-at.ts'
import { emptyLineClasses } from './figures.tsx'
import * as texts from './texts.tsx'

/** As many as fit beside the other panels. */
const maxCalls = 6

/** Phone numbers are not grouped, because the numbering plans would be a third of the code of the first page. */
const columns = [
  {
    id: 'customer',
    header: texts.customerColumn,
    width: '28%',
    cell: ({ call }: Card) => (
      <RowLink to={paths.call(call.roomName)}>{call.customerName || call.customerPhone || 'Unknown customer'}</RowLink>
    ),
  },
  {
    id: 'state',
    header: 'Status',
    width: '6rem',
    cell: ({ call, endedAt }: Card) => (
      <StatusLabel {...callStatus({ ...call, hasTranscript: Boolean(call.lastMessage), hasEnded: endedAt !== null })} />
    ),
  },
  {
    id: 'agent',
    header: 'Agent',
    cell: ({ call: { aiAgentName } }: Card) => (
      <span dir="auto" className="line-clamp-1 break-all" title={aiAgentName ?? ''}>
        {aiAgentName || '–'}
      </span>
    ),
  },
  {
    id: 'duration',
    header: 'Duration',
    align: 'right' as const,
    width: '5.5rem',
    cell: ({ call, readAt, endedAt }: Card) => (
      <TickingDuration reported={{ seconds: call.duration, readAt }} stoppedAt={endedAt} />
    ),
  },
]

/** Calls in progress, the longest first. Like the cards on the wall of live calls, rows do not move under the pointer. */
export function LivePanel({ query }: { query: QueryState<LiveCalls> }) {
  const { isPointedAt, handlers } = useIsPointedAt()
  const cards = useWall(query, isPointedAt)
  return (
    <Section
      title={texts.liveCalls}
      facts={<Age readAt={query.data?.readAt ?? null} isBrowserTime={false} refusal={query.refusal} />}
      actions={<Link to={paths.calls()}>All live calls</Link>}
      flush
    >
      <DataView
        query={query}
        loading={<SkeletonRows rows={3} columns={3} label={texts.loadingCalls} />}
        isEmpty={() => cards.length === 0}
        empty={<p className={emptyLineClasses}>No live calls.</p>}
      >
        {() => (
          <div {...handlers}>
            <StaleStatusesIfRefused refusal={query.refusal}>
              <Table
                caption={texts.liveCalls}
                columns={columns}
                rows={cards.slice(0, maxCalls)}
                rowKey={({ call }) => call.roomName}
                isDimmed={({ endedAt }) => endedAt !== null}
              />
            </StaleStatusesIfRefused>
            {cards.length > maxCalls && (
              <p className="border-t border-line px-3 py-2 text-label text-muted">
                <Link to={paths.calls()}>{texts.moreCalls(cards.length - maxCalls)}</Link>
              </p>
            )}
          </div>
        )}
      </DataView>
    </Section>
  )
}
