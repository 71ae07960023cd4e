import { expect, test } from 'vitest'
import { callSeconds } from '#calling-hours/duration.ts'
import { paceOf, rangeFor } from './estimate.ts'

const progress = {
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

test('a duration assumes at least one call at a time', () => {
  expect(callSeconds(2, 0)).toBe(180)
})

test('the pace is measured as the rate at which calls end', () => {
  expect(paceOf(progress, 10)).toMatchObject({ perMinute: 10, isMeasured: true })
})

test('the pace assumes the usual length of a call until enough calls have ended', () => {
  expect(paceOf({ ...progress, completed: 2, failed: 0 }, 10)).toMatchObject({
    isMeasured: false,
    remaining: rangeFor(90, 10),
  })
})

test('the range of the remaining time narrows as more calls end', () => {
  const early = paceOf(progress, 10)
  const late = paceOf({ ...progress, completed: 380, failed: 20, lastCompletedTime: 3_400_000 }, 10)
  expect(early?.remaining.low).toBeCloseTo(369, 0)
  expect(early?.remaining.high).toBeCloseTo(711, 0)
  expect((late?.remaining.high ?? 0) - (late?.remaining.low ?? 0)).toBeCloseTo(54, 0)
})

test('there is no pace if nothing is left or the service says that the batch is complete', () => {
  expect(paceOf({ ...progress, waiting: 0, active: 0 }, 10)).toBeNull()
  expect(paceOf({ ...progress, isComplete: true }, 10)).toBeNull()
})

test('the pace is not infinite if calls ended at the start time', () => {
  expect(paceOf({ ...progress, lastCompletedTime: progress.startTime }, 10)).toMatchObject({ isMeasured: false })
})
