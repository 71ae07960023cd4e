import { describe, expect, test } from 'vitest'
import type { PreparedBatch } from '#contract/index.ts'
import {
  callsIn,
  continueAction,
  groupPrepared,
  needsPerson,
  nextOpeningAt,
  othersIn,
  type PreparedGroup,
  preparedReasons,
  preparedTitle,
  startSentences,
  withoutDecision,
} from './prepared-texts.ts'

const preparedBatch = (fields: Partial<PreparedBatch> = {}): PreparedBatch => ({
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
  hours: null,
  callBacks: 0,
  gapHours: 0,
  operator: 'Grace',
  startedBy: 'gateway',
  startsAt: null,
  problem: null,
  at: 1,
  until: null,
  ...fields,
})
const parts: PreparedGroup = [preparedBatch(), preparedBatch({ id: 'p3', part: 3 })]
const firstTen: PreparedGroup = [
  preparedBatch({ reason: 'after_first_ten', startedBy: 'person', until: 9, part: 1, parts: 1, calls: 590 }),
]

describe('prepared batches', () => {
  test('are shown together if they start one after another', () => {
    const later = preparedBatch({ id: 'p9', reason: 'outside_hours', part: 1, parts: 1 })
    const otherLaunch = preparedBatch({ id: 'q2', effectId: 'e2' })
    expect(groupPrepared([...parts, later, otherLaunch]).map((group) => group.map(({ id }) => id))).toEqual([
      ['p2', 'p3'],
      ['p9'],
      ['q2'],
    ])
    expect(callsIn(parts)).toBe(80_000)
  })

  test.each<[string, PreparedGroup, boolean, string, string]>([
    [
      'parts that follow automatically',
      parts,
      false,
      '80,000 more calls in Renewals are waiting',
      'Part 2 of 3 starts automatically when the previous part has ended. Part 3 starts in the same way.',
    ],
    [
      'parts after a cancel',
      [preparedBatch({ problem: 'Renewals, part 1 of 3 was cancelled.' }), parts[0]],
      true,
      'Call the other 80,000 people in Renewals?',
      'Renewals, part 1 of 3 was cancelled. Switchboard did not start the remaining calls.',
    ],
    [
      'the others after the first ten',
      firstTen,
      true,
      'Call the other 590 people in Renewals?',
      'Grace started the first 10 calls.',
    ],
    [
      'people outside the calling hours',
      [preparedBatch({ reason: 'outside_hours', part: 1, parts: 1, startsAt: 5 })],
      false,
      '40,000 more calls in Renewals are waiting',
      'They were outside calling hours when the batch started, so they were left out. Switchboard starts them automatically',
    ],
  ])('say what they wait for: %s', (_, group, needsDecision, title, reason) => {
    expect(needsPerson(group)).toBe(needsDecision)
    expect(preparedTitle(group, 9)).toBe(title)
    expect(preparedReasons(group).join(' ')).toContain(reason)
  })

  const progress = { status: 'processing', isComplete: false, completed: 1, failed: 0, cancelled: 0, total: 10 }
  const others = 'The other 590 people are called only if somebody starts these calls.'
  test.each<[string, Parameters<typeof withoutDecision>[1], string]>([
    [
      'calls of the first ten are still made',
      { ...progress, active: 2, waiting: 7 },
      '9 calls in Renewals are made without a decision: 2 in progress, 7 waiting.',
    ],
    [
      'one call has not ended',
      { ...progress, active: 1, waiting: 0 },
      '1 call in Renewals is made without a decision: 1 in progress.',
    ],
    [
      'it was cancelled, and one call has not ended',
      { ...progress, status: 'cancelled', active: 1, waiting: null },
      '1 call in Renewals is made without a decision: 1 in progress.',
    ],
    ['all have ended', { ...progress, active: 0, waiting: 0 }, 'No call in Renewals is waiting or in progress.'],
    [
      'the service does not say what waits',
      { ...progress, active: 0, waiting: null },
      'Calls that are waiting or in progress in Renewals are made without a decision.',
    ],
    [
      'the progress is not known',
      null,
      'Calls that are waiting or in progress in Renewals are made without a decision.',
    ],
  ])('say who is called without a decision and who is not: %s', (_, known, going) => {
    expect(withoutDecision(firstTen, known)).toBe(
      `${known ? 'So far: 1 completed, 0 not reached. ' : ''}${going} ${others}`,
    )
  })

  test('can be continued when calling hours open', () => {
    const opensAt = new Date(2026, 10, 25, 8).getTime()
    const evening = opensAt - 12 * 3_600_000
    const remaining: PreparedGroup = [
      preparedBatch({ reason: 'window_closed', startedBy: 'person', parts: 1, startsAt: opensAt, calls: 39 }),
    ]
    expect([
      nextOpeningAt(remaining, evening),
      nextOpeningAt(remaining, opensAt),
      nextOpeningAt(parts, evening),
    ]).toEqual([opensAt, null, null])
    expect(preparedTitle(remaining, evening)).toBe('Continue with the other 39 people in Renewals?')
    expect(continueAction(opensAt, evening)).toMatch(/^Continue tomorrow 0?8:00/)
    expect(startSentences(remaining, opensAt, evening)[0]).toMatch(/^39 calls start tomorrow 0?8:00/)
    const automatic: PreparedGroup = [{ ...remaining[0], startedBy: 'gateway' }]
    expect(preparedTitle(automatic, evening)).toMatch(/^The other 39 calls in Renewals start tomorrow 0?8:00/)
  })

  test('name their part if they wait for calling hours in parts', () => {
    const opensAt = new Date(2026, 10, 25, 8).getTime()
    const evening = opensAt - 12 * 3_600_000
    const waiting = preparedBatch({ reason: 'outside_hours', part: 2, parts: 3, startsAt: opensAt, calls: 1 })
    expect(preparedTitle([waiting], evening)).toMatch(/^The 1 call in part 2 of 3 of Renewals starts tomorrow 0?8:00/)
    expect(preparedTitle([waiting], opensAt)).toBe('1 more call in part 2 of 3 of Renewals is waiting')
    expect(preparedTitle([{ ...waiting, startedBy: 'person' }], evening)).toBe(
      'Call the 1 person in part 2 of 3 of Renewals?',
    )
    expect(withoutDecision([{ ...waiting, startedBy: 'person', calls: 200 }], null)).toMatch(
      / The 200 people in part 2 of 3 are called only if somebody starts these calls\.$/,
    )
    expect([othersIn([waiting], 'call', 'calls'), othersIn(firstTen, 'call', 'calls')]).toEqual([
      '1 call',
      'other 590 calls',
    ])
  })

  test('say how many calls start now and how many follow', () => {
    expect(startSentences(parts, null, 9)).toEqual([
      '40,000 calls start as soon as you confirm.',
      'The other 40,000 calls follow in 1 part. Each part starts automatically when the previous one has ended.',
      'People who are not reached are not called again.',
    ])
    expect(startSentences([{ ...firstTen[0], callBacks: 2, gapHours: 26 }], null, 9)[1]).toBe(
      'People who are not reached are called up to 2 more times, 26 hours apart.',
    )
    expect(startSentences([{ ...firstTen[0], callBacks: 1, gapHours: 2 }], null, 9)[1]).toBe(
      'People who are not reached are called once more, after 2 hours.',
    )
  })
})
