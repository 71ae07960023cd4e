/** What the figures of a batch say. */

import { expect, test } from 'vitest'
import type { BatchFigures } from '#contract/index.ts'
import { shareOf } from '#ui/text/share.ts'
import { endedWithOutcome, knownFigures, outcomeSharesOf, stepsOf } from './figures.ts'
import { coverage, coverageHint, readSoFar } from './texts.ts'

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

test('steps of a batch of which not every ended row was seen are shares of the rows that were called, and say so', () => {
  for (const partial of [figures, { ...figures, ended: null }])
    expect(stepsOf(partial).map(({ label, rows, share, ofBefore }) => [label, rows, share, ofBefore])).toEqual([
      ['People in this batch', 200, null, null],
      ['Called, as far as read', 100, 1, null],
      ['Answered', 40, 0.4, 0.4],
      ['Talked over 20 seconds', 30, 0.3, 0.75],
    ])
})

test.each([
  ['the rows that were called, if the service does not say how many have ended', null, 100],
  ['the rows that have ended', 200, 200],
  ['the rows that were called, if most of them wait to be called back', 10, 100],
])('outcomes come from the best to none, with their share of %s', (_, ended, whole) => {
  expect(outcomeSharesOf(figures, ended)).toEqual([
    { outcome: 'agreed', rows: 10, share: 10 / whole },
    { outcome: 'talked', rows: 30, share: 30 / whole },
    { outcome: 'mailbox', rows: 10, share: 10 / whole },
    { outcome: 'no_answer', rows: 50, share: 50 / whole },
  ])
  expect(shareOf(0, 0)).toBeNull()
})

test('a called row has ended, unless it may wait to be called back', () => {
  const ahead = { ...figures, seenToEnd: 90 }
  expect([false, null, true].map((callsBack) => endedWithOutcome(ahead, callsBack))).toEqual([100, 100, 90])
})

test.each([
  ['not every row that ended was seen', 800, 900, 1_000, /known for 800 of 1,000/, /^The other rows are read/],
  ['only the state of some rows was seen', 800, 1_000, 1_000, /known for 800 of 1,000/, /^The others are read/],
  ['nearly all rows were seen', 995, 995, 1_000, /^$/, /^$/],
  ['only the state of a few rows was seen', 995, 1_000, 1_000, /^$/, /^$/],
  ['everything was seen', 1_000, 1_000, 1_000, /^$/, /^$/],
])('if %s, the hint belongs to what is said of the coverage', (_, seen, seenToEnd, ended, said, hint) => {
  expect(coverage(seen, ended)).toMatch(said)
  expect(coverageHint(seen, seenToEnd, ended)).toMatch(hint)
})

test.each([
  ['rows of batches are missing, however many single calls were counted', 40, 100, 'Read so far; 100 ended in batches'],
  ['each row that ended was read', 100, 100, ''],
  ['no row has ended', 0, 0, ''],
])('if %s, a number of calls says so', (_, seenToEnd, ended, said) => {
  expect(readSoFar({ seen: 0, seenToEnd, ended, unknownBatches: 0 })).toBe(said)
})

test('what has not been read of a batch is not known, and neither none nor all', () => {
  const unread = { ...figures, ended: 48, seen: 0, seenToEnd: 10, called: 10, answered: 10, outcomes: { answered: 10 } }
  const { base, answered, talked, talkSeconds, outcome, unread: rest } = knownFigures(unread)
  expect([base, answered, talked, talkSeconds, rest]).toEqual([10, null, null, null, 38])
  expect([outcome('answered'), outcome('mailbox'), outcome('busy')]).toEqual([10, null, null])
  // Some details are known: what was counted is shown, and a share says of how many it is.
  const partial = knownFigures({ ...figures, outcomes: { mailbox: 7 } })
  expect([partial.base, partial.answered, partial.outcome('mailbox'), partial.outcome('busy')]).toEqual([
    100,
    40,
    7,
    null,
  ])
  const whole = knownFigures({ ...figures, ended: 100, outcomes: { mailbox: 7 } })
  expect([whole.base, whole.answered, whole.outcome('mailbox'), whole.outcome('busy')]).toEqual([null, 40, 7, 0])
})
