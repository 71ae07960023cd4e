import type { QueryState } from '#api/reads.ts'
import { callStatus } from '#components/calls/call-status.ts'
import { TickingDuration } from '#components/calls/ticking-duration.tsx'
import { type Card, type LiveCalls, useWall } from '#components/calls/wall.ts'
import { Age } from '#kit/data/age.tsx'
import { DataView, StaleStatusesIfRefused } from '#kit/data/data-view.tsx'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { useGliding } from '#ui/layout/gliding.ts'
import { Section } from '#ui/layout/section.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { StatusLabel } from '#ui/status/status-label.tsx'
import { number, plural } from '#ui/text/format-number.ts'
import { useIsPointedAt } from '#ui/use-is-pointed-at.ts'
import { emptyLineClasses } from './figures.tsx'
import { MoreRows, PanelRow } from './panel-row.tsx'
import * as texts from './texts.tsx'

/** As many as fit beside the other panels. */
const maxCalls = 5

/** Phone numbers are not grouped, because the numbering plans would be a third of the code of the first page. */
function CallRow({ card: { call, readAt, endedAt } }: { card: Card }) {
  const status = callStatus({ ...call, hasTranscript: Boolean(call.lastMessage), hasEnded: endedAt !== null })
  return (
    <PanelRow
      to={paths.call(call.roomName)}
      name={call.customerName || call.customerPhone || 'Unknown customer'}
      mark={
        call.concerns.length > 0 &&
        endedAt === null && <StatusLabel state="needs-you" label="Needs attention" labelHidden />
      }
      aside={
        <>
          <StatusLabel {...status} labelHidden={status.state === 'live'} />
          <TickingDuration reported={{ seconds: call.duration, readAt }} stoppedAt={endedAt} />
        </>
      }
      words={call.lastMessage || call.aiAgentName || '–'}
      isDimmed={endedAt !== null}
    />
  )
}

/** Calls in progress, the longest first. Like the cards on the wall of live calls, rows do not move under the pointer. */
export function LivePanel({ query }: { query: QueryState<LiveCalls> }) {
  const { isPointedAt, handlers } = useIsPointedAt(2_000)
  const cards = useWall(query, isPointedAt)
  const list = useGliding()
  return (
    <Section
      title={texts.liveCalls}
      facts={
        <span className="flex gap-3">
          {query.data && <span>{number(query.data.calls.filter(({ live }) => live).length)}</span>}
          <Age readAt={query.data?.readAt ?? null} isBrowserTime={false} refusal={query.refusal} />
        </span>
      }
      actions={<Link to={paths.calls()}>All live calls</Link>}
      flush
      keptAs="live"
    >
      <DataView
        query={query}
        loading={<SkeletonRows rows={maxCalls} lines={2} columns={3} label={texts.loadingCalls} />}
        isEmpty={() => cards.length === 0}
        empty={<p className={emptyLineClasses}>No live calls.</p>}
      >
        {() => (
          <div {...handlers}>
            <StaleStatusesIfRefused refusal={query.refusal}>
              <ul ref={list} aria-label={texts.liveCalls} className="relative divide-y divide-line">
                {cards.slice(0, maxCalls).map((card) => (
                  <CallRow key={card.call.roomName} card={card} />
                ))}
              </ul>
            </StaleStatusesIfRefused>
            {cards.length > maxCalls && (
              <MoreRows>
                <Link to={paths.calls()}>{plural(cards.length - maxCalls, 'more live call', 'more live calls')}</Link>
              </MoreRows>
            )}
          </div>
        )}
      </DataView>
    </Section>
  )
}
