import { expect, test } from 'vitest'
import { durationText, endTimeText, estimatedDuration } from './estimate-texts.ts'

test.each([
  [1, '3 to 10 days'],
  [10, '6 to 24 hours'],
])('4,812 calls, %i at a time, take %s', (concurrentCalls, text) => {
  expect(estimatedDuration(4_812, concurrentCalls)).toBe(text)
})

test.each([
  [0, 'less than a minute'],
  [59, 'less than a minute'],
  [60, 'about 1 minute'],
  [89 * 60, 'about 89 minutes'],
  [90 * 60, 'about 2 hours'],
  [35 * 3_600, 'about 35 hours'],
  [36 * 3_600, 'about 2 days'],
])('%i seconds are "%s"', (seconds, text) => {
  expect(durationText({ low: seconds, high: seconds })).toBe(text)
})

test.each([
  [369, 711, '6 to 12 minutes'],
  [290, 310, 'about 5 minutes'],
  [5, 20, 'less than a minute'],
])('%i to %i seconds are "%s"', (low, high, text) => {
  expect(durationText({ low, high })).toBe(text)
})

test('the end is a time of day, with the day if it is not today', () => {
  const noon = Date.parse('2026-11-20T12:00:00')
  expect(endTimeText({ low: 600, high: 1_800 }, noon)).toMatch(/^between 12:10 .+ and 12:30 /)
  expect(endTimeText({ low: 0, high: 13 * 3_600 }, noon)).toMatch(/^between 12:00 .+ and tomorrow 0?1:00 /)
  const tomorrow = Date.parse('2026-11-21T09:00:00')
  expect(endTimeText({ low: 600, high: 1_800 }, tomorrow, noon)).toMatch(/^between tomorrow 0?9:10 .+ and 0?9:30 /)
  expect(endTimeText({ low: 4 * 86_400, high: 6 * 86_400 }, noon)).toMatch(/^between .*24.* and .*26/)
  expect(endTimeText({ low: 600, high: 610 }, tomorrow, noon)).toMatch(/^around tomorrow 0?9:10 /)
})
