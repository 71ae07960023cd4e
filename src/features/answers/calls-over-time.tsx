/** The calls of a period by hour or day and by what came of them. */
import { type ReadOptions, read, useRead } from '#api/reads.ts'
import { Chart } from '#components/charts/chart.tsx'
import { outcomeSeries } from '#components/charts/outcome-series.ts'
import { countsAtPoints, dayPoints, hourPoints } from '#components/charts/time-points.ts'
import type { CallCounts } from '#contract/index.ts'
import { DataView } from '#kit/data/data-view.tsx'
import { Section } from '#ui/layout/section.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { browserTimeZone } from '#ui/time/format-time.ts'
import { type AnswerFilter, periodOf, queryOf } from './search.ts'
import * as texts from './texts.tsx'

export function overTimeRead(search: AnswerFilter, now: number): ReadOptions<CallCounts> {
  const by = search.days === 1 ? 'hour' : 'day'
  return read('callCountList', {
    query: { ...periodOf(search.days, now), by, zone: browserTimeZone, ...queryOf(search) },
  })
}

/** @param props.now epoch ms */
export function CallsOverTime({ search, now }: { search: AnswerFilter; now: number }) {
  const query = useRead(overTimeRead(search, now))
  const { from, to } = periodOf(search.days, now)
  const isDay = search.days === 1
  const points = isDay ? hourPoints(from, to) : dayPoints(from, to)
  return (
    <Section title={isDay ? texts.callsByHour : texts.callsByDay}>
      <DataView
        query={query}
        loading={<SkeletonRows rows={7} columns={1} label={texts.counting} />}
        isEmpty={() => false}
        empty={null}
      >
        {({ groups }) => (
          <Chart
            kind="columns"
            data={{
              title: isDay ? texts.callsByHour : texts.callsByDay,
              pointHeader: isDay ? texts.hourHeader : texts.dayHeader,
              points,
              series: outcomeSeries(countsAtPoints(points, groups, now)),
              fileName: texts.overTimeFileName(search.days),
            }}
          />
        )}
      </DataView>
    </Section>
  )
}
