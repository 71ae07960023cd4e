/** The calls of a batch by attempt and by the hour of the person called. */
import { fileName } from '#components/batches/results/texts.ts'
import { Chart } from '#components/charts/chart.tsx'
import type { ChartData } from '#components/charts/chart-data.ts'
import { outcomeSeries } from '#components/charts/outcome-series.ts'
import type { BatchResults, CallCount } from '#contract/index.ts'
import { hourOfDay, hourSpan } from '#ui/time/hour-of-day.ts'

const byAttempt = 'By attempt'
const byHour = 'By local hour'

/** The hours between the first and the last call without gaps; calls whose hour is unknown come last. */
function hoursOf(groups: readonly CallCount[]): CallCount[] {
  const known = groups.filter(({ key }) => key !== '')
  const numbers = known.map(({ key }) => Number(key))
  const [first, last] = [Math.min(...numbers), Math.max(...numbers)]
  const hours = known.length === 0 ? [] : Array.from({ length: last - first + 1 }, (_, index) => `${first + index}`)
  return [
    ...hours.map(
      (key) =>
        known.find((group) => group.key === key) ?? { key, name: null, outcomes: {}, longTalks: 0, talkSeconds: 0 },
    ),
    ...groups.filter(({ key }) => key === ''),
  ]
}

export const attemptChart = (results: BatchResults, batch: string): ChartData => ({
  title: byAttempt,
  pointHeader: 'Attempt',
  points: results.attempts.map(({ key }) => ({ key, label: key === '' ? 'Unknown' : `Attempt ${key}` })),
  series: outcomeSeries(results.attempts),
  note: 'Known calls only. If the first attempt of a row is unknown, the next known one counts as attempt 1.',
  fileName: fileName(batch, 'by attempt'),
})

export function hourChart(results: BatchResults, batch: string): ChartData {
  const hours = hoursOf(results.hours)
  return {
    title: byHour,
    pointHeader: 'Local hour',
    points: hours.map(({ key }) => ({
      key,
      label: key === '' ? '?' : hourOfDay(Number(key)),
      name: key === '' ? 'Unknown hour' : hourSpan(Number(key)),
    })),
    series: outcomeSeries(hours),
    note: 'Local time of the person called, estimated from the phone number.',
    fileName: fileName(batch, 'by local hour'),
  }
}

const ResultCharts = ({ results, batch }: { results: BatchResults; batch: string }) => (
  <div className="grid gap-x-8 gap-y-5 lg:grid-cols-2">
    <div className="flex min-w-0 flex-col gap-2">
      <h3 className="text-base">{byAttempt}</h3>
      <Chart kind="bars" data={attemptChart(results, batch)} />
    </div>
    <div className="flex min-w-0 flex-col gap-2">
      <h3 className="text-base">{byHour}</h3>
      <Chart kind="columns" data={hourChart(results, batch)} height={180} />
    </div>
  </div>
)

export default ResultCharts
