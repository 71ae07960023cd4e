/** Shares as people read them. */
import { expect, test } from 'vitest'
import { percent, percentOf } from './share.ts'

test('a share is shown as none or all only if it is exactly that', () => {
  expect([0, 1 / 500, 0.0049, 0.005, 0.5, 0.9949, 499 / 500, 1, null].map(percent)).toEqual([
    '0%',
    '<1%',
    '<1%',
    '1%',
    '50%',
    '99%',
    '>99%',
    '100%',
    '–',
  ])
})

test('a few are more than none, and almost all are less than all', () => {
  expect([0, 0.001, 0.42, 0.999, 1].map(percentOf)).toEqual([0, 1, 42, 99, 100])
})
