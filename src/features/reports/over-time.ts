/** Charts over the days of a period: by hour for one day, by week or month for a long period. Pure. */
import type { ChartData, ChartSeries } from '#components/charts/chart-data.ts'
import { dayPoints, hourPoints, markRunning, sumDays, type TimePoint } from '#components/charts/time-points.ts'
import { day, dayAndTime } from '#ui/time/format-time.ts'
import { type Period, timeUnitOf } from './search.ts'
import * as texts from './texts.tsx'

interface Options {
  /** The series over these hours or days. They are summed if there are too many days. */
  seriesOf: (points: readonly TimePoint[]) => readonly ChartSeries[]
  /** A page with what a part of the period counts. */
  addressOf?: (part: Period) => string
}

/** A chart is not cropped to fewer points, so that its columns do not stand alone. */
const leastPoints = 6

/** The first point of which something is known, and the part that is shown: from there to the last one, and at least a few points. */
function knownPart(length: number, series: readonly ChartSeries[]): [known: number, from: number, to: number] {
  const isKnown = (index: number) => series.some(({ values }) => (values[index] ?? null) !== null)
  const known = Array.from({ length }, (_, index) => index).filter(isKnown)
  const first = known[0] ?? 0
  const last = Math.max(known.at(-1) ?? length - 1, leastPoints - 1)
  return [first, Math.max(0, Math.min(first, last + 1 - leastPoints)), last + 1]
}

/** @param days the length of the period @param now of the point that is not over, epoch ms */
export function overTime(
  days: number,
  { from, to }: Period,
  now: number,
  { seriesOf, addressOf }: Options,
): Pick<ChartData, 'points' | 'series' | 'pointHeader' | 'fileHeader'> & { note: string } {
  const unit = timeUnitOf(days)
  const parts = unit === 'hour' ? hourPoints(from, to) : dayPoints(from, to)
  const all = seriesOf(parts)
  const { points, series } =
    unit === 'week' || unit === 'month' ? sumDays(unit, parts, all) : { points: parts, series: all }
  const [known, first, end] = knownPart(points.length, series)
  const shown = markRunning(points.slice(first, end), now)
  const since = known > 0 && points[known]?.at
  return {
    points: shown.map((point) => ({ ...point, to: addressOf?.({ from: point.at, to: point.until }) })),
    series: series.map((one) => ({ ...one, values: one.values.slice(first, end) })),
    pointHeader: texts.unitHeaders[unit],
    fileHeader: texts.unitFileHeaders[unit],
    note: [
      since && `Nothing was recorded before ${unit === 'hour' ? dayAndTime(since) : day(since)}.`,
      texts.unitNotes[unit],
    ]
      .filter(Boolean)
      .join(' '),
  }
}
