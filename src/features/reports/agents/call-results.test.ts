/** How well calls went, before a change and after it. */
import { expect, test } from 'vitest'
import type { CallCount } from '#contract/index.ts'
import { beforeAndAfter, resultsOf, shownVersion } from './call-results.ts'
import { points, secondsDifference } from './texts.ts'
import { figureRows } from './version-results.tsx'

const group = (key: string, outcomes: CallCount['outcomes'], more: Partial<CallCount> = {}): CallCount => ({
  key,
  name: null,
  outcomes,
  longTalks: 0,
  talkSeconds: 0,
  ...more,
})

test('shares are of all calls, of those in which a person spoke, or of those whose mood is known', () => {
  const results = resultsOf([
    group(
      '1',
      { agreed: 3, said_no: 1, mailbox: 4 },
      { longTalks: 2, talkSeconds: 200, moods: { positive: 3, neutral: 0, negative: 0 } },
    ),
    group('2', { do_not_call: 1, no_answer: 1 }, { moods: { positive: 0, neutral: 1, negative: 1 } }),
  ])
  expect(results).toEqual({
    calls: 10,
    answered: 5,
    known: 10,
    talkedOf: 10,
    answeredShare: 0.5,
    talkedShare: 0.2,
    agreedShare: 0.6,
    declinedShare: 0.2,
    doNotCallShare: 0.2,
    reached: 5,
    positiveShare: 0.6,
    negativeShare: 0.2,
    knownMoods: 5,
    talkSeconds: 40,
  })
  expect(resultsOf([])).toMatchObject({ calls: 0, answeredShare: null, positiveShare: null, talkSeconds: null })
})

test('answered calls that nobody has read change no share of what people said', () => {
  const read = group('1', { agreed: 10, said_no: 5, talked: 5 })
  const { answered, reached, agreedShare, declinedShare, doNotCallShare } = resultsOf([
    read,
    group('2', { answered: 80, mailbox: 20 }),
  ])
  expect([answered, reached]).toEqual([100, 20])
  expect({ agreedShare, declinedShare, doNotCallShare }).toEqual({
    agreedShare: 0.5,
    declinedShare: 0.25,
    doNotCallShare: 0,
  })
  expect(resultsOf([group('1', { answered: 3 })])).toMatchObject({ answered: 3, reached: 0, agreedShare: null })
})

test('a change divides the calls by their version, and leaves out those whose version is not known', () => {
  const groups = [
    group('', { agreed: 9 }),
    group('9', { agreed: 1 }),
    group('10', { agreed: 2 }),
    group('11', { busy: 4 }),
  ]
  const { before, after } = beforeAndAfter(groups, 10)
  expect([before.calls, after.calls, after.answered]).toEqual([1, 6, 2])
  expect(shownVersion(groups, 0)).toBe(11)
  expect(shownVersion(groups, 9)).toBe(9)
  expect(shownVersion([group('', { busy: 1 })], 0)).toBeNull()
})

test('a difference is above 0 if the later figure is higher', () => {
  expect([points(0.5, 0.4), points(0.4, 0.5), points(0.404, 0.396)]).toEqual(['+10', '−10', '±0'])
  expect([points(null, 0.4), points(0.4, null)]).toEqual(['–', '–'])
  expect([secondsDifference(90, 60), secondsDifference(60, 90), secondsDifference(60.4, 59.6)]).toEqual([
    '+30 s',
    '−30 s',
    '±0 s',
  ])
  expect([secondsDifference(null, 60), secondsDifference(60, null)]).toEqual(['–', '–'])
})

test('each figure is shown before a change, after it, and with its difference', () => {
  const before = group(
    '1',
    { agreed: 2, said_no: 3, mailbox: 5 },
    { longTalks: 1, talkSeconds: 50, moods: { positive: 1, neutral: 0, negative: 3 } },
  )
  const after = group(
    '2',
    { agreed: 6, said_no: 1, do_not_call: 1, mailbox: 2 },
    { longTalks: 4, talkSeconds: 320, moods: { positive: 3, neutral: 0, negative: 1 } },
  )
  const rows = figureRows(beforeAndAfter([before, after], 2))
  const cells = rows.map((row) => [row.label, row.before, row.after, row.difference])
  expect(cells.map((row) => row.map((text) => text.replaceAll('\u00a0', ' ')))).toEqual([
    ['Calls', '10', '10', ''],
    ['Answered', '50%', '80%', '+30'],
    ['Over 20 s', '10%', '40%', '+30'],
    ['Agreed', '40% of 5', '75% of 8', '+35'],
    ['Said no', '60% of 5', '13% of 8', '−47'],
    ['Asked not to be called', '0% of 5', '13% of 8', '+13'],
    ['Positive', '25% of 4', '75% of 4', '+50'],
    ['Negative', '75% of 4', '25% of 4', '−50'],
    ['Average talk time', '10 s', '40 s', '+30 s'],
  ])
})
