/** What the figures of a batch say. */

import { expect, test } from 'vitest'
import type { BatchFigures } from '#contract/index.ts'
import { shareOf } from '#ui/text/share.ts'
import { outcomeSharesOf, stepsOf } from './figures.ts'

const figures: BatchFigures = {
  rows: 200,
  ended: 120,
  seen: 100,
  seenToEnd: 100,
  called: 100,
  answered: 40,
  talked: 30,
  outcomes: { no_answer: 50, agreed: 10, talked: 30, mailbox: 10 },
  calls: 130,
  talkSeconds: 3_000,
}

test('each step has its share of all rows and of the step before', () => {
  expect(stepsOf(figures).map(({ rows, share, ofBefore }) => [rows, share, ofBefore])).toEqual([
    [200, 1, null],
    [100, 0.5, 0.5],
    [40, 0.2, 0.4],
    [30, 0.15, 0.75],
  ])
})

test('steps of a batch whose size is unknown have no share of it, and more rows than it has are never shown', () => {
  expect(stepsOf({ ...figures, rows: null }).map(({ rows, share }) => [rows, share])).toEqual([
    [null, null],
    [100, null],
    [40, null],
    [30, null],
  ])
  expect(stepsOf({ ...figures, rows: 90 })[0]?.rows).toBe(100)
})

test('outcomes come from the best to none, with their share of the rows that were called', () => {
  expect(outcomeSharesOf(figures)).toEqual([
    { outcome: 'agreed', rows: 10, share: 0.1 },
    { outcome: 'talked', rows: 30, share: 0.3 },
    { outcome: 'mailbox', rows: 10, share: 0.1 },
    { outcome: 'no_answer', rows: 50, share: 0.5 },
  ])
  expect(shareOf(0, 0)).toBeNull()
})
