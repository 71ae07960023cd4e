/** The requests of the last hour by minute and purpose, below the plan's limit. */
import { useRead } from '#api/reads.ts'
import { Chart } from '#components/charts/chart.tsx'
import { isoDay, minutePoints } from '#components/charts/time-points.ts'
import type { Lane, RequestCounts } from '#contract/index.ts'
import { DataView } from '#kit/data/data-view.tsx'
import { useReadTime } from '#kit/data/read-time.ts'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { number } from '#ui/text/format-number.ts'
import { useGatewayTime } from '#ui/time/clock.ts'
import { laneSeries } from './lane-series.ts'
import { lastHourOf, lastHourRead, minuteMs, shownMinutes } from './reads.ts'
import * as texts from './texts.tsx'

/** The requests of each minute by purpose. What was sent before the gateway counted is unknown, not zero: null. */
function lanesByMinute({ groups, since }: RequestCounts, now: number): (Partial<Record<Lane, number>> | null)[] {
  const byMinute = new Map(groups.map(({ key, lanes }) => [Number(key), lanes]))
  const { from } = lastHourOf(now)
  return Array.from({ length: shownMinutes }, (_, minute) => {
    const at = from + minute * minuteMs
    return since !== null && at >= since ? (byMinute.get(at) ?? {}) : null
  })
}

export function LastHour() {
  // Counted again each minute.
  const now = useGatewayTime(5_000)
  const query = useRead(lastHourRead(now))
  const at = useReadTime(query, now)
  const { from, to } = lastHourOf(at)
  return (
    <DataView query={query} loading={<SkeletonRows rows={7} columns={1} label={texts.loadingBudget} />}>
      {(counts) => (
        <Chart
          kind="area"
          data={{
            title: texts.lastHour,
            pointHeader: 'Minute',
            fileHeader: 'Minute begins',
            points: minutePoints(from, to),
            series: laneSeries(lanesByMinute(counts, at)),
            limit: { value: counts.perMinute, label: `Limit: ${number(counts.perMinute)} in any minute` },
            emptyText: 'No requests in the last hour. The present minute is not counted yet.',
            fileName: `requests-last-hour_${isoDay(at)}`,
          }}
        />
      )}
    </DataView>
  )
}
