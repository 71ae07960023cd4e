import { describe, expect, it } from 'vitest'
import { dayAndTime } from '#ui/time/format-time.ts'
import { overTime } from './over-time.ts'

const from = new Date(2026, 10, 1).getTime()
const to = new Date(2026, 10, 29).getTime()
const now = new Date(2026, 10, 28, 9).getTime()

/** A chart of 28 days, or of the hours of one day, of which the points from `first` to `last` are known. */
const chartOf = (first: number, last: number, days = 28) =>
  overTime(days, { from, to: days === 28 ? to : from + 24 * 3_600_000 }, now, {
    seriesOf: (points) => [
      { id: 'a', label: 'A', fill: 'solid', values: points.map((_, at) => (at < first || at > last ? null : at)) },
    ],
  })
const valuesOf = (first: number, last: number) => chartOf(first, last).series[0]?.values

describe('a chart over time', () => {
  it('has the days from the first to the last that is known, and says from when on', () => {
    expect(valuesOf(20, 27)).toEqual([20, 21, 22, 23, 24, 25, 26, 27])
    expect(chartOf(20, 27).points.map(({ fileText }) => fileText)).toEqual(
      [21, 22, 23, 24, 25, 26, 27, 28].map((day) => `2026-11-${day}`),
    )
    expect(chartOf(20, 27).note).toMatch(/^Nothing was recorded before .*21/)
    expect(valuesOf(0, 7)).toHaveLength(8)
    expect(chartOf(0, 27).note).toBe('')
  })

  it('has six days at least, and all if nothing is known', () => {
    expect(valuesOf(27, 27)).toEqual([null, null, null, null, null, 27])
    expect(chartOf(27, 27).note).toMatch(/^Nothing was recorded before .*28/)
    expect(valuesOf(0, 0)).toEqual([0, null, null, null, null, null])
    expect(valuesOf(99, 99)).toHaveLength(28)
    expect(chartOf(99, 99).note).toBe('')
  })

  it('says that the running day is not over, and no other', () => {
    const names = chartOf(20, 27).points.map(({ name }) => name)
    expect(names.findIndex((name) => name?.endsWith(' (so far)'))).toBe(7)
    expect(names.filter((name) => name?.includes('so far'))).toHaveLength(1)
  })

  it('says from which hour on', () => {
    expect(chartOf(14, 16, 1).note).toContain(dayAndTime(new Date(2026, 10, 1, 14).getTime()))
  })
})
