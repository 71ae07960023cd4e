/** The minutes, hours or days of a period as the points of a chart, in this browser's calendar. Pure. */
import { timeOfDay } from '#ui/time/format-time.ts'
import type { ChartPoint } from './chart-data.ts'
import { span } from './texts.ts'

const minuteMs = 60_000
const hourMs = 3_600_000
const hourFormat = new Intl.DateTimeFormat(undefined, { hour: 'numeric' })
const dayFormat = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
const dayNameFormat = new Intl.DateTimeFormat(undefined, { weekday: 'short', day: 'numeric', month: 'short' })

export interface TimePoint extends ChartPoint {
  /** When it begins, epoch ms. */
  at: number
}

const timeFormat = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' })

/** @param from the beginning of a minute, epoch ms */
export const minutePoints = (from: number, to: number): TimePoint[] =>
  Array.from({ length: Math.max(0, Math.ceil((to - from) / minuteMs)) }, (_, index) => {
    const at = from + index * minuteMs
    return { at, key: `${at}`, label: timeFormat.format(at), name: timeOfDay(at) }
  })

/** @param from the beginning of an hour, epoch ms */
export const hourPoints = (from: number, to: number): TimePoint[] =>
  Array.from({ length: Math.max(0, Math.ceil((to - from) / hourMs)) }, (_, index) => {
    const at = from + index * hourMs
    return { at, key: `${at}`, label: hourFormat.format(at), name: span(timeOfDay(at), timeOfDay(at + hourMs)) }
  })

/** @param from the beginning of a day, epoch ms */
export function dayPoints(from: number, to: number): TimePoint[] {
  const first = new Date(from)
  const dayAt = (index: number) => new Date(first.getFullYear(), first.getMonth(), first.getDate() + index).getTime()
  const points: TimePoint[] = []
  for (let at = from; at < to; at = dayAt(points.length))
    points.push({ at, key: `${at}`, label: dayFormat.format(at), name: dayNameFormat.format(at) })
  return points
}

/** The counts of each point, in their order. One that is missing had none; one that has not begun is null. */
export const countsAtPoints = <Count extends { key: string; outcomes: object }>(
  points: readonly TimePoint[],
  counts: readonly Count[],
  now: number,
): (Pick<Count, 'outcomes'> | null)[] => {
  const byKey = new Map(counts.map((count) => [count.key, count]))
  return points.map(({ key, at }) => byKey.get(key) ?? (at > now ? null : { outcomes: {} }))
}
