/** Days of a period are those of its time zone, also where clocks change. */
import { describe, expect, it } from 'vitest'
import { daysOf } from './count-calls.ts'

const hourMs = 3_600_000

describe('days', () => {
  it.each([
    // Clocks go back at three, and the day has 25 hours.
    ['Europe/Berlin', '2026-10-24T00:00+02:00', '2026-10-27T00:00+01:00', [24, 25, 24]],
    ['Europe/Berlin', '2026-03-28T00:00+01:00', '2026-03-31T00:00+02:00', [24, 23, 24]],
    // Clocks go forward at midnight, so the day begins at one.
    ['America/Santiago', '2026-09-05T00:00-04:00', '2026-09-08T00:00-03:00', [24, 23, 24]],
    ['America/Santiago', '2026-04-03T00:00-03:00', '2026-04-06T00:00-04:00', [24, 25, 24]],
    // By half an hour.
    ['Australia/Lord_Howe', '2026-10-03T00:00+10:30', '2026-10-06T00:00+11:00', [24, 23.5, 24]],
  ])('of %s from %s to %s have their own length and leave out nothing', (zone, from, to, hours) => {
    const [start, end] = [Date.parse(from), Date.parse(to)]
    const days = daysOf({ from: start, to: end, zone })
    expect(days.map((day) => (day.to - day.from) / hourMs)).toEqual(hours)
    expect(days.map((day) => day.key)).toEqual(days.map((day) => `${day.from}`))
    expect([days.at(0)?.from, days.at(-1)?.to]).toEqual([start, end])
    expect(days.slice(1).map((day) => day.from)).toEqual(days.slice(0, -1).map((day) => day.to))
  })

  it('that a period cuts off keep the beginning of the day as their key', () => {
    const midnight = Date.parse('2026-10-25T00:00+02:00')
    const [first, second] = daysOf({ from: midnight + hourMs, to: midnight + 26 * hourMs, zone: 'Europe/Berlin' })
    expect([first?.key, first?.to]).toEqual([`${midnight}`, midnight + 25 * hourMs])
    expect([second?.key, second?.to]).toEqual([`${midnight + 25 * hourMs}`, midnight + 26 * hourMs])
  })
})
