/** Requests by purpose as the series of a chart. */
import type { ChartSeries, FillName } from '#components/charts/chart-data.ts'
import { type Lane, lanes } from '#contract/index.ts'
import { laneNames } from './texts.tsx'

const fills: Record<Lane, FillName> = {
  outcomes: 'vertical',
  watching: 'solid',
  reads: 'diagonal',
  commands: 'cross',
  cancel: 'horizontal',
}

type LaneCounts = Partial<Record<Lane, number>>

/** The series of these counts, one value for each, most frequent purposes at the bottom. A count that is null is unknown. */
export const laneSeries = (counts: readonly (LaneCounts | null)[]): ChartSeries[] =>
  lanes
    .toReversed()
    .map((lane) => ({
      id: lane,
      label: laneNames[lane],
      fill: fills[lane],
      values: counts.map((count) => count && (count[lane] ?? 0)),
    }))
    .filter(({ values }) => values.some((value) => (value ?? 0) > 0))

/** All requests of a group. */
export const requestsOf = (counts: LaneCounts): number => lanes.reduce((sum, lane) => sum + (counts[lane] ?? 0), 0)
