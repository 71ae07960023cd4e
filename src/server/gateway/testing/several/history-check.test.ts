/** Tests `checkHistory` with invented histories: it accepts valid ones, and reports each broken promise. */
import { describe, expect, test } from 'vitest'
import {
  type Attempt,
  type ClaimRequest,
  checkHistory,
  type History,
  type LedgerEffect,
  maxRequestsPerMinute,
} from './history-check.ts'

const attempt = (overrides: Partial<Attempt> = {}): Attempt => ({
  key: 'k1',
  target: 'call +1',
  operator: 'Priya',
  invoked: 0,
  ended: 10,
  outcome: 'done',
  effectId: 'e1',
  ...overrides,
})
const ledgerEffect = (states: string[], overrides: Partial<LedgerEffect> = {}): LedgerEffect => ({
  effectId: 'e1',
  key: 'k1',
  steps: states.map((state) => ({ state })),
  ...overrides,
})
const claim = (overrides: Partial<ClaimRequest> = {}): ClaimRequest => ({
  messageId: 'm1',
  operator: 'Priya',
  invoked: 0,
  ended: 10,
  outcome: 'taken',
  leaseMs: 60_000,
  isTakeover: false,
  ...overrides,
})
/** Checks a history that is empty apart from the given lists. */
const check = (history: Partial<History>) =>
  checkHistory({
    attempts: [],
    undos: [],
    claims: [],
    endedSessions: [],
    observations: [],
    effects: [],
    carriedOut: [],
    requests: [],
    refused: [],
    plan: { perMinute: 60 },
    ...history,
  })

describe('a valid history', () => {
  test('may contain commands that are done, refused, undone or unknown', () => {
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
        effects: [
          ledgerEffect(['sending', 'done']),
          ledgerEffect(['held', 'withdrawn'], { effectId: 'e3', key: 'k3' }),
          ledgerEffect(['held', 'sending', 'held', 'sending', 'unknown', 'done'], { effectId: 'e4', key: 'k4' }),
          ledgerEffect(['sending', 'unknown'], { effectId: 'e5', key: 'k5' }),
        ],
        carriedOut: ['call +1', 'approve m4'],
      }),
    ).toEqual([])
  })

  test('may refuse a second client, or carry out a command that another client undid', () => {
    const approval = { target: 'Approve m1', outcome: 'held' } as const
    expect(
      check({
        attempts: [
          attempt(approval),
          attempt({ ...approval, key: 'k2', outcome: 'not sent' }),
          attempt({ ...approval, key: 'k3', effectId: 'e3' }),
        ],
        undos: [{ effectId: 'e1', invoked: 20, ended: 30, outcome: 'withdrawn' }],
        effects: [
          ledgerEffect(['held', 'withdrawn']),
          ledgerEffect(['held', 'sending', 'done'], { effectId: 'e3', key: 'k3' }),
        ],
        carriedOut: ['Approve m1'],
      }),
    ).toEqual([])
  })

  test('may contain unknown commands, whether they happened or not', () => {
    const unknown = {
      attempts: [attempt({ outcome: 'unknown' })],
      effects: [ledgerEffect(['sending', 'unknown'])],
    }
    expect(check({ ...unknown, carriedOut: ['call +1'] })).toEqual([])
    expect(check({ ...unknown, carriedOut: [] })).toEqual([])
  })
})

describe('checkHistory', () => {
  test.each<[string, Partial<History>, RegExp]>([
    [
      'that was carried out twice',
      { attempts: [attempt()], effects: [ledgerEffect(['sending', 'done'])], carriedOut: ['call +1', 'call +1'] },
      /call \+1 was carried out 2 times/,
    ],
    [
      'that was answered as done and did not happen',
      { attempts: [attempt()], effects: [ledgerEffect(['sending', 'unknown'])] },
      /told that it is done/,
    ],
    [
      'that was carried out, with answers that nothing was sent',
      { attempts: [attempt({ outcome: 'not sent', effectId: null })], carriedOut: ['call +1'] },
      /every answer said that nothing was sent/,
    ],
    [
      'that happened and is refused in the ledger',
      {
        attempts: [attempt({ outcome: 'unknown' })],
        effects: [ledgerEffect(['sending', 'refused'])],
        carriedOut: ['call +1'],
      },
      /the ledger says refused, and the service did it/,
    ],
    [
      'that did not happen and is done in the ledger',
      { attempts: [attempt({ outcome: 'unknown' })], effects: [ledgerEffect(['sending', 'done'])] },
      /the ledger says that it is done, and the service did not do it/,
    ],
    [
      'that was acknowledged and is missing in the ledger',
      { attempts: [attempt({ outcome: 'held' })] },
      /was acknowledged, and the ledger does not have it/,
    ],
    [
      'that stays held',
      { attempts: [attempt({ outcome: 'held' })], effects: [ledgerEffect(['held'])] },
      /it stays held/,
    ],
    [
      'that happened and is missing in the ledger',
      { attempts: [attempt({ outcome: 'unknown', effectId: null })], carriedOut: ['call +1'] },
      /the ledger does not have it/,
    ],
    ['that nobody requested', { carriedOut: ['call +9'] }, /call \+9: it was carried out, and nobody requested it/],
    [
      'that was undone and sent',
      {
        attempts: [attempt({ outcome: 'held' })],
        undos: [{ effectId: 'e1', invoked: 20, ended: 30, outcome: 'withdrawn' }],
        effects: [ledgerEffect(['held', 'sending', 'done'])],
        carriedOut: ['call +1'],
      },
      /told that it is undone, and it was sent/,
    ],
    [
      'that was sent again while it was unknown',
      {
        attempts: [attempt({ outcome: 'unknown' })],
        effects: [ledgerEffect(['sending', 'unknown', 'sending', 'done'])],
        carriedOut: ['call +1'],
      },
      /went from unknown to sending/,
    ],
    [
      'that was sent after it had been withdrawn',
      {
        attempts: [attempt({ outcome: 'held' })],
        effects: [ledgerEffect(['held', 'withdrawn', 'sending', 'done'])],
        carriedOut: ['call +1'],
      },
      /went from withdrawn to sending/,
    ],
  ])('reports a command %s', (_, history, problem) => {
    expect(check(history).join('\n')).toMatch(problem)
  })
})

