/** The requests of the last hour by minute and purpose, below the plan's limit. */
import { useRead } from '#api/reads.ts'
import { laneSeries } from '#components/budget/lane-series.ts'
import { Chart } from '#components/charts/chart.tsx'
import { isoDay, minutePoints } from '#components/charts/time-points.ts'
import { DataView } from '#kit/data/data-view.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { useGatewayTime } from '#ui/time/clock.ts'
import { dayAndTime } from '#ui/time/format-time.ts'
import { lastHourRead, minuteMs, shownMinutes } from './last-hour-read.ts'
import * as texts from './texts.tsx'

export default function LastHour() {
  const now = useGatewayTime(5_000)
  const query = useRead(lastHourRead(now))
  const to = (Math.floor(now / minuteMs) + 1) * minuteMs
  const points = minutePoints(to - shownMinutes * minuteMs, to)
  return (
    <DataView query={query} loading={<SkeletonRows rows={7} columns={1} label={texts.loadingBudget} />}>
      {({ groups, perMinute, since }) => {
        const byMinute = new Map(groups.map(({ key, lanes }) => [key, lanes]))
        // What was sent before the gateway counted is unknown, not zero.
        const counts = points.map(({ key, at }) => (since !== null && at >= since ? (byMinute.get(key) ?? {}) : null))
        return (
          <Chart
            kind="area"
            data={{
              title: texts.lastHour,
              subtitle: dayAndTime(now),
              pointHeader: texts.minuteHeader,
              fileHeader: texts.minuteBegins,
              points,
              series: laneSeries(counts),
              limit: { value: perMinute, label: texts.limitOf(perMinute) },
              emptyText: texts.noRequestsLastHour,
              fileName: texts.lastHourFile(isoDay(now)),
            }}
          />
        )
      }}
    </DataView>
  )
}
