import { describe, expect, it } from 'vitest'
import { type ChartData, isEmptyChart, totalAt, totalOfSeries } from './chart-data.ts'
import { chartFile } from './chart-table.tsx'
import { outcomeSeries } from './outcome-series.ts'
import { pointFinder } from './plots.tsx'
import { highestValue, labelInterval, shorten, stackAt, ticksUntil } from './scale.ts'
import { countsAtPoints, dayPoints, hourPoints } from './time-points.ts'

const chart: ChartData = {
  title: 'Calls by hour',
  pointHeader: 'Hour',
  points: [
    { key: '8', label: '8', name: '8:00 to 9:00' },
    { key: '9', label: '9' },
    { key: '10', label: '10' },
  ],
  series: [
    { id: 'reached', label: 'Reached', fill: 'solid', values: [3, 0, null] },
    { id: 'mailbox', label: 'Mailbox', fill: 'diagonal', values: [1, 2, null] },
  ],
  fileName: 'calls-by-hour',
}

describe('the axis of a chart', () => {
  it('has round marks up to the highest value', () => {
    expect(ticksUntil(7, false)).toEqual([0, 2, 4, 6, 8])
    expect(ticksUntil(60, false)).toEqual([0, 20, 40, 60])
    expect(ticksUntil(1_234, false)).toEqual([0, 500, 1_000, 1_500])
    expect(ticksUntil(0.7, true)).toEqual([0, 0.2, 0.4, 0.6, 0.8])
  })

  it('counts in whole numbers, also if there are few', () => {
    expect(ticksUntil(0, false)).toEqual([0, 1])
    expect(ticksUntil(1, false)).toEqual([0, 1])
    expect(ticksUntil(3, false)).toEqual([0, 1, 2, 3])
  })

  it('leaves out labels that would overlap', () => {
    expect(labelInterval(24, 600, 24)).toBe(1)
    expect(labelInterval(24, 240, 24)).toBe(3)
    expect(labelInterval(24, 0, 24)).toBe(576)
    expect(shorten('A batch with a long name', 80)).toBe('A batch wi…')
    expect(shorten('Short', 80)).toBe('Short')
  })

  it('finds the point under the pointer, and none beside the points', () => {
    const find = pointFinder('columns', chart, 332)
    expect([find(2, 50), find(40, 50), find(320, 50), find(400, 50)]).toEqual([null, 0, 2, null])
    expect(pointFinder('bars', chart, 332)(10, 60)).toBe(2)
  })
})

describe('the values of a chart', () => {
  it('are unknown where none is known, and never zero instead', () => {
    expect([0, 1, 2].map((point) => totalAt(chart.series, point))).toEqual([4, 2, null])
    expect(chart.series.map(totalOfSeries)).toEqual([3, 3])
    expect(totalOfSeries({ id: 'x', label: 'X', fill: 'solid', values: [null] })).toBeNull()
    expect(chartFile(chart)).toEqual({
      header: ['Hour', 'Reached', 'Mailbox'],
      rows: [
        ['8:00 to 9:00', '3', '1'],
        ['9', '0', '2'],
        ['10', '', ''],
      ],
    })
  })

  it('are stacked in order, without empty parts, below a limit that is always visible', () => {
    expect(stackAt(chart.series, 0).map(({ from, to }) => [from, to])).toEqual([
      [0, 3],
      [3, 4],
    ])
    expect(stackAt(chart.series, 1).map(({ series }) => series.id)).toEqual(['mailbox'])
    expect(highestValue(chart)).toBe(4)
    expect(highestValue({ ...chart, limit: { value: 60, label: 'Limit' } })).toBe(60)
  })

  it('are nothing to draw if all are zero', () => {
    expect(isEmptyChart(chart)).toBe(false)
    expect(isEmptyChart({ ...chart, points: [] })).toBe(true)
    expect(isEmptyChart({ ...chart, series: [{ id: 'x', label: 'X', fill: 'solid', values: [0, null, 0] }] })).toBe(
      true,
    )
  })
})

it('outcomes are drawn alike everywhere, those without calls are left out', () => {
  const series = outcomeSeries([{ outcomes: { agreed: 2, said_no: 1, answered: 5, busy: 4 } }, null, { outcomes: {} }])
  expect(series).toEqual([
    { id: 'reached', fill: 'solid', label: 'Reached a person', values: [3, null, 0] },
    { id: 'answered', fill: 'vertical', label: 'Answered, not read', values: [5, null, 0] },
    { id: 'busy', fill: 'horizontal', label: 'Busy', values: [4, null, 0] },
  ])
})

it('hours and days of a period are points; a count that is missing is 0, one of the future is unknown', () => {
  const from = new Date(2026, 10, 25, 8).getTime()
  const points = hourPoints(from, from + 3 * 3_600_000)
  expect(points.map(({ at }) => at - from)).toEqual([0, 3_600_000, 7_200_000])
  const counts = [{ key: `${from}`, outcomes: { agreed: 1 } }]
  expect(countsAtPoints(points, counts, from + 4_000_000).map((count) => count?.outcomes)).toEqual([
    { agreed: 1 },
    {},
    undefined,
  ])
  const days = dayPoints(new Date(2026, 9, 24).getTime(), new Date(2026, 9, 27).getTime())
  expect(days.map(({ at }) => new Date(at).getDate())).toEqual([24, 25, 26])
})
