/** The figures at the top of the overview. Each links to the page of what it counts. */
import type { ReactNode } from 'react'
import type { QueryState } from '#api/reads.ts'
import type { LiveCalls } from '#components/calls/wall.ts'
import { Sparkline } from '#components/charts/sparkline.tsx'
import type { CallCounts, KnownBatch } from '#contract/index.ts'
import { Age } from '#kit/data/age.tsx'
import { PlainLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { Stat } from '#ui/layout/section.tsx'
import { number } from '#ui/text/format-number.ts'
import { useTick } from '#ui/time/clock.ts'
import { ago } from '#ui/time/format-time.ts'
import { TimeWithDay } from '#ui/time/time.tsx'
import { oldestDraft } from './draft-ages.ts'
import type { FigureName } from './panels-by-role.ts'
import { estimatedEnd, openBatches } from './running-batches.ts'
import * as texts from './texts.tsx'
import { callsByHour, figuresOf, percentAnswered } from './today.ts'
import { countWaiting, type Queue, queueNote } from './waiting-drafts.ts'

export interface OverviewQueries {
  calls: QueryState<LiveCalls>
  batches: QueryState<{ batches: KnownBatch[] }>
  queue: QueryState<Queue>
  today: QueryState<CallCounts>
}

/** A panel without content takes one line. */
export const emptyLineClasses = 'px-3 py-2 text-muted'

const Figure = ({ to, children }: { to: string; children: ReactNode }) => (
  <PlainLink
    to={to}
    className="min-w-0 rounded-large border border-line bg-raised px-3 py-2 transition-colors hover:border-control hover:bg-hover"
  >
    {children}
  </PlainLink>
)

export function QueueNote({ query: { data } }: { query: QueryState<Queue> }) {
  return useTick((now) => (data ? queueNote(data, now) : null))
}

/** How long the oldest draft has waited. */
function OldestNote({ query: { data } }: { query: QueryState<Queue> }) {
  return useTick((now) => {
    const oldest = data ? oldestDraft(data) : null
    return oldest === null ? (data ? queueNote(data, now) : null) : texts.oldestDraft(ago(oldest, now))
  })
}

/** The value of a figure; a dash while it is loading. */
const figureText = (value: number | undefined) => (value === undefined ? '–' : number(value))

/** One component for each figure. `now`: the gateway's clock, epoch ms. */
const figures: Record<FigureName, (props: { queries: OverviewQueries; now: number }) => ReactNode> = {
  calls: ({ queries: { calls } }) => (
    <Figure to={paths.calls()}>
      <Stat
        label={texts.liveCalls}
        value={figureText(calls.data?.calls.filter(({ live }) => live).length)}
        note={<Age readAt={calls.data?.readAt ?? null} isBrowserTime={false} refusal={calls.refusal} />}
      />
    </Figure>
  ),
  batches: ({ queries: { batches }, now }) => {
    const batchesNow = batches.data && openBatches(batches.data.batches, now)
    const callingBatches = batchesNow?.calling
    const estimatedEnds = callingBatches?.map(estimatedEnd).filter((at) => at !== null) ?? []
    const lastEnd =
      estimatedEnds.length > 0 && estimatedEnds.length === callingBatches?.length ? Math.max(...estimatedEnds) : null
    return (
      <Figure to={paths.batches()}>
        <Stat
          label={texts.runningBatches}
          value={figureText(callingBatches?.length)}
          note={
            batchesNow &&
            texts.batchesNote(
              batchesNow.calling.length > 0,
              batchesNow.scheduled.length,
              lastEnd !== null && <TimeWithDay at={lastEnd} />,
            )
          }
        />
      </Figure>
    )
  },
  drafts: ({ queries: { queue } }) => (
    <Figure to={paths.review()}>
      <Stat
        label={texts.draftsToReview}
        value={figureText(queue.data && countWaiting(queue.data))}
        note={<OldestNote query={queue} />}
      />
    </Figure>
  ),
  today: ({ queries: { today }, now }) => {
    const figures = today.data && figuresOf(today.data.groups)
    const share = figures && percentAnswered(figures)
    const hours = today.data ? callsByHour(today.data.groups, now) : []
    return (
      <Figure to={paths.answers('reaching', { days: '1' })}>
        <div className="flex items-center gap-3">
          <Stat
            label={texts.callsToday}
            value={figureText(figures?.calls)}
            note={figures && (share === null || share === undefined ? texts.noCallsToday : texts.answeredShare(share))}
          />
          {hours.length > 1 && (
            <div className="ml-auto w-2/5 min-w-0 max-sm:hidden">
              <Sparkline label={texts.callsByHour(hours.map(number))} values={hours} />
            </div>
          )}
        </div>
      </Figure>
    )
  },
}

interface Props {
  order: readonly FigureName[]
  queries: OverviewQueries
  now: number
}

export const Figures = ({ order, queries, now }: Props) => (
  <div className="grid grid-cols-2 gap-2 lg:grid-cols-4">
    {order.map((name) => {
      const FigureComponent = figures[name]
      return <FigureComponent key={name} queries={queries} now={now} />
    })}
  </div>
)
