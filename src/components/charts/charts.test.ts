import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { chartFile } from './chart.tsx'
import { type ChartData, drawnPart, isEmptyChart, totalAt, totalOfSeries } from './chart-data.ts'
import { outcomeSeries } from './outcome-series.ts'
import { highestValue, labelInterval, pointFinder, shorten, stackAt, ticksUntil } from './plots.tsx'
import { countsAtPoints, dayPoints, hourPoints, isRecordedFrom, sumDays, valuesAtPoints } from './time-points.ts'

const hourMs = 3_600_000

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
  })

  it('cuts names at the width that they really have', () => {
    const widthOf = (text: string) => 6 * (text.length + text.split('W').length - 1)
    expect(shorten('A batch with a long name', 60, widthOf)).toBe('A batch w…')
    expect(shorten('WWWWWWWWWW', 60, widthOf)).toBe('WWWW…')
    expect(shorten('Short', 80, widthOf)).toBe('Short')
    expect(shorten('Short', 3, widthOf)).toBe('S…')
  })

  it('finds the point under the pointer, and none beside the points', () => {
    const find = pointFinder('columns', chart, 332)
    expect([find(2, 50), find(40, 50), find(320, 50), find(400, 50)]).toEqual([null, 0, 2, null])
    expect(pointFinder('bars', chart, 600)(10, 60)).toBe(2)
    // Each bar has its name above it.
    expect(pointFinder('bars', chart, 332)(10, 60)).toBe(1)
  })
})

describe('the values of a chart', () => {
  it('are unknown where none is known, and never zero instead', () => {
    expect([0, 1, 2].map((point) => totalAt(chart.series, point))).toEqual([4, 2, null])
    expect(chart.series.map(totalOfSeries)).toEqual([3, 3])
    expect(totalOfSeries({ values: [null] })).toBeNull()
    expect(chartFile(chart)).toEqual({
      header: ['Hour', 'Reached', 'Mailbox'],
      rows: [
        ['8:00 to 9:00', '3', '1'],
        ['9', '0', '2'],
        ['10', '', ''],
      ],
    })
  })

  it('are in the file also where the chart draws only the first of them', () => {
    const cut = { ...chart, drawn: { most: 2, noun: 'hours' } }
    expect(drawnPart(cut).points.map(({ key }) => key)).toEqual(['8', '9'])
    expect(drawnPart(cut).series.map(({ values }) => values)).toEqual([
      [3, 0],
      [1, 2],
    ])
    expect(chartFile(cut).rows).toHaveLength(3)
    expect(drawnPart({ ...chart, drawn: { most: 3, noun: 'hours' } }).points).toHaveLength(3)
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
    { id: 'answered', fill: 'vertical', label: 'Answered, no details', values: [5, null, 0] },
    { id: 'busy', fill: 'horizontal', label: 'Busy', values: [4, null, 0] },
  ])
})

it('hours of a period are points; a count that is missing is 0, one of the future or before the first record is unknown', () => {
  const from = new Date(2026, 10, 25, 8).getTime()
  const points = hourPoints(from, from + 3 * 3_600_000)
  expect(points.map(({ at }) => at - from)).toEqual([0, 3_600_000, 7_200_000])
  const counts = [{ key: `${from}`, outcomes: { agreed: 1 } }]
  const now = from + 4_000_000
  const outcomesSince = (since: number | null) =>
    countsAtPoints(points, counts, { since, now }).map((count) => count?.outcomes)
  expect(outcomesSince(from)).toEqual([{ agreed: 1 }, {}, undefined])
  const values = (since: number | null) => valuesAtPoints(points, new Map([[`${from + hourMs}`, 2]]), 0, { since, now })
  expect(values(from - 1)).toEqual([0, 2, null])
  expect(values(from + hourMs - 1)).toEqual([0, 2, null])
  expect(values(from + hourMs)).toEqual([null, 2, null])
  expect(valuesAtPoints(points, new Map(), 0, { since: null, now })).toEqual([null, null, null])
  expect([null, from + 1, from].map((since) => isRecordedFrom(since, from))).toEqual([false, false, true])
})

/** Sets the time zone of this process until the test has finished. Formats that a module created before keep theirs. */
function setTimeZone(zone: string): void {
  vi.stubEnv('TZ', zone)
  onTestFinished(() => void vi.unstubAllEnvs())
}

