/** Today's calls by hour and outcome. The overview loads it after the rest, because of the chart. */
import { useRead } from '#api/reads.ts'
import { coverageOf } from '#components/batches/results/texts.ts'
import { Chart } from '#components/charts/chart.tsx'
import { outcomeSeries } from '#components/charts/outcome-series.ts'
import { countsAtPoints, hourPoints, isoDay, markRunning } from '#components/charts/time-points.ts'
import type { Coverage } from '#contract/index.ts'
import { DataView } from '#kit/data/data-view.tsx'
import { useReadTime } from '#kit/data/read-time.ts'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { Section } from '#ui/layout/section.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { emptyLineClasses } from './figures.tsx'
import { loadingCalls } from './texts.tsx'
import { todayRead, todayUntil } from './today.ts'

const hourMs = 3_600_000
const title = 'Calls today'

/** How much of today the figures know; '' if they know nearly all. */
export const coverageText = (coverage: Coverage) =>
  coverageOf(coverage, 'today’s batches', 'The chart shows the calls that your team has seen.')

/** The hours that are shown: from the first with calls until now, at least six. */
function hoursOf(groups: readonly { key: string }[], from: number, now: number) {
  const first = Math.max(from, Math.min(from + 18 * hourMs, ...groups.map(({ key }) => Number(key))))
  return markRunning(hourPoints(first, Math.max(now, first + 6 * hourMs)), now)
}

/** @param props.now the gateway's clock, epoch ms */
function TodayPanel({ now }: { now: number }) {
  const query = useRead(todayRead(now))
  const readAt = useReadTime(query, now)
  const { from } = todayUntil(readAt)
  const address = paths.reports('reaching', { days: '1' })
  return (
    <Section title={title} actions={<Link to={address}>Open report</Link>} flush>
      <DataView
        query={query}
        loading={
          // As tall as the chart.
          <div className="h-60 overflow-clip">
            <SkeletonRows rows={7} columns={1} label={loadingCalls} />
          </div>
        }
        isEmpty={({ groups }) => groups.length === 0}
        empty={<p className={emptyLineClasses}>No calls that Switchboard knows of have ended today.</p>}
      >
        {({ groups, coverage, since }) => {
          const points = hoursOf(groups, from, readAt)
          return (
            <div className="p-3">
              <Chart
                kind="columns"
                height={160}
                data={{
                  title,
                  pointHeader: 'Hour',
                  fileHeader: 'Hour begins',
                  points: points.map((point) => ({
                    ...point,
                    // Nothing is counted of an hour that has not begun.
                    to:
                      point.at > readAt
                        ? undefined
                        : paths.reports('calls', { from: `${point.at}`, to: `${point.until}`, figure: 'overview' }),
                  })),
                  series: outcomeSeries(countsAtPoints(points, groups, { since, now: readAt })),
                  note: coverageText(coverage),
                  fileName: `calls-by-hour_${isoDay(readAt)}`,
                }}
              />
            </div>
          )
        }}
      </DataView>
    </Section>
  )
}

export default TodayPanel
