import { describe, expect, it } from 'vitest'
import { callSeconds } from '#calling-hours/duration.ts'
import { howLong, paceOf, rangeFor, takes, whenBetween } from './estimate.ts'

const batch = {
  status: 'processing',
  isComplete: false,
  waiting: 80,
  active: 10,
  completed: 8,
  failed: 2,
  cancelled: 0,
  total: 100,
  startTime: 1_000_000,
  lastCompletedTime: 1_060_000,
  completedTime: null,
  averageCallDuration: 70,
  recent_calls: [],
}

describe('a manager who asks how long it takes', () => {
  it('hears "3 to 10 days" for 4,812 calls, one at a time', () => {
    expect(takes(4_812, 1)).toBe('3 to 10 days')
  })

  it('hears ten at a time as a tenth', () => {
    expect(takes(4_812, 10)).toBe('6 to 24 hours')
  })

  it.each([
    [0, 'less than a minute'],
    [59, 'less than a minute'],
    [60, 'about 1 minute'],
    [89 * 60, 'about 89 minutes'],
    [90 * 60, 'about 2 hours'],
    [35 * 3_600, 'about 35 hours'],
    [36 * 3_600, 'about 2 days'],
  ])('hears %i seconds as "%s"', (seconds, words) => {
    expect(howLong({ low: seconds, high: seconds })).toBe(words)
  })

  it('is never told that nothing can be called at once', () => {
    expect(callSeconds(2, 0)).toBe(180)
  })
})

describe('a manager who watches a batch', () => {
  it('sees the pace at which calls really ended', () => {
    expect(paceOf(batch, 10)).toMatchObject({ perMinute: 10, measured: true })
  })

  it('sees the usual length of a call while too few have ended', () => {
    expect(paceOf({ ...batch, completed: 2, failed: 0 }, 10)).toMatchObject({ measured: false, left: rangeFor(90, 10) })
  })

  it('sees the end as a range that closes as more calls have ended', () => {
    const early = paceOf(batch, 10)
    const late = paceOf({ ...batch, completed: 380, failed: 20, lastCompletedTime: 3_400_000 }, 10)
    expect(early?.left.low).toBeCloseTo(369, 0)
    expect(early?.left.high).toBeCloseTo(711, 0)
    expect((late?.left.high ?? 0) - (late?.left.low ?? 0)).toBeCloseTo(54, 0)
  })

  it('reads the range in words, and when that is', () => {
    expect(howLong({ low: 369, high: 711 })).toBe('6 to 12 minutes')
    expect(howLong({ low: 290, high: 310 })).toBe('about 5 minutes')
    expect(howLong({ low: 5, high: 20 })).toBe('less than a minute')
    const noon = Date.parse('2026-11-20T12:00:00')
    expect(whenBetween({ low: 600, high: 1_800 }, noon)).toMatch(/^between 12:10 .+ and 12:30 /)
    expect(whenBetween({ low: 0, high: 13 * 3_600 }, noon)).toMatch(/^between 12:00 .+ and tomorrow 01:00 /)
    // Reckoned from a start on another day, it names that day.
    const tomorrow = Date.parse('2026-11-21T09:00:00')
    expect(whenBetween({ low: 600, high: 1_800 }, tomorrow, noon)).toMatch(/^between tomorrow 09:10 .+ and 09:30 /)
    expect(whenBetween({ low: 4 * 86_400, high: 6 * 86_400 }, noon)).toMatch(/^between .*24.* and .*26/)
    expect(whenBetween({ low: 600, high: 610 }, tomorrow, noon)).toMatch(/^around tomorrow 09:10 /)
  })

  it('sees no pace once nothing is left, or the service says complete', () => {
    expect(paceOf({ ...batch, waiting: 0, active: 0 }, 10)).toBeNull()
    expect(paceOf({ ...batch, isComplete: true }, 10)).toBeNull()
  })

  it('sees no endless number where two calls ended in the same moment', () => {
    expect(paceOf({ ...batch, lastCompletedTime: batch.startTime }, 10)).toMatchObject({ measured: false })
  })
})
