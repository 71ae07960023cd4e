/** The requests of the last hour by minute and purpose, below the plan's limit. */
import { laneSeries } from '#components/budget/lane-series.ts'
import { lanesByMinute, lastHourOf } from '#components/budget/last-hour.ts'
import { useLastHour } from '#components/budget/use-last-hour.ts'
import { Chart } from '#components/charts/chart.tsx'
import { isoDay, minutePoints } from '#components/charts/time-points.ts'
import { DataView } from '#kit/data/data-view.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import * as texts from './texts.tsx'

export default function LastHour() {
  const { query, at } = useLastHour()
  const { from, to } = lastHourOf(at)
  return (
    <DataView query={query} loading={<SkeletonRows rows={7} columns={1} label={texts.loadingBudget} />}>
      {(counts) => (
        <Chart
          kind="area"
          data={{
            title: texts.lastHour,
            pointHeader: texts.minuteHeader,
            fileHeader: texts.minuteBegins,
            points: minutePoints(from, to),
            series: laneSeries(lanesByMinute(counts, at)),
            limit: { value: counts.perMinute, label: texts.limitOf(counts.perMinute) },
            emptyText: texts.noRequestsLastHour,
            fileName: texts.lastHourFile(isoDay(at)),
          }}
        />
      )}
    </DataView>
  )
}