describe('checkHistory, for the claims of a draft,', () => {
  const laterClaim = claim({ operator: 'Grace', invoked: 20_000, ended: 20_010 })

  test('reports a draft that two people have claimed at the same time', () => {
    expect(check({ claims: [claim(), laterClaim] })).toEqual(['m1: Grace and Priya have it at the same time'])
  })

  test.each<[string, ClaimRequest[]]>([
    ['the first was released', [claim(), claim({ outcome: 'released', invoked: 100, ended: 110 }), laterClaim]],
    [
      'the first may have been released',
      [claim(), claim({ outcome: 'unknown', invoked: 100, ended: 110 }), laterClaim],
    ],
    ['the second is a takeover', [claim(), { ...laterClaim, isTakeover: true }]],
    ['the first has expired', [claim(), { ...laterClaim, invoked: 59_000, ended: 59_010 }]],
    ['both were requested at the same time', [claim({ ended: 20_005 }), laterClaim]],
    ['they are of different drafts', [claim({ messageId: 'm2' }), laterClaim]],
  ])('accepts two claims if %s', (_, claims) => {
    expect(check({ claims })).toEqual([])
  })
})

test('checkHistory reports an ended session that is still accepted after 2 s', () => {
  const endedSession = (invoked: number, status: number) => ({
    endedSessions: [{ endedAt: 1_000, uses: [{ invoked, status }] }],
  })
  expect(check(endedSession(2_900, 200))).toEqual([])
  expect(check(endedSession(3_100, 401))).toEqual([])
  expect(check({ ...endedSession(3_100, 200), databaseOutages: [{ from: 3_000, to: 4_000 }] })).toEqual([])
  expect(check(endedSession(3_100, 200))).toEqual(['a session was answered 200 2100 ms after it was ended'])
})

describe('checkHistory, for the answers to one session,', () => {
  const observation = (invoked: number, data: object, session = 's1') => ({
    session,
    invoked,
    ended: invoked + 10,
    ...data,
  })

  test('reports an effect that returns to an earlier state, unless its ledger history contains this too', () => {
    const observations = [observation(0, { states: { e1: 'sending' } }), observation(100, { states: { e1: 'held' } })]
    expect(check({ observations })).toEqual(['s1 saw effect e1 sending, and later held'])
    expect(check({ observations, effects: [ledgerEffect(['held', 'sending', 'held', 'withdrawn'])] })).toEqual([])
  })

  test('reports older data than before, but not of another session or a concurrent request', () => {
    const read = (at: number) => ({ read: { path: '/gateway/live-calls', at } })
    const older = observation(100, read(1_000))
    expect(check({ observations: [observation(0, read(9_000)), older] })).toEqual([
      's1 got /gateway/live-calls with data 8000 ms older than before',
    ])
    expect(check({ observations: [observation(0, read(9_000), 's2'), older] })).toEqual([])
    expect(check({ observations: [{ ...observation(0, read(9_000)), ended: 500 }, older] })).toEqual([])
    // A gateway without its database answers from memory.
    expect(
      check({ observations: [observation(0, read(9_000)), older], databaseOutages: [{ from: 90, to: 200 }] }),
    ).toEqual([])
    expect(
      check({ observations: [observation(0, read(9_000)), older], databaseOutages: [{ from: 110, to: 200 }] }),
    ).toHaveLength(1)
  })
})

describe('the plan’s rate limit', () => {
  const timesEvery = (intervalMs: number, count: number) =>
    Array.from({ length: count }, (_, index) => index * intervalMs)

  test('counts any 60 s, both ends included', () => {
    expect(maxRequestsPerMinute(timesEvery(1_000, 200))).toBe(61)
    expect(maxRequestsPerMinute(timesEvery(1_001, 200).toReversed())).toBe(60)
  })

  test('is reported if it was exceeded or a request was refused', () => {
    expect(check({ requests: timesEvery(1_001, 200) })).toEqual([])
    expect(check({ requests: timesEvery(900, 200) })).toEqual(['67 requests arrived within 60 s; the plan allows 60'])
    expect(check({ requests: timesEvery(5_000, 9), refused: [7_000] })).toEqual([
      'the service refused 1 requests because of the rate limit',
    ])
  })
})
