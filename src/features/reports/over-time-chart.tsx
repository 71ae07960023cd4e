/** What is counted over a period, by hour, day, week or month. */
import type { QueryState } from '#api/reads.ts'
import { Chart } from '#components/charts/chart.tsx'
import type { ChartData, ChartSeries } from '#components/charts/chart-data.ts'
import type { TimePoint } from '#components/charts/time-points.ts'
import { DataView } from '#kit/data/data-view.tsx'
import { useReadTime } from '#kit/data/read-time.ts'
import { Section } from '#ui/layout/section.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import type { ExportLabel } from './export-label.ts'
import { overTime } from './over-time.ts'
import { type Period, timeUnitOf } from './search.ts'

interface Props<T> {
  /** What is counted: "Calls". */
  what: string
  days: number
  period: Period
  query: QueryState<T>
  counting: string
  seriesOf: (points: readonly TimePoint[], data: T) => readonly ChartSeries[]
  /** A page with what a part of the period counts. */
  addressOf?: (part: Period) => string
  /** Whatever else the chart has. */
  more?: Partial<ChartData>
  label: ExportLabel
}

export function OverTimeChart<T>({ what, days, period, query, counting, seriesOf, addressOf, more, label }: Props<T>) {
  const unit = timeUnitOf(days)
  const title = `${what} by ${unit}`
  const readAt = useReadTime(query, period.from)
  return (
    <Section title={title}>
      <DataView query={query} loading={<SkeletonRows rows={7} columns={1} label={counting} />}>
        {(data) => (
          <Chart
            kind="columns"
            data={{
              title,
              ...overTime(days, period, readAt, {
                seriesOf: (points) => seriesOf(points, data),
                ...(addressOf && { addressOf }),
              }),
              fileName: label.fileName(`${what.toLowerCase()}-by-${unit}`),
              ...more,
            }}
          />
        )}
      </DataView>
    </Section>
  )
}
