/** Tests `checkHistory` with invented histories: it accepts good ones, and reports each broken promise. */
import { describe, expect, test } from 'vitest'
import {
  type Attempt,
  type ClaimStep,
  checkHistory,
  type History,
  mostInMinute,
  type Recorded,
} from './history-check.ts'

const attempt = (more: Partial<Attempt> = {}): Attempt => ({
  key: 'k1',
  target: 'call +1',
  operator: 'Priya',
  invoked: 0,
  ended: 10,
  outcome: 'done',
  effectId: 'e1',
  ...more,
})
const recorded = (states: string[], more: Partial<Recorded> = {}): Recorded => ({
  effectId: 'e1',
  key: 'k1',
  steps: states.map((state) => ({ state })),
  ...more,
})
const claim = (more: Partial<ClaimStep> = {}): ClaimStep => ({
  messageId: 'm1',
  operator: 'Priya',
  invoked: 0,
  ended: 10,
  outcome: 'taken',
  leaseMs: 60_000,
  instead: false,
  ...more,
})
const check = (history: Partial<History>) =>
  checkHistory({
    attempts: [],
    undos: [],
    claims: [],
    endedSessions: [],
    seen: [],
    recorded: [],
    carriedOut: [],
    requests: [],
    refused: [],
    plan: { perMinute: 60 },
    ...history,
  })

describe('a history without problems', () => {
  test('may have commands that are done, refused, undone or unknown', () => {
    expect(
      check({
        attempts: [
          attempt({ outcome: 'unknown', effectId: null }),
          attempt({ invoked: 20, ended: 30 }),
          attempt({ key: 'k2', target: 'call +2', outcome: 'not sent', effectId: null }),
          attempt({ key: 'k3', target: 'approve m3', outcome: 'held', effectId: 'e3' }),
          attempt({ key: 'k4', target: 'approve m4', outcome: 'held', effectId: 'e4' }),
          attempt({ key: 'k5', target: 'call +5', outcome: 'unknown', effectId: 'e5' }),
        ],
        undos: [{ effectId: 'e3', invoked: 40, ended: 50, outcome: 'withdrawn' }],
        recorded: [
          recorded(['sending', 'done']),
          recorded(['held', 'withdrawn'], { effectId: 'e3', key: 'k3' }),
          recorded(['held', 'sending', 'held', 'sending', 'unknown', 'done'], { effectId: 'e4', key: 'k4' }),
          recorded(['sending', 'unknown'], { effectId: 'e5', key: 'k5' }),
        ],
        carriedOut: ['call +1', 'approve m4'],
      }),
    ).toEqual([])
  })

  test('may refuse a second client, or carry out what another client undid', () => {
    const first = { target: 'Approve m1', outcome: 'held' } as const
    expect(
      check({
        attempts: [
          attempt(first),
          attempt({ ...first, key: 'k2', outcome: 'not sent' }),
          attempt({ ...first, key: 'k3', effectId: 'e3' }),
        ],
        undos: [{ effectId: 'e1', invoked: 20, ended: 30, outcome: 'withdrawn' }],
        recorded: [
          recorded(['held', 'withdrawn']),
          recorded(['held', 'sending', 'done'], { effectId: 'e3', key: 'k3' }),
        ],
        carriedOut: ['Approve m1'],
      }),
    ).toEqual([])
  })

  test('may have unknown commands, whether they happened or not', () => {
    const unknown = { attempts: [attempt({ outcome: 'unknown' })], recorded: [recorded(['sending', 'unknown'])] }
    expect(check({ ...unknown, carriedOut: ['call +1'] })).toEqual([])
    expect(check({ ...unknown, carriedOut: [] })).toEqual([])
  })
})

describe('a command', () => {
  test.each<[string, Partial<History>, RegExp]>([
    [
      'that was carried out twice',
      { attempts: [attempt()], recorded: [recorded(['sending', 'done'])], carriedOut: ['call +1', 'call +1'] },
      /call \+1 was carried out 2 times/,
    ],
    [
      'that was reported as done and is not',
      { attempts: [attempt()], recorded: [recorded(['sending', 'unknown'])] },
      /told that it is done/,
    ],
    [
      'that was carried out although every answer said that nothing was sent',
      { attempts: [attempt({ outcome: 'not sent', effectId: null })], carriedOut: ['call +1'] },
      /every answer said that nothing was sent/,
    ],
    [
      'that the ledger has as refused although it happened',
      {
        attempts: [attempt({ outcome: 'unknown' })],
        recorded: [recorded(['sending', 'refused'])],
        carriedOut: ['call +1'],
      },
      /the ledger says refused, and the service did it/,
    ],
    [
      'that the ledger has as done although it did not happen',
      { attempts: [attempt({ outcome: 'unknown' })], recorded: [recorded(['sending', 'done'])] },
      /the ledger says that it is done, and the service did not do it/,
    ],
    [
      'that was acknowledged and is lost',
      { attempts: [attempt({ outcome: 'held' })] },
      /was acknowledged, and the ledger does not have it/,
    ],
    [
      'that stays held',
      { attempts: [attempt({ outcome: 'held' })], recorded: [recorded(['held'])] },
      /it is held for ever/,
    ],
    [
      'that is in no ledger',
      { attempts: [attempt({ outcome: 'unknown', effectId: null })], carriedOut: ['call +1'] },
      /the ledger does not have it/,
    ],
    ['that nobody asked for', { carriedOut: ['call +9'] }, /call \+9: it was carried out, and nobody asked for it/],
    [
      'that was undone and sent',
      {
        attempts: [attempt({ outcome: 'held' })],
        undos: [{ effectId: 'e1', invoked: 20, ended: 30, outcome: 'withdrawn' }],
        recorded: [recorded(['held', 'sending', 'done'])],
        carriedOut: ['call +1'],
      },
      /told that it is undone, and it was sent/,
    ],
    [
      'that was sent again while it was unknown',
      {
        attempts: [attempt({ outcome: 'unknown' })],
        recorded: [recorded(['sending', 'unknown', 'sending', 'done'])],
        carriedOut: ['call +1'],
      },
      /went from unknown to sending/,
    ],
    [
      'that was sent after it had been withdrawn',
      {
        attempts: [attempt({ outcome: 'held' })],
        recorded: [recorded(['held', 'withdrawn', 'sending', 'done'])],
        carriedOut: ['call +1'],
      },
      /went from withdrawn to sending/,
    ],
  ])('%s is reported', (_, history, problem) => {
    expect(check(history).join('\n')).toMatch(problem)
  })
})

