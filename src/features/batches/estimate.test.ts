import { describe, expect, it } from 'vitest'
import { aboutHowLong, paceOf, secondsFor } from './estimate.ts'

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
  it('hears "about 5 days" for 4,812 calls, one at a time', () => {
    expect(aboutHowLong(secondsFor(4_812, 1))).toBe('about 5 days')
  })

  it('hears ten at a time as a tenth', () => {
    expect(aboutHowLong(secondsFor(4_812, 10))).toBe('about 12 hours')
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
    expect(aboutHowLong(seconds)).toBe(words)
  })

  it('is never told that nothing can be called at once', () => {
    expect(secondsFor(2, 0)).toBe(180)
  })
})

describe('a manager who watches a batch', () => {
  it('sees the pace at which calls really ended', () => {
    expect(paceOf(batch, 10)).toEqual({ perMinute: 10, secondsLeft: 540, measured: true })
  })

  it('sees the usual length of a call while too few have ended', () => {
    expect(paceOf({ ...batch, completed: 2, failed: 0 }, 10)).toMatchObject({ measured: false, secondsLeft: 810 })
  })

  it('sees no pace once nothing is left, or the service says complete', () => {
    expect(paceOf({ ...batch, waiting: 0, active: 0 }, 10)).toBeNull()
    expect(paceOf({ ...batch, isComplete: true }, 10)).toBeNull()
  })

  it('sees no endless number where two calls ended in the same moment', () => {
    expect(paceOf({ ...batch, lastCompletedTime: batch.startTime }, 10)).toMatchObject({ measured: false })
  })
})
