import { expect, test } from 'vitest'
import { callSeconds } from '#calling-hours/duration.ts'
import { paceOf, rangeFor } from './estimate.ts'

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

test('assumes at least one call at a time', () => {
  expect(callSeconds(2, 0)).toBe(180)
})

test('measures the pace at which calls ended', () => {
  expect(paceOf(batch, 10)).toMatchObject({ perMinute: 10, measured: true })
})

test('assumes the usual length of a call until enough calls have ended', () => {
  expect(paceOf({ ...batch, completed: 2, failed: 0 }, 10)).toMatchObject({ measured: false, left: rangeFor(90, 10) })
})

test('narrows the range as more calls end', () => {
  const early = paceOf(batch, 10)
  const late = paceOf({ ...batch, completed: 380, failed: 20, lastCompletedTime: 3_400_000 }, 10)
  expect(early?.left.low).toBeCloseTo(369, 0)
  expect(early?.left.high).toBeCloseTo(711, 0)
  expect((late?.left.high ?? 0) - (late?.left.low ?? 0)).toBeCloseTo(54, 0)
})

test('has no pace if nothing is left or the service says that the batch is complete', () => {
  expect(paceOf({ ...batch, waiting: 0, active: 0 }, 10)).toBeNull()
  expect(paceOf({ ...batch, isComplete: true }, 10)).toBeNull()
})

test('has no infinite pace if calls ended at the start time', () => {
  expect(paceOf({ ...batch, lastCompletedTime: batch.startTime }, 10)).toMatchObject({ measured: false })
})
