/** The minutes, hours, days, weeks or months of a period as the points of a chart, in this browser's calendar. Pure. */
import { dayRange, localMinute, shortTimeOfDay, timeOfDay } from '#ui/time/format-time.ts'
import { hourOfDay } from '#ui/time/hour-of-day.ts'
import { type ChartPoint, type ChartSeries, totalOfSeries } from './chart-data.ts'

const minuteMs = 60_000
const hourMs = 3_600_000
const dayFormat = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
const dayNameFormat = new Intl.DateTimeFormat(undefined, { weekday: 'short', day: 'numeric', month: 'short' })
const monthFormat = new Intl.DateTimeFormat(undefined, { month: 'short' })
const monthWithYearFormat = new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric' })

export interface TimePoint extends ChartPoint {
  /** When it begins and ends, epoch ms. */
  at: number
  until: number
}

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** The day in this browser's time zone: 2026-11-26. */
export const isoDay = (at: number): string => localMinute(at).slice(0, 10)

/** The minute with the offset of this browser's time zone: 2026-11-26T14:00+01:00. */
function isoMinute(at: number): string {
  const offset = -new Date(at).getTimezoneOffset()
  const [hours, minutes] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60]
  const zone = `${offset < 0 ? '-' : '+'}${twoDigits(hours)}:${twoDigits(minutes)}`
  return `${localMinute(at)}${zone}`
}

/** @param from the beginning of a minute, epoch ms */
export const minutePoints = (from: number, to: number): TimePoint[] =>
  Array.from({ length: Math.max(0, Math.ceil((to - from) / minuteMs)) }, (_, index) => {
    const at = from + index * minuteMs
    const until = at + minuteMs
    return { at, until, key: `${at}`, label: shortTimeOfDay(at), name: timeOfDay(at), fileText: isoMinute(at) }
  })

/** @param from the beginning of an hour, epoch ms */
export const hourPoints = (from: number, to: number): TimePoint[] =>
  Array.from({ length: Math.max(0, Math.ceil((to - from) / hourMs)) }, (_, index) => {
    const at = from + index * hourMs
    const until = at + hourMs
    const name = `${timeOfDay(at)} to ${timeOfDay(until)}`
    return { at, until, key: `${at}`, label: hourOfDay(new Date(at).getHours()), name, fileText: isoMinute(at) }
  })

/** @param from the beginning of a day, epoch ms */
export function dayPoints(from: number, to: number): TimePoint[] {
  const first = new Date(from)
  const dayAt = (index: number) => new Date(first.getFullYear(), first.getMonth(), first.getDate() + index).getTime()
  const points: TimePoint[] = []
  for (let at = from; at < to; ) {
    const until = dayAt(points.length + 1)
    const [label, name] = [dayFormat.format(at), dayNameFormat.format(at)]
    points.push({ at, until, key: `${at}`, label, name, fileText: isoDay(at) })
    at = until
  }
  return points
}

/** Names the point that is not over, so that nobody takes a low value at the end for a full one. */
export const markRunning = (points: readonly TimePoint[], now: number): TimePoint[] =>
  points.map((point) => (point.at <= now && now < point.until ? { ...point, name: `${point.name} (so far)` } : point))

/** What a long period is divided into instead of days. */
export type LongUnit = 'week' | 'month'

/** The first day of the week (Monday) or month of a day, epoch ms. */
function startOf(unit: LongUnit, at: number): number {
  const date = new Date(at)
  const day = unit === 'month' ? 1 : date.getDate() - ((date.getDay() + 6) % 7)
  return new Date(date.getFullYear(), date.getMonth(), day).getTime()
}

function longPoint(unit: LongUnit, at: number, until: number, isFirst: boolean): TimePoint {
  const needsYear = isFirst || new Date(at).getMonth() === 0
  const label = unit === 'week' ? dayFormat.format(at) : (needsYear ? monthWithYearFormat : monthFormat).format(at)
  return { at, until, key: `${at}`, label, name: dayRange(at, until), fileText: isoDay(at) }
}

/**
 * Sums days into weeks or months. The first and the last one have only the days of the period, and say which these are.
 *
 * @param series one value for each day; a sum leaves out what is unknown, and is unknown if nothing is known
 */
export function sumDays(
  unit: LongUnit,
  days: readonly TimePoint[],
  series: readonly ChartSeries[],
): { points: TimePoint[]; series: ChartSeries[] } {
  const groups: { start: number; first: number; end: number }[] = []
  for (const [index, { at }] of days.entries()) {
    const start = startOf(unit, at)
    const last = groups.at(-1)
    if (last?.start === start) last.end = index + 1
    else groups.push({ start, first: index, end: index + 1 })
  }
  return {
    points: groups.map(({ first, end }, index) =>
      longPoint(unit, days[first]?.at ?? 0, days[end - 1]?.until ?? 0, index === 0),
    ),
    series: series.map((one) => ({
      ...one,
      values: groups.map(({ first, end }) => totalOfSeries({ values: one.values.slice(first, end) })),
    })),
  }
}

/** For which time figures are known, epoch ms: from the first record (null: there is none) until now. */
export interface KnownTime {
  since: number | null
  now: number
}

/** Whether everything from a moment on was recorded and is still kept. @param from epoch ms */
export const isRecordedFrom = (since: number | null, from: number): boolean => since !== null && since <= from

/**
 * The values of each point, in their order. One that is missing is `none`, but null (unknown) before the first record and if the point
 * has not begun.
 */
export const valuesAtPoints = <Value>(
  points: readonly TimePoint[],
  values: ReadonlyMap<string, Value>,
  none: Value,
  { since, now }: KnownTime,
): (Value | null)[] =>
  points.map(({ key, at, until }) => values.get(key) ?? (since === null || until <= since || at > now ? null : none))

/** The outcomes of each point, as `valuesAtPoints`. */
export const countsAtPoints = <Count extends { key: string; outcomes: object }>(
  points: readonly TimePoint[],
  counts: readonly Count[],
  known: KnownTime,
): (Pick<Count, 'outcomes'> | null)[] =>
  valuesAtPoints<Pick<Count, 'outcomes'>>(
    points,
    new Map(counts.map((count) => [count.key, count])),
    { outcomes: {} },
    known,
  )
