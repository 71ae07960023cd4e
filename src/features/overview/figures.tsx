/** The figures of the overview: each is a link to exactly what it counts. */
import type { ReactNode } from 'react'
import type { Reading } from '#api/reads.ts'
import type { LiveCalls } from '#components/calls/wall.ts'
import { type Budget, type KnownBatch, sumOf } from '#contract/index.ts'
import { Age } from '#kit/data/age.tsx'
import { PlainLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { Stat } from '#ui/layout/section.tsx'
import { Meter } from '#ui/status/meter.tsx'
import { number, plural } from '#ui/text/format-number.ts'
import { useTick } from '#ui/time/clock.ts'
import { DayedTime } from '#ui/time/time.tsx'
import type { Figure as FigureName } from './panels-by-role.ts'
import { endsAt, running } from './running-batches.ts'
import { type Queue, queueNote, waitingIn } from './waiting-drafts.ts'

export interface Readings {
  calls: Reading<LiveCalls>
  batches: Reading<{ batches: KnownBatch[] }>
  queue: Reading<Queue>
  budget: Reading<Budget>
}

const Figure = ({ to, children }: { to: string; children: ReactNode }) => (
  <PlainLink
    to={to}
    className="min-w-0 rounded-large border border-line bg-raised px-3 py-2 transition-colors hover:border-control hover:bg-hover"
  >
    {children}
  </PlainLink>
)

export function QueueNote({ reading: { data } }: { reading: Reading<Queue> }) {
  return useTick((now) => (data ? queueNote(data, now) : null))
}

/** A figure that is not there yet keeps its place. */
const known = (value: number | undefined) => (value === undefined ? '–' : number(value))

/** `now`: the gateway's clock, epoch ms. */
const figures: Record<FigureName, (props: { readings: Readings; now: number }) => ReactNode> = {
  calls: ({ readings: { calls } }) => (
    <Figure to={paths.calls()}>
      <Stat
        label="Live calls"
        value={known(calls.data?.calls.filter(({ live }) => live).length)}
        note={<Age readAt={calls.data?.readAt ?? null} own={false} refusal={calls.refusal} />}
      />
    </Figure>
  ),
  batches: ({ readings: { batches }, now }) => {
    const open = batches.data && running(batches.data.batches, now)
    const active = open?.calling
    const waiting = active && sumOf(...active.map(({ progress }) => progress?.waiting ?? null))
    const ends = active?.map(endsAt).filter((at) => at !== null) ?? []
    const last = ends.length > 0 && ends.length === active?.length ? Math.max(...ends) : null
    return (
      <Figure to={paths.batches()}>
        <Stat
          label="Batches running"
          value={known(active?.length)}
          note={
            waiting !== undefined && (
              <>
                {waiting === null ? 'Unknown number of calls waiting' : plural(waiting, 'call waits', 'calls wait')}
                {open && open.scheduled.length > 0 && `, ${number(open.scheduled.length)} more scheduled`}
                {last !== null && (
                  <>
                    , done about <DayedTime at={last} />
                  </>
                )}
              </>
            )
          }
        />
      </Figure>
    )
  },
  drafts: ({ readings: { queue } }) => (
    <Figure to={paths.review()}>
      <Stat
        label="Messages to review"
        value={known(queue.data && waitingIn(queue.data))}
        note={<QueueNote reading={queue} />}
      />
    </Figure>
  ),
  requests: ({ readings: { budget } }) => (
    <Figure to={paths.settings('budget')}>
      <Stat
        label="Requests in the last minute"
        value={budget.data ? `${number(budget.data.used)} of ${number(budget.data.perMinute)}` : '–'}
        note={
          budget.data && (
            <Meter
              label="Request budget"
              value={budget.data.used}
              max={budget.data.perMinute}
              text={`${budget.data.used} of ${budget.data.perMinute} requests used in the last minute`}
            />
          )
        }
      />
    </Figure>
  ),
}

interface Props {
  order: readonly FigureName[]
  readings: Readings
  now: number
}

export const Figures = ({ order, readings, now }: Props) => (
  <div className="grid grid-cols-2 gap-2 lg:grid-cols-4">
    {order.map((name) => {
      const One = figures[name]
      return <One key={name} readings={readings} now={now} />
    })}
  </div>
)
