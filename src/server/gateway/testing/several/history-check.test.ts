/** The judge of histories, on histories made up for it: what is good passes, and each promise that is broken is found. */
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
const judge = (history: Partial<History>) =>
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

describe('a history that keeps every promise', () => {
  test('has no problem: done, refused, undone, and unknown either way', () => {
    expect(
      judge({
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

  test('may have a second client refused what the first one did, and do what another undid', () => {
    const first = { target: 'Approve m1', outcome: 'held' } as const
    expect(
      judge({
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

  test('may have what nobody knows happen or not', () => {
    const unknown = { attempts: [attempt({ outcome: 'unknown' })], recorded: [recorded(['sending', 'unknown'])] }
    expect(judge({ ...unknown, carriedOut: ['call +1'] })).toEqual([])
    expect(judge({ ...unknown, carriedOut: [] })).toEqual([])
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
      'that was told to be done and is not',
      { attempts: [attempt()], recorded: [recorded(['sending', 'unknown'])] },
      /told that it is done/,
    ],
    [
      'of which every answer said that nothing was sent',
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
      'that waits for ever',
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
      'that was sent again when nobody knew what had become of it',
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
  ])('%s is found', (_, history, problem) => {
    expect(judge(history).join('\n')).toMatch(problem)
  })
})

describe('a draft', () => {
  const grace = claim({ operator: 'Grace', invoked: 20_000, ended: 20_010 })

  test('that two people have is found', () => {
    expect(judge({ claims: [claim(), grace] })).toEqual(['m1: Grace and Priya have it at the same time'])
  })

  test.each<[string, ClaimStep[]]>([
    ['was released', [claim(), claim({ outcome: 'released', invoked: 100, ended: 110 }), grace]],
    ['may have been released', [claim(), claim({ outcome: 'unknown', invoked: 100, ended: 110 }), grace]],
    ['is taken from its holder by force', [claim(), { ...grace, instead: true }]],
    ['lapsed', [claim(), { ...grace, invoked: 59_000, ended: 59_010 }]],
    ['is asked for by both at once', [claim({ ended: 20_005 }), grace]],
    ['is another one', [claim({ messageId: 'm2' }), grace]],
  ])('that %s may be had by another', (_, claims) => {
    expect(judge({ claims })).toEqual([])
  })
})

test('a session that is still answered 2 s after it was ended is found', () => {
  const uses = (invoked: number, status: number) => ({
    endedSessions: [{ endedAt: 1_000, uses: [{ invoked, status }] }],
  })
  expect(judge(uses(2_900, 200))).toEqual([])
  expect(judge(uses(3_100, 401))).toEqual([])
  expect(judge({ ...uses(3_100, 200), databaseAway: [{ from: 3_000, to: 4_000 }] })).toEqual([])
  expect(judge(uses(3_100, 200))).toEqual(['a session was answered 200 2100 ms after it was ended'])
})

describe('a session', () => {
  const saw = (invoked: number, more: object, session = 's1') => ({ session, invoked, ended: invoked + 10, ...more })

  test('that sees an effect go back is found, unless it went back', () => {
    const seen = [saw(0, { states: { e1: 'sending' } }), saw(100, { states: { e1: 'held' } })]
    expect(judge({ seen })).toEqual(['s1 saw effect e1 sending, and later held'])
    expect(judge({ seen, recorded: [recorded(['held', 'sending', 'held', 'withdrawn'])] })).toEqual([])
  })

  test('that sees an older reading is found; another session, or one that asked meanwhile, may', () => {
    const read = (at: number) => ({ read: { path: '/gateway/live-calls', at } })
    const older = saw(100, read(1_000))
    expect(judge({ seen: [saw(0, read(9_000)), older] })).toEqual([
      's1 saw /gateway/live-calls as it was 8000 ms before what it had seen',
    ])
    expect(judge({ seen: [saw(0, read(9_000), 's2'), older] })).toEqual([])
    expect(judge({ seen: [{ ...saw(0, read(9_000)), ended: 500 }, older] })).toEqual([])
    // A gateway without its database answers from memory.
    expect(judge({ seen: [saw(0, read(9_000)), older], databaseAway: [{ from: 90, to: 200 }] })).toEqual([])
    expect(judge({ seen: [saw(0, read(9_000)), older], databaseAway: [{ from: 110, to: 200 }] })).toHaveLength(1)
  })
})

describe('the plan', () => {
  const every = (ms: number, count: number) => Array.from({ length: count }, (_, at) => at * ms)

  test('counts any 60 s, both ends included', () => {
    expect(mostInMinute(every(1_000, 200))).toBe(61)
    expect(mostInMinute(every(1_001, 200).toReversed())).toBe(60)
  })

  test('that was passed is found, and so is a refusal', () => {
    expect(judge({ requests: every(1_001, 200) })).toEqual([])
    expect(judge({ requests: every(900, 200) })).toEqual(['67 requests came within 60 s; the plan has 60'])
    expect(judge({ requests: every(5_000, 9), refused: [7_000] })).toEqual([
      'the service refused 1 requests for its limit',
    ])
  })
})
