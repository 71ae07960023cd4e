/** How well calls went, before a change and after it. */
import { expect, test } from 'vitest'
import type { CallCount } from '#contract/index.ts'
import { beforeAndAfter, resultsOf, shownVersion } from './call-results.ts'

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
