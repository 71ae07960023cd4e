/** The figures at the top of the overview. Each links to the page of what it counts. */
import { type ReactNode, Suspense } from 'react'
import type { QueryState } from '#api/reads.ts'
import { readSoFar } from '#components/batches/results/texts.ts'
import type { LiveCalls } from '#components/calls/wall.ts'
import type { Queue } from '#components/unfinished/unfinished-work.ts'
import type { CallCounts, DraftsOverTime, KnownBatch } from '#contract/index.ts'
import { Age } from '#kit/data/age.tsx'
import { PlainLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { Stat, Stats } from '#ui/layout/section.tsx'
import { lazyPart } from '#ui/lazy-part.ts'
import { number } from '#ui/text/format-number.ts'
import { percent } from '#ui/text/share.ts'
import { useTick } from '#ui/time/clock.ts'
import { ago } from '#ui/time/format-time.ts'
import { TimeWithDay } from '#ui/time/time.tsx'
import type { FigureName } from './panels-by-role.ts'
import { estimatedEnd, openBatches } from './running-batches.ts'
import * as texts from './texts.tsx'
import { answeredShareOf, callsInThisHour, figuresOf } from './today.ts'
import type { PastName } from './today-pasts.tsx'
import { countWaiting, oldestDraft, queueNote } from './waiting-drafts.ts'

const Past = lazyPart(() => import('./today-pasts.tsx'))

export interface OverviewQueries {
  calls: QueryState<LiveCalls>
  batches: QueryState<{ batches: KnownBatch[] }>
  queue: QueryState<Queue>
  today: QueryState<CallCounts>
  drafts: QueryState<DraftsOverTime>
}

/** A panel without content takes one line. */
export const emptyLineClasses = 'px-3 py-2 text-muted'

interface FigureProps {
  to: string
  label: string
  /** The read that the figure comes from. */
  query: QueryState<unknown>
  /** undefined: not known. */
  value: ReactNode
  note: ReactNode
  /** Beside the value: its past, or something else that matters. */
  aside?: ReactNode
}

const Figure = ({ to, label, query: { data, readAt, refusal }, value, note, aside }: FigureProps) => (
  <PlainLink to={to} className="transition-colors hover:bg-hover focus-visible:-outline-offset-2">
    <Stat
      label={label}
      value={
        <span className="flex items-center gap-3">
          {value ?? '–'}
          <span className="ml-auto max-w-48 min-w-0 flex-1 truncate text-right text-label font-normal tracking-normal text-soft">
            {aside}
          </span>
        </span>
      }
      note={
        // Its lines are there before it is known, so that nothing below moves.
        <span className="block min-h-[1lh] max-sm:min-h-[2lh]">
          {refusal ? data === undefined ? 'Could not be loaded' : <Age readAt={readAt} refusal={refusal} /> : note}
        </span>
      }
    />
  </PlainLink>
)

export function QueueNote({ query: { data } }: { query: QueryState<Queue> }) {
  return useTick((now) => (data ? queueNote(data, now) : null))
}

/** A count of drafts that was read longer ago, ms, is old: meanwhile there may be others. */
const oldCountMs = 5 * 60_000

/** How long the oldest draft has waited, or how old the count is. */
function OldestNote({ query: { data } }: { query: QueryState<Queue> }) {
  return useTick((now) => {
    if (!data) return null
    const oldest = oldestDraft(data)
    if (oldest === null) return queueNote(data, now)
    const isOld = data.readAt !== null && now - data.readAt > oldCountMs
    return isOld ? `Read ${ago(data.readAt ?? now, now)}` : `Oldest ${ago(oldest, now)}`
  })
}

const numberOf = (value: number | undefined) => (value === undefined ? undefined : number(value))

interface Props {
  queries: OverviewQueries
  /** The gateway's clock, epoch ms. */
  now: number
}

const pastOf = (name: PastName, { queries: { today, drafts }, now }: Props) => (
  <Suspense>
    <Past name={name} today={today} drafts={drafts} now={now} />
  </Suspense>
)

/** One component for each figure. */
const figures: Record<FigureName, (props: Props) => ReactNode> = {
  batches: ({ queries: { batches }, now }) => {
    const { calling, scheduled, unread } = openBatches(batches.data?.batches ?? [], now)
    const ends = calling.map((batch) => estimatedEnd(batch, now)).filter((at) => at !== null)
    const lastEnd = ends.length > 0 && ends.length === calling.length ? Math.max(...ends) : null
    return (
      <Figure
        to={paths.batches({ state: 'running' })}
        label="Running batches"
        query={batches}
        // Without a reading nobody knows whether a batch still runs.
        value={batches.data && (calling.length > 0 || unread.length === 0) ? number(calling.length) : undefined}
        aside={scheduled.length > 0 && `${number(scheduled.length)} scheduled`}
        note={
          batches.data &&
          (unread.length > 0
            ? `${number(unread.length)} not read yet`
            : texts.endOfBatches(calling.length, lastEnd !== null && <TimeWithDay at={lastEnd} />))
        }
      />
    )
  },
  drafts: (props) => {
    const { queue } = props.queries
    return (
      <Figure
        to={paths.review()}
        label={texts.draftsToReview}
        query={queue}
        value={numberOf(queue.data && countWaiting(queue.data))}
        aside={pastOf('waiting', props)}
        note={<OldestNote query={queue} />}
      />
    )
  },
  today: (props) => {
    const { today } = props.queries
    return (
      <Figure
        to={paths.reports('calls', { days: '1', figure: 'overview' })}
        label="Calls today"
        query={today}
        value={today.data && number(figuresOf(today.data.groups).calls)}
        aside={pastOf('calls', props)}
        note={
          today.data &&
          (readSoFar(today.data.coverage) ||
            texts.inThisHour(callsInThisHour(today.data.groups, props.now), figuresOf(today.data.groups).calls))
        }
      />
    )
  },
  answered: (props) => {
    const { today } = props.queries
    const figures = today.data && figuresOf(today.data.groups)
    const share = today.data && answeredShareOf(today.data)
    return (
      <Figure
        to={paths.reports('calls', { days: '1', outcome: 'all_answered', figure: 'overview' })}
        label="Answered today"
        query={today}
        value={typeof share === 'number' ? percent(share) : undefined}
        aside={pastOf('answered', props)}
        note={
          today.data &&
          figures &&
          (share === null && figures.known > 0
            ? texts.answeredOfBatchesUnknown(today.data.coverage.ended)
            : texts.answeredNote(figures.answered, figures.known, figures.calls, readSoFar(today.data.coverage) === ''))
        }
      />
    )
  },
  decided: (props) => {
    const { drafts } = props.queries
    const hours = drafts.data?.hours
    const decided = hours?.reduce((sum, hour) => sum + hour.decided, 0)
    return (
      <Figure
        to={paths.reports('decisions', { days: '1', result: 'decided', figure: 'overview' })}
        label="Decided today"
        query={drafts}
        value={numberOf(decided)}
        aside={pastOf('decided', props)}
        note={texts.inThisHour(hours?.at(-1)?.decided ?? 0, decided ?? 0)}
      />
    )
  },
}

export const Figures = ({ order, queries, now }: Props & { order: readonly FigureName[] }) => (
  <Stats>
    {order.map((name) => {
      const FigureComponent = figures[name]
      return <FigureComponent key={name} queries={queries} now={now} />
    })}
  </Stats>
)
