import { expect, it } from 'vitest'
import { mayStillCall } from './batch-states.ts'

it.each([
  ['not read yet', null, true],
  ['running', { status: 'processing', isComplete: false, waiting: 40 }, true],
  ['running, all its calls in progress', { status: 'processing', isComplete: false, waiting: 0 }, true],
  ['completed', { status: 'completed', isComplete: true, waiting: 0 }, false],
  ['completed, with people who wait', { status: 'completed', isComplete: true, waiting: 3 }, true],
  ['cancelled, with calls in progress', { status: 'cancelled', isComplete: false, waiting: 0 }, false],
])('a batch that is %s has calls left to place, or not', (_, progress, expected) => {
  expect(mayStillCall(progress)).toBe(expected)
})