describe('days in which clocks change', () => {
  it.each([
    // Clocks go back at three.
    ['Europe/Berlin', '2026-10-24', [24, 25, 24]],
    ['Europe/Berlin', '2026-03-28', [24, 23, 24]],
    // Clocks change at midnight, so a day may begin at one.
    ['America/Santiago', '2026-09-05', [24, 23, 24]],
    ['America/Santiago', '2026-04-03', [24, 25, 24]],
    // By half an hour.
    ['Australia/Lord_Howe', '2026-10-03', [24, 23.5, 24]],
  ])('in %s from %s have their own length and leave out nothing', (zone, first, hours) => {
    setTimeZone(zone)
    const [year = 0, month = 0, date = 0] = first.split('-').map(Number)
    const dayAt = (offset: number) => new Date(year, month - 1, date + offset)
    const [from, to] = [dayAt(0).getTime(), dayAt(3).getTime()]
    const points = dayPoints(from, to)
    expect(points.map(({ at, until }) => (until - at) / hourMs)).toEqual(hours)
    expect(points.map(({ fileText }) => Number(fileText?.slice(-2)))).toEqual(
      [0, 1, 2].map((day) => dayAt(day).getDate()),
    )
    expect([points.at(0)?.at, points.at(-1)?.until]).toEqual([from, to])
    expect(points.slice(1).map(({ at }) => at)).toEqual(points.slice(0, -1).map(({ until }) => until))
  })

  it('have as many hours as they are long, each with its own name in a file', () => {
    setTimeZone('Europe/Berlin')
    const points = hourPoints(new Date(2026, 9, 25).getTime(), new Date(2026, 9, 26).getTime())
    const texts = points.map(({ fileText }) => fileText)
    expect(new Set(texts).size).toBe(25)
    expect(texts.slice(1, 5)).toEqual([
      '2026-10-25T01:00+02:00',
      '2026-10-25T02:00+02:00',
      '2026-10-25T02:00+01:00',
      '2026-10-25T03:00+01:00',
    ])
    expect(hourPoints(new Date(2026, 2, 29).getTime(), new Date(2026, 2, 30).getTime())).toHaveLength(23)
  })
})

describe('days', () => {
  /** Thursday 1 January to Sunday 15 March 2026, with a change of clocks in some zones. */
  const days = dayPoints(new Date(2026, 0, 1).getTime(), new Date(2026, 2, 16).getTime())
  const values = days.map((_, index) => (index < 3 ? null : index))
  const series = [{ id: 'x', label: 'X', fill: 'solid' as const, values }]
  const total = totalOfSeries({ values })

  it.each(['week', 'month'] as const)('of a long period are summed by %s without changing the total', (unit) => {
    const summed = sumDays(unit, days, series)
    expect(summed.series.map(totalOfSeries)).toEqual([total])
    expect(summed.points.map(({ at }) => at).slice(1)).toEqual(summed.points.map(({ until }) => until).slice(0, -1))
    expect([summed.points.at(0)?.at, summed.points.at(-1)?.until]).toEqual([days.at(0)?.at, days.at(-1)?.until])
  })

  it('are named by the days that a week or month has in the period', () => {
    const weeks = sumDays('week', days, series)
    // Until Sunday the 4th; three of its days are not known.
    expect(weeks.points[0]?.name).toMatch(/^1\D+4\b|^Jan 1\D+4\b/)
    expect(weeks.series[0]?.values.slice(0, 2)).toEqual([3, 4 + 5 + 6 + 7 + 8 + 9 + 10])
    expect(weeks.points.slice(1).every(({ at }) => new Date(at).getDay() === 1)).toBe(true)
    const months = sumDays('month', days, series).points
    expect(months.map(({ at }) => new Date(at).getDate())).toEqual([1, 1, 1])
    expect(months.map(({ label }) => label.includes('2026'))).toEqual([true, false, false])
    expect(months.map(({ fileText }) => fileText)).toEqual(['2026-01-01', '2026-02-01', '2026-03-01'])
  })

  it('and hours are ISO times in a file', () => {
    expect(chartFile({ ...chart, fileHeader: 'Day', points: days.slice(0, 1), series: [] })).toEqual({
      header: ['Day'],
      rows: [['2026-01-01']],
    })
    const [hour] = hourPoints(new Date(2026, 0, 1, 14).getTime(), new Date(2026, 0, 1, 15).getTime())
    expect(hour?.fileText).toMatch(/^2026-01-01T14:00[+-]\d\d:\d\d$/)
    expect(Date.parse(hour?.fileText ?? '')).toBe(hour?.at)
  })
})
