/** Beside the wall: the calls that ended while it was open, the latest first, and the batches that begin next. Costs no request. */
import { useEffect, useState } from 'react'
import { useRead } from '#api/reads.ts'
import { latestBatchesRead } from '#api/status.ts'
import { scheduledStart } from '#components/batches/scheduled-start.ts'
import { CallResult } from '#components/calls/outcome/call-result.tsx'
import type { Card } from '#components/calls/wall.ts'
import { PlainLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { groupNumber } from '#phone/group.ts'
import { Section } from '#ui/layout/section.tsx'
import { plural } from '#ui/text/format-number.ts'
import { visible } from '#ui/text/visible-text.tsx'
import { useGatewayTime } from '#ui/time/clock.ts'
import { Ago, TimeWithDay } from '#ui/time/time.tsx'
import * as texts from './texts.tsx'
import { resultOf, withEnded } from './wall-cards.ts'

/** In memory only, as the recently opened calls: the browser must not store names and numbers. */
let lastEnded: readonly Card[] = []

/** The calls that ended while the wall was open, also before another page was opened. */
function useJustEnded(cards: readonly Card[]): readonly Card[] {
  const [ended, setEnded] = useState(lastEnded)
  const next = withEnded(ended, cards)
  if (next !== ended) setEnded(next)
  // The list must outlive the page, so it is module state.
  useEffect(() => {
    lastEnded = next
  }, [next])
  return next
}

const rowClasses = 'flex h-13 flex-col justify-center px-3 hover:bg-hover focus-visible:-outline-offset-2'

/** How many batches are named. */
const maxBatches = 3

export function JustEnded({ cards }: { cards: readonly Card[] }) {
  const ended = useJustEnded(cards)
  const now = useGatewayTime(30_000)
  // What another page has read.
  const batches = useRead({ ...latestBatchesRead, enabled: false }).data?.batches ?? []
  const scheduled = batches
    .flatMap((batch) => {
      const at = scheduledStart(batch, now)?.at
      return at ? [{ ...batch, at }] : []
    })
    .toSorted((one, other) => one.at - other.at)
    .slice(0, maxBatches)
  return (
    <aside aria-label="Ended and next" className="flex shrink-0 flex-col gap-3 min-[80rem]:w-75">
      <Section title="Just ended" flush>
        {ended.length === 0 && <p className="px-3 py-2 text-label text-muted">Calls that end appear here.</p>}
        <ul className="divide-y divide-line">
          {ended.map(({ call, endedAt }) => (
            <li key={call.roomName}>
              <PlainLink to={paths.call(call.roomName)} className={rowClasses}>
                <span className="flex items-baseline justify-between gap-2">
                  <span translate="no" dir="auto" className="truncate font-medium">
                    {visible(call.customerName || groupNumber(call.customerPhone) || texts.unknownNumber)}
                  </span>
                  <span className="shrink-0 text-small text-muted">
                    <Ago at={endedAt} isBrowserTime />
                  </span>
                </span>
                <span className="truncate text-label">
                  <CallResult call={resultOf(call)} />
                </span>
              </PlainLink>
            </li>
          ))}
        </ul>
      </Section>
      {scheduled.length > 0 && (
        <Section title="Next" flush>
          <ul className="divide-y divide-line">
            {scheduled.map(({ batchId, name, at, progress }) => (
              <li key={batchId}>
                <PlainLink to={paths.batch(batchId)} className={rowClasses}>
                  <span className="truncate font-medium">{visible(name || batchId)}</span>
                  <span className="truncate text-label text-muted">
                    <TimeWithDay at={at} />
                    {progress?.total != null && ` · ${plural(progress.total, 'call', 'calls')}`}
                  </span>
                </PlainLink>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </aside>
  )
}
