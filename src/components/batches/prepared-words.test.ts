import { describe, expect, test } from 'vitest'
import type { PreparedBatch } from '#contract/index.ts'
import {
  callsIn,
  continueInWords,
  needsPerson,
  opensAt,
  reasonsOf,
  startInWords,
  titleOf,
  type Waiting,
  waitingOf,
} from './prepared-words.ts'

const one = (more: Partial<PreparedBatch> = {}): PreparedBatch => ({
  id: 'p2',
  effectId: 'e1',
  batchId: 'batch_1',
  reason: 'next_part',
  name: 'Renewals',
  startsAs: 'Renewals, part 2 of 3',
  part: 2,
  parts: 3,
  agentId: 'anna',
  calls: 40_000,
  destinations: [],
  callBacks: 0,
  gapHours: 0,
  operator: 'Grace',
  startedBy: 'gateway',
  startsAt: null,
  problem: null,
  at: 1,
  until: null,
  ...more,
})
const parts: Waiting = [one(), one({ id: 'p3', part: 3 })]
const firstTen: Waiting = [
  one({ reason: 'after_first_ten', startedBy: 'person', until: 9, part: 1, parts: 1, calls: 590 }),
]

describe('prepared batches', () => {
  test('are shown together where they start one after another', () => {
    const later = one({ id: 'p9', reason: 'outside_hours', part: 1, parts: 1 })
    const other = one({ id: 'q2', effectId: 'e2' })
    expect(waitingOf([...parts, later, other]).map((group) => group.map(({ id }) => id))).toEqual([
      ['p2', 'p3'],
      ['p9'],
      ['q2'],
    ])
    expect(callsIn(parts)).toBe(80_000)
  })

  test.each<[string, Waiting, boolean, string, string]>([
    [
      'parts that follow by themselves',
      parts,
      false,
      '80,000 more calls of Renewals wait',
      'Part 2 of 3 starts by itself when the part before it has ended. Part 3 follows in the same way.',
    ],
    [
      'parts after a cancel',
      [one({ problem: 'Renewals, part 1 of 3 was cancelled.' }), parts[0]],
      true,
      'Call the other 80,000 of Renewals?',
      'Renewals, part 1 of 3 was cancelled. So Switchboard has not started the others.',
    ],
    [
      'the others after the first ten',
      firstTen,
      true,
      'Call the other 590 of Renewals?',
      'Grace started the first 10 calls.',
    ],
    [
      'people outside the calling hours',
      [one({ reason: 'outside_hours', part: 1, parts: 1, startsAt: 5 })],
      false,
      '40,000 more calls of Renewals wait',
      'They were left out at the start, outside the calling hours. Switchboard starts them by itself',
    ],
  ])('say what they wait for: %s', (_, waiting, asks, title, reason) => {
    expect(needsPerson(waiting)).toBe(asks)
    expect(titleOf(waiting, 9)).toBe(title)
    expect(reasonsOf(waiting).join(' ')).toContain(reason)
  })

  test('are offered for the moment at which calling hours open for them', () => {
    const at = new Date(2026, 10, 25, 8).getTime()
    const evening = at - 12 * 3_600_000
    const left: Waiting = [one({ reason: 'window_closed', startedBy: 'person', parts: 1, startsAt: at, calls: 39 })]
    expect([opensAt(left, evening), opensAt(left, at), opensAt(parts, evening)]).toEqual([at, null, null])
    expect(titleOf(left, evening)).toBe('Continue with the other 39 of Renewals?')
    expect(continueInWords(at, evening)).toMatch(/^Continue tomorrow 0?8:00/)
    expect(startInWords(left, at, evening)[0]).toMatch(/^39 calls begin tomorrow 0?8:00/)
    const byItself: Waiting = [{ ...left[0], startedBy: 'gateway' }]
    expect(titleOf(byItself, evening)).toMatch(/^The other 39 of Renewals continue tomorrow 0?8:00/)
  })

  test('tell what is called now from what is called later', () => {
    expect(startInWords(parts, null, 9)).toEqual([
      '40,000 calls begin as soon as you start them.',
      'The other 40,000 follow later, in 1 part: each starts by itself when the one before has ended.',
      'People who are not reached are not called again.',
    ])
    expect(startInWords([{ ...firstTen[0], callBacks: 2, gapHours: 26 }], null, 9)[1]).toBe(
      'People who are not reached are called up to 2 more times, 26 hours apart.',
    )
  })
})
