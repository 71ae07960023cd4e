/** What the figures of a batch say. */

import { expect, test } from 'vitest'
import type { BatchFigures } from '#contract/index.ts'
import { shareOf } from '#ui/text/share.ts'
import { comparedLinesOf, outcomeSharesOf, stepsOf } from './figures.ts'
import { difference } from './texts.ts'

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

const whole = { ...figures, ended: 100 }

test('each step has its share of all rows and of the step before', () => {
  expect(stepsOf(whole).map(({ rows, share, ofBefore }) => [rows, share, ofBefore])).toEqual([
    [200, 1, null],
    [100, 0.5, 0.5],
    [40, 0.2, 0.4],
    [30, 0.15, 0.75],
  ])
})

test('steps of a batch whose size is unknown have no share of it, and more rows than it has are never shown', () => {
  expect(stepsOf({ ...whole, rows: null }).map(({ rows, share }) => [rows, share])).toEqual([
    [null, null],
    [100, null],
    [40, null],
    [30, null],
  ])
  expect(stepsOf({ ...figures, rows: 90 })[0]?.rows).toBe(100)
})

test('steps of a batch of which not every ended row was seen are shares of the rows known to be called', () => {
  for (const partial of [figures, { ...figures, ended: null }])
    expect(stepsOf(partial).map(({ label, rows, share, ofBefore }) => [label, rows, share, ofBefore])).toEqual([
      ['Rows in this batch', 200, null, null],
      ['Known to be called', 100, 1, null],
      ['Answered', 40, 0.4, 0.4],
      ['Talked over 20 seconds', 30, 0.3, 0.75],
    ])
})

test('how much was seen of two batches is not compared as their result', () => {
  const fewSeen = { ...figures, ended: 200, seen: 10, seenToEnd: 10, called: 10, answered: 4, talked: 3, outcomes: {} }
  const linesOf = (earlier: BatchFigures, later: BatchFigures) =>
    comparedLinesOf(earlier, later)
      .slice(0, 4)
      .map(({ label, sides: [before, after] }) => [label, before.count, before.share, after.count, after.share])
  expect(linesOf(whole, fewSeen)).toEqual([
    ['Rows in this batch', 200, null, 200, null],
    ['Known to be called', 100, null, 10, null],
    ['Answered', 40, 0.4, 4, 0.4],
    ['Talked over 20 seconds', 30, 0.75, 3, 0.75],
  ])
  expect(linesOf(whole, { ...whole, called: 50 })[1]).toEqual(['Called', 100, 0.5, 50, 0.25])
  expect(comparedLinesOf(whole, figures)[4]).toEqual({
    label: 'Agreed',
    sides: [
      { count: 10, share: 0.1 },
      { count: 10, share: 0.1 },
    ],
  })
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

test('the share of the later batch is called higher or lower than that of the earlier one, as both are shown', () => {
  expect([difference(0.4, 0.5), difference(0.5, 0.49)]).toEqual(['10 points higher', '1 point lower'])
  expect([difference(0.396, 0.404), difference(null, 0.5), difference(0.5, null)]).toEqual(['same', '–', '–'])
  const fewer = { ...whole, answered: 20, talked: 15, outcomes: { agreed: 5, no_answer: 95 } }
  const shares = comparedLinesOf(whole, fewer).map(({ sides: [before, after] }) =>
    difference(before.share, after.share),
  )
  expect(shares).toEqual([
    '–',
    'same',
    '20 points lower',
    'same',
    '5 points lower',
    '30 points lower',
    '10 points lower',
    '45 points higher',
  ])
})
