/** The decisions of each day by what came of the draft. */
import type { QueryState } from '#api/reads.ts'
import { Chart } from '#components/charts/chart.tsx'
import type { ChartSeries } from '#components/charts/chart-data.ts'
import { dayPoints } from '#components/charts/time-points.ts'
import type { DecisionCounts, DraftResult } from '#contract/index.ts'
import { DataView } from '#kit/data/data-view.tsx'
import { Section } from '#ui/layout/section.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { periodOf } from '../search.ts'
import * as texts from './texts.tsx'

const drawn = [
  { id: 'approved', label: texts.approved, fill: 'solid' },
  { id: 'edited', label: texts.edited, fill: 'diagonal' },
  { id: 'rejected', label: texts.rejected, fill: 'cross' },
] as const satisfies readonly (Pick<ChartSeries, 'label' | 'fill'> & { id: DraftResult })[]

interface Props {
  /** Counts by day. */
  query: QueryState<DecisionCounts>
  days: number
  /** Epoch ms. */
  now: number
}

export function DecisionsByDay({ query, days, now }: Props) {
  const { from, to } = periodOf(days, now)
  const points = dayPoints(from, to)
  return (
    <Section title={texts.byDay}>
      <DataView
        query={query}
        loading={<SkeletonRows rows={6} columns={1} label={texts.counting} />}
        isEmpty={() => false}
        empty={null}
      >
        {({ groups }) => {
          const byDay = new Map(groups.map(({ key, results }) => [key, results]))
          return (
            <Chart
              kind="columns"
              data={{
                title: texts.byDay,
                pointHeader: texts.dayHeader,
                points,
                series: drawn.map((series) => ({
                  ...series,
                  values: points.map(({ key }) => byDay.get(key)?.[series.id] ?? 0),
                })),
                fileName: texts.byDayFile(days),
              }}
            />
          )
        }}
      </DataView>
    </Section>
  )
}
