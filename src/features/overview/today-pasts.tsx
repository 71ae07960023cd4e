/** The lines beside the figures: how each came about. The overview loads them after the rest, and they cost the service nothing. */
import { type QueryState, type ReadOptions, read, useRead } from '#api/reads.ts'
import { readSoFar } from '#components/batches/results/texts.ts'
import { isRecordedFrom } from '#components/charts/time-points.ts'
import type { CallCounts, DraftsOverTime } from '#contract/index.ts'
import { useReadTime } from '#kit/data/read-time.ts'
import { number } from '#ui/text/format-number.ts'
import { percent, shareOf } from '#ui/text/share.ts'
import { Sparkline } from './sparkline.tsx'
import { answeredShareOf, type DayFigures, figuresOf, todayUntil } from './today.ts'

const hourMs = 3_600_000

/** Yesterday's calls until the same time. */
export function yesterdayRead(now: number): ReadOptions<CallCounts> {
  const { from, to } = todayUntil(now)
  const dayBefore = (at: number) => {
    const date = new Date(at)
    return date.setDate(date.getDate() - 1)
  }
  return read('callCountList', { query: { from: dayBefore(from), to: dayBefore(to), by: 'outcome' } })
}

/** The figures of each full hour from the first one with calls on. The running one would look like a collapse. */
export function figuresByHour(groups: CallCounts['groups'], now: number): DayFigures[] {
  const figures = new Map(groups.map((group) => [Number(group.key), figuresOf([group])]))
  const first = Math.min(...figures.keys())
  return Array.from(
    { length: Number.isFinite(first) ? Math.max(0, Math.floor((now - first) / hourMs)) : 0 },
    (_, hour) => figures.get(first + hour * hourMs) ?? { calls: 0, known: 0, answered: 0 },
  )
}

/** @param difference from yesterday; of shares from -1 to 1 */
export const change = (of: 'calls' | 'answered', difference: number) => {
  const rounded = of === 'calls' ? difference : Math.round(difference * 100)
  return `${rounded < 0 ? '−' : '+'}${number(Math.abs(rounded))}${of === 'calls' ? '' : ' pt'}`
}

/** What the values of each line are of. Only what waits is also known of the running hour. */
const full = 'in a full hour'
const spans = { calls: `calls ${full}`, answered: full, waiting: 'at the end of an hour', decided: full }

export type PastName = keyof typeof spans

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
  const label = `from ${format(lowest)} to ${format(highest)} ${spans[name]}`
  return <Sparkline label={label} values={values} {...(top !== undefined && { top })} />
}

/** Null while rows of either day are not read: what is missing would look like a fall. */
export function differenceOf(by: 'calls' | 'answered', today: CallCounts, yesterday: CallCounts): number | null {
  const before = figuresOf(yesterday.groups).calls
  if (before === 0 || readSoFar(today.coverage) || readSoFar(yesterday.coverage)) return null
  if (by === 'calls') return figuresOf(today.groups).calls - before
  const [share, shareBefore] = [answeredShareOf(today), answeredShareOf(yesterday)]
  return share === null || shareBefore === null ? null : share - shareBefore
}

/** How much more or less it is than yesterday by this time; nothing unless all of yesterday was recorded. */
function Change({ today, now, by }: { today: CallCounts | undefined; now: number; by: 'calls' | 'answered' }) {
  const yesterday = useRead(yesterdayRead(now)).data
  if (!today || !yesterday || !isRecordedFrom(yesterday.since, todayUntil(todayUntil(now).from - 1).from)) return null
  const difference = differenceOf(by, today, yesterday)
  if (difference === null) return null
  const text = change(by, difference)
  const comparison = `${text} from yesterday by this time`
  return (
    <span title={comparison} className="tabular-nums">
      <span aria-hidden>{text}</span>
      <span className="sr-only">{comparison}</span>
    </span>
  )
}

function TodayPast({ name, today, drafts, now }: Props) {
  const readAt = useReadTime(today, now)
  const ofDrafts = drafts.data?.hours ?? []
  if (name === 'waiting') return <Line name={name} values={ofDrafts.map(({ waiting }) => waiting)} />
  if (name === 'decided') return <Line name={name} values={ofDrafts.slice(0, -1).map(({ decided }) => decided)} />
  const hours = today.data ? figuresByHour(today.data.groups, readAt) : []
  const shares = hours.map(({ answered, known }) => shareOf(answered, known))
  return (
    <span className="flex items-center justify-end gap-2">
      {name === 'calls' ? (
        <Line name="calls" values={hours.map(({ calls }) => calls)} />
      ) : (
        <Line name="answered" values={shares} format={percent} top={1} />
      )}
      <Change today={today.data} now={now} by={name} />
    </span>
  )
}

export default TodayPast
