/** The calls of a period over time and by outcome. */
import { useRead } from '#api/reads.ts'
import { Chart } from '#components/charts/chart.tsx'
import { outcomeSeries } from '#components/charts/outcome-series.ts'
import { countsAtPoints } from '#components/charts/time-points.ts'
import { DataView } from '#kit/data/data-view.tsx'
import { Section } from '#ui/layout/section.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import type { ExportLabel } from './export-label.ts'
import { overTime } from './over-time.ts'
import { overTimeRead } from './reads.ts'
import { callsAddress } from './row-addresses.ts'
import { periodOf, type ReportFilter, timeUnitOf } from './search.ts'
import * as texts from './texts.tsx'

interface Props {
  search: ReportFilter
  /** Epoch ms. */
  now: number
  label: ExportLabel
}

export function CallsOverTime({ search, now, label }: Props) {
  const query = useRead(overTimeRead(search, now))
  const unit = timeUnitOf(search.days)
  const title = texts.callsOver[unit]
  return (
    <Section title={title}>
      <DataView query={query} loading={<SkeletonRows rows={7} columns={1} label={texts.counting} />}>
        {({ groups, since }) => (
          <Chart
            kind="columns"
            data={{
              title,
              ...overTime(search.days, periodOf(search.days, now), {
                seriesOf: (points) => outcomeSeries(countsAtPoints(points, groups, { since, now })),
                addressOf: (part) => callsAddress(search, part),
              }),
              fileName: label.fileName(`calls-by-${unit}`),
            }}
          />
        )}
      </DataView>
    </Section>
  )
}
