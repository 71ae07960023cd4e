/** The decisions of a period over time and by result. */
import type { QueryState } from '#api/reads.ts'
import { Chart } from '#components/charts/chart.tsx'
import type { ChartSeries } from '#components/charts/chart-data.ts'
import { valuesAtPoints } from '#components/charts/time-points.ts'
import type { DecisionCounts, DraftResult } from '#contract/index.ts'
import { DataView } from '#kit/data/data-view.tsx'
import { Section } from '#ui/layout/section.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import type { ExportLabel } from '../export-label.ts'
import { overTime } from '../over-time.ts'
import { decisionsAddress } from '../row-addresses.ts'
import { periodOf, timeUnitOf } from '../search.ts'
import type { ReviewSearch } from './search.ts'
import * as texts from './texts.tsx'

const drawn = [
  { id: 'approved', label: texts.approved, fill: 'solid' },
  { id: 'edited', label: texts.edited, fill: 'diagonal' },
  { id: 'rejected', label: texts.rejected, fill: 'cross' },
] as const satisfies readonly (Pick<ChartSeries, 'label' | 'fill'> & { id: DraftResult })[]

interface Props {
  /** Counts by hour or day. */
  query: QueryState<DecisionCounts>
  search: ReviewSearch
  /** Epoch ms. */
  now: number
  label: ExportLabel
}

export function DecisionsOverTime({ query, search, now, label }: Props) {
  const unit = timeUnitOf(search.days)
  const title = texts.overTime[unit]
  return (
    <Section title={title}>
      <DataView query={query} loading={<SkeletonRows rows={6} columns={1} label={texts.counting} />}>
        {({ groups, since }) => {
          const byTime = new Map(groups.map(({ key, results }) => [key, results]))
          return (
            <Chart
              kind="columns"
              data={{
                title,
                ...overTime(search.days, periodOf(search.days, now), {
                  seriesOf: (points) => {
                    const counts = valuesAtPoints(points, byTime, {}, { since, now })
                    return drawn.map((series) => ({
                      ...series,
                      values: counts.map((results) => results && (results[series.id] ?? 0)),
                    }))
                  },
                  addressOf: (part) => decisionsAddress(search, { ...part, result: 'decided' }),
                }),
                fileName: label.fileName(`decisions-by-${unit}`),
              }}
            />
          )
        }}
      </DataView>
    </Section>
  )
}
