import { expect, test } from 'vitest'
import { problemOf, reasonsIn } from './reasons.ts'

test('each line is a reason; blank and repeated lines do not count', () => {
  expect(reasonsIn(' Wrong  facts \n\nWrong tone\nWrong facts')).toEqual(['Wrong facts', 'Wrong tone'])
  expect(reasonsIn(' \n')).toEqual([])
})

test('says why the reasons cannot be saved', () => {
  const problem = (rejectReasons: string[], isReasonRequired = false) => problemOf({ rejectReasons, isReasonRequired })
  expect(problem(['Wrong facts'], true)).toBeNull()
  expect(problem([])).toBeNull()
  expect(problem([], true)).toBe('List at least one reason, or require none.')
  expect(problem(['Wrong facts', 'x'.repeat(61)])).toBe('Reason 2 is too long. A reason has at most 60 characters.')
  const ten = Array.from({ length: 10 }, (_, index) => `reason ${index}`)
  expect(problem(ten)).toBe('These are 10 lines. At most 9 reasons can be listed.')
})
