/** Charts over the days of a period: by hour for one day, by week or month for a long period. Pure. */
import type { ChartData, ChartSeries } from '#components/charts/chart-data.ts'
import { dayPoints, hourPoints, sumDays, type TimePoint } from '#components/charts/time-points.ts'
import { type Period, timeUnitOf } from './search.ts'
import * as texts from './texts.tsx'

interface Options {
  /** The series over these hours or days. They are summed if there are too many days. */
  seriesOf: (points: readonly TimePoint[]) => readonly ChartSeries[]
  /** A page with what a part of the period counts. */
  addressOf?: (part: Period) => string
}

/** @param days the length of the period */
export function overTime(
  days: number,
  { from, to }: Period,
  { seriesOf, addressOf }: Options,
): Pick<ChartData, 'points' | 'series' | 'pointHeader' | 'fileHeader'> & { note: string } {
  const unit = timeUnitOf(days)
  const parts = unit === 'hour' ? hourPoints(from, to) : dayPoints(from, to)
  const all = seriesOf(parts)
  const { points, series } =
    unit === 'week' || unit === 'month' ? sumDays(unit, parts, all) : { points: parts, series: all }
  return {
    points: points.map((point) => ({ ...point, to: addressOf?.({ from: point.at, to: point.until }) })),
    series,
    pointHeader: texts.unitHeaders[unit],
    fileHeader: texts.unitFileHeaders[unit],
    note: texts.unitNotes[unit],
  }
}
