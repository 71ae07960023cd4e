/** The lines beside the figures: how each came about. The overview loads them after the rest, and they cost the service nothing. */
import { type QueryState, useRead } from '#api/reads.ts'
import { Sparkline } from '#components/charts/sparkline.tsx'
import { isRecordedFrom } from '#components/charts/time-points.ts'
import type { CallCounts, DraftsOverTime } from '#contract/index.ts'
import { useReadTime } from '#kit/data/read-time.ts'
import { number } from '#ui/text/format-number.ts'
import { percent, shareOf } from '#ui/text/share.ts'
import { answeredShareOf, figuresOf, todayUntil } from './today.ts'
import { figuresByHour, yesterdayRead } from './today-in-detail.ts'
import * as texts from './today-texts.ts'

export type PastName = 'calls' | 'answered' | 'waiting' | 'decided'

interface Props {
  name: PastName
  today: QueryState<CallCounts>
  drafts: QueryState<DraftsOverTime>
  /** The gateway's clock, epoch ms. */
  now: number
}

interface LineProps {
  name: PastName
  values: readonly (number | null)[]
  format?: (value: number) => string
  top?: number
}

/** Less than half of its time would look cut off. Its label is short, because it is a part of the link's name. The pages behind the links have every value. */
function Line({ name, values, format = number, top }: LineProps) {
  const known = values.filter((value) => value !== null)
  const [lowest, highest] = [Math.min(...known), Math.max(...known)]
  if (known.length < Math.max(2, values.length / 2) || highest === 0) return null
  const label = texts.range[name](format(lowest), format(highest))
  return <Sparkline label={label} values={values} {...(top !== undefined && { top })} />
}

/** How much more or less it is than yesterday by this time; nothing unless all of yesterday was recorded. */
function Change({ today, now, by }: { today: CallCounts | undefined; now: number; by: 'calls' | 'answered' }) {
  const yesterday = useRead(yesterdayRead(now)).data
  if (!today || !yesterday || !isRecordedFrom(yesterday.since, todayUntil(todayUntil(now).from - 1).from)) return null
  const [value, before] =
    by === 'calls'
      ? [figuresOf(today.groups).calls, figuresOf(yesterday.groups).calls]
      : [answeredShareOf(today), answeredShareOf(yesterday)]
  if (typeof value !== 'number' || typeof before !== 'number' || figuresOf(yesterday.groups).calls === 0) return null
  const text = texts.change(by, value - before)
  return (
    <span title={texts.thanYesterday(text)} className="tabular-nums">
      <span aria-hidden>{text}</span>
      <span className="sr-only">{texts.thanYesterday(text)}</span>
    </span>
  )
}

function TodayPast({ name, today, drafts, now }: Props) {
  const readAt = useReadTime(today, now)
  if (name === 'waiting' || name === 'decided')
    return <Line name={name} values={drafts.data?.hours.map((hour) => hour[name]) ?? []} />
  const hours = today.data ? figuresByHour(today.data.groups, readAt) : []
  return (
    <span className="flex items-center justify-end gap-2">
      {name === 'calls' ? (
        <Line name="calls" values={hours.map(({ calls }) => calls)} />
      ) : (
        <Line
          name="answered"
          values={hours.map(({ answered, known }) => shareOf(answered, known))}
          format={percent}
          top={1}
        />
      )}
      <Change today={today.data} now={now} by={name} />
    </span>
  )
}

export default TodayPast
