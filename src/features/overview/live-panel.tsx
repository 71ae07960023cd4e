import type { Reading } from '#api/reads.ts'
import { callLamp } from '#components/calls/call-lamp.ts'
import { TickingDuration } from '#components/calls/ticking-duration.tsx'
import { type Card, type LiveCalls, useWall } from '#components/calls/wall.ts'
import { Age } from '#kit/data/age.tsx'
import { DataTable } from '#kit/data/data-table.tsx'
import { DataView, LampsOf } from '#kit/data/data-view.tsx'
import { Link, RowLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { Section } from '#ui/layout/section.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { Lamp } from '#ui/status/lamp.tsx'
import { number } from '#ui/text/format-number.ts'
import { useHold } from '#ui/use-pointed-at.ts'

/** So many fit beside the batches; the wall has them all. */
const most = 12

/** Without the phone room: its number plans would be a third of the first page. */
const columns = [
  {
    id: 'customer',
    header: 'Customer',
    width: '32%',
    cell: ({ call }: Card) => (
      <RowLink to={paths.call(call.roomName)}>{call.customerName || call.customerPhone || 'Unknown customer'}</RowLink>
    ),
  },
  {
    id: 'state',
    header: 'State',
    width: '6rem',
    cell: ({ call, endedAt }: Card) => (
      <Lamp {...callLamp({ ...call, spoken: Boolean(call.lastMessage), ended: endedAt !== null })} />
    ),
  },
  { id: 'agent', header: 'Agent', cell: ({ call }: Card) => call.aiAgentName || '–' },
  {
    id: 'duration',
    header: 'Duration',
    align: 'right' as const,
    width: '5.5rem',
    cell: ({ call, readAt, endedAt }: Card) => (
      <TickingDuration reading={{ seconds: call.duration, readAt }} stoppedAt={endedAt} />
    ),
  },
]

/** Calls in progress, the longest first: those are the ones to look at. Rows keep their places as cards on the wall do. */
export function LivePanel({ reading }: { reading: Reading<LiveCalls> }) {
  const { held, handlers } = useHold()
  const cards = useWall(reading, held)
  return (
    <Section
      title="Calls in progress"
      facts={<Age readAt={reading.data?.readAt ?? null} own={false} refusal={reading.refusal} />}
      actions={<Link to={paths.calls()}>All live calls</Link>}
      flush
    >
      <DataView
        reading={reading}
        loading={<SkeletonRows rows={6} columns={3} label="Calls are on their way." />}
        isEmpty={() => cards.length === 0}
        empty={
          <EmptyState title="No calls in progress">
            Calls appear here while a batch runs, or when somebody places one.
          </EmptyState>
        }
      >
        {() => (
          <div {...handlers}>
            <LampsOf refusal={reading.refusal}>
              <DataTable
                caption="Calls in progress"
                columns={columns}
                rows={cards.slice(0, most)}
                rowKey={({ call }) => call.roomName}
                isDimmed={({ endedAt }) => endedAt !== null}
              />
            </LampsOf>
            {cards.length > most && (
              <p className="border-t border-line px-3 py-2 text-label text-muted">
                <Link to={paths.calls()}>{number(cards.length - most)} more on the wall</Link>
              </p>
            )}
          </div>
        )}
      </DataView>
    </Section>
  )
}