describe('a draft', () => {
  const grace = claim({ operator: 'Grace', invoked: 20_000, ended: 20_010 })

  test('that two people have at once is reported', () => {
    expect(check({ claims: [claim(), grace] })).toEqual(['m1: Grace and Priya have it at the same time'])
  })

  test.each<[string, ClaimStep[]]>([
    ['was released', [claim(), claim({ outcome: 'released', invoked: 100, ended: 110 }), grace]],
    ['may have been released', [claim(), claim({ outcome: 'unknown', invoked: 100, ended: 110 }), grace]],
    ['is taken over from its holder', [claim(), { ...grace, instead: true }]],
    ['has an expired claim', [claim(), { ...grace, invoked: 59_000, ended: 59_010 }]],
    ['is claimed by both at once', [claim({ ended: 20_005 }), grace]],
    ['is a different one', [claim({ messageId: 'm2' }), grace]],
  ])('that %s may be claimed by another', (_, claims) => {
    expect(check({ claims })).toEqual([])
  })
})

test('a session that is still answered 2 s after it ended is reported', () => {
  const uses = (invoked: number, status: number) => ({
    endedSessions: [{ endedAt: 1_000, uses: [{ invoked, status }] }],
  })
  expect(check(uses(2_900, 200))).toEqual([])
  expect(check(uses(3_100, 401))).toEqual([])
  expect(check({ ...uses(3_100, 200), databaseAway: [{ from: 3_000, to: 4_000 }] })).toEqual([])
  expect(check(uses(3_100, 200))).toEqual(['a session was answered 200 2100 ms after it was ended'])
})

describe('a session', () => {
  const sighting = (invoked: number, more: object, session = 's1') => ({
    session,
    invoked,
    ended: invoked + 10,
    ...more,
  })

  test('that sees an effect return to an earlier state is reported, unless the ledger has that too', () => {
    const seen = [sighting(0, { states: { e1: 'sending' } }), sighting(100, { states: { e1: 'held' } })]
    expect(check({ seen })).toEqual(['s1 saw effect e1 sending, and later held'])
    expect(check({ seen, recorded: [recorded(['held', 'sending', 'held', 'withdrawn'])] })).toEqual([])
  })

  test('that sees an older snapshot is reported, but not another session or a concurrent request', () => {
    const read = (at: number) => ({ read: { path: '/gateway/live-calls', at } })
    const older = sighting(100, read(1_000))
    expect(check({ seen: [sighting(0, read(9_000)), older] })).toEqual([
      's1 saw /gateway/live-calls as it was 8000 ms before what it had seen',
    ])
    expect(check({ seen: [sighting(0, read(9_000), 's2'), older] })).toEqual([])
    expect(check({ seen: [{ ...sighting(0, read(9_000)), ended: 500 }, older] })).toEqual([])
    // A gateway without its database answers from memory.
    expect(check({ seen: [sighting(0, read(9_000)), older], databaseAway: [{ from: 90, to: 200 }] })).toEqual([])
    expect(check({ seen: [sighting(0, read(9_000)), older], databaseAway: [{ from: 110, to: 200 }] })).toHaveLength(1)
  })
})

describe('the plan', () => {
  const every = (ms: number, count: number) => Array.from({ length: count }, (_, at) => at * ms)

  test('counts any 60 s, both ends included', () => {
    expect(mostInMinute(every(1_000, 200))).toBe(61)
    expect(mostInMinute(every(1_001, 200).toReversed())).toBe(60)
  })

  test('that was exceeded is reported, and so is a refusal', () => {
    expect(check({ requests: every(1_001, 200) })).toEqual([])
    expect(check({ requests: every(900, 200) })).toEqual(['67 requests came within 60 s; the plan has 60'])
    expect(check({ requests: every(5_000, 9), refused: [7_000] })).toEqual([
      'the service refused 1 requests for its limit',
    ])
  })
})
