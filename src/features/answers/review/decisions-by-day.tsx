/** The decisions of each day by what came of the draft. */
import { Chart } from '#components/charts/chart.tsx'
import type { ChartSeries } from '#components/charts/chart-data.ts'
import { dayPoints } from '#components/charts/time-points.ts'
import type { DecisionCount, DraftResult } from '#contract/index.ts'
import { Section } from '#ui/layout/section.tsx'
import { periodOf } from '../search.ts'
import * as texts from './texts.tsx'

const drawn = [
  { id: 'approved', label: texts.approved, fill: 'solid' },
  { id: 'edited', label: texts.edited, fill: 'diagonal' },
  { id: 'rejected', label: texts.rejected, fill: 'cross' },
] as const satisfies readonly (Pick<ChartSeries, 'label' | 'fill'> & { id: DraftResult })[]

/** @param props.now epoch ms */
export function DecisionsByDay({ groups, days, now }: { groups: readonly DecisionCount[]; days: number; now: number }) {
  const { from, to } = periodOf(days, now)
  const points = dayPoints(from, to)
  const byDay = new Map(groups.map(({ key, results }) => [key, results]))
  return (
    <Section title={texts.byDay}>
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
    </Section>
  )
}
