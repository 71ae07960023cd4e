import { describe, expect, it } from 'vitest'
import { type Budget, type Effect, type KnownBatch, roles } from '#contract/index.ts'
import { arrangementFor } from './panels-by-role.ts'
import { problemInWords } from './problem-texts.ts'
import { problemsIn } from './problems.ts'
import { endsAt, running } from './running-batches.ts'
import { type Queue, queueNote, waitingIn } from './waiting-drafts.ts'

const minute = 60_000
const now = 1_700_000_000_000

const batch = (progress: Partial<NonNullable<KnownBatch['progress']>>, more: Partial<KnownBatch> = {}): KnownBatch => ({
  batchId: 'batch_1',
  name: 'Renewals',
  agentId: null,
  agentName: null,
  startedBy: null,
  recipients: null,
  origin: null,
  callsBack: null,
  isTest: false,
  stopped: null,
  closing: null,
  startedAt: now - 10 * minute,
  scheduledAt: null,
  readAt: now,
  progress: {
    status: 'processing',
    isComplete: false,
    waiting: 0,
    active: 0,
    completed: 0,
    failed: 0,
    cancelled: 0,
    total: 0,
    ...progress,
  },
  ...more,
})
const watching = { inFocus: 0, focusEvery: null, others: 0, othersEvery: null, perMinute: 0 }
const budget: Budget = {
  perMinute: 60,
  used: 10,
  reserved: 12,
  byLane: { cancel: 0, commands: 0, reads: 0, watching: 10 },
  byPage: [],
  byOperator: [],
  nextReadAt: null,
  nextCancelAt: null,
  pausedUntil: null,
  lastRefusal: null,
  forecast: { ...watching, withAnother: watching },
}
const calm = { budget, batches: [], unknown: [], now }
const inWords = (facts: Parameters<typeof problemsIn>[0]) => problemsIn(facts).map(problemInWords)

describe('the overview', () => {
  it('tells when a batch ends from its pace so far', () => {
    const half = batch({ completed: 8, failed: 2, waiting: 9, active: 1, total: 20 })
    expect(endsAt(half)).toBe(now + 10 * minute)
  })

  it('reckons from when a scheduled batch began, not from when somebody scheduled it', () => {
    const more = { startedAt: now - 10_000 * minute, scheduledAt: now - 10 * minute }
    expect(endsAt(batch({ completed: 8, failed: 2, waiting: 9, active: 1, total: 20 }, more))).toBe(now + 10 * minute)
  })

  it('counts no batch as running whose start is to come', () => {
    const later = batch({ status: 'scheduled', waiting: 3, total: 3 }, { scheduledAt: now + minute })
    const { calling, scheduled } = running([later, batch({ active: 1 })], now)
    expect([calling, scheduled].map(({ length }) => length)).toEqual([1, 1])
    expect(scheduled).toEqual([later])
  })

  it('reckons from when the batch was read, not from when it is shown', () => {
    const half = batch({ completed: 10, waiting: 10, total: 20 }, { readAt: now - minute })
    expect(endsAt(half)).toBe(now - minute + 9 * minute)
  })

  it('does not guess the end from too little', () => {
    expect(endsAt(batch({ completed: 2, waiting: 18 }))).toBeNull()
    expect(endsAt(batch({ completed: 9, waiting: 18 }, { startedAt: null }))).toBeNull()
    expect(endsAt(batch({ completed: 9, isComplete: true }))).toBeNull()
    expect(endsAt(batch({}, { progress: null }))).toBeNull()
  })

  it('counts as running what still places calls', () => {
    const { calling } = running(
      [batch({ isComplete: true }), batch({}, { progress: null }), batch({ waiting: 1 })],
      now,
    )
    expect(calling).toHaveLength(1)
  })

  it('counts the drafts that wait for somebody, and says how old that knowledge is', () => {
    const draft = (decision: object | null = null) => ({ decision }) as Queue['drafts'][number]
    const queue: Queue = {
      drafts: [draft(), draft(), draft({ state: 'held' })],
      readAt: now - 75_000,
      watching: 38,
      unread: 0,
      listed: true,
    }
    expect(waitingIn(queue)).toBe(2)
    expect(queueNote(queue, now)).toBe('In 38 conversations, read 1 min ago')
    // U03: an age goes on while nobody answers.
    expect(queueNote(queue, now + 45_000)).toBe('In 38 conversations, read 2 min ago')
    expect(queueNote({ ...queue, unread: 4 }, now)).toBe('In 34 of 38 conversations, read 1 min ago')
    for (const watching of [0, 38]) {
      const unseen: Queue = { drafts: [], readAt: null, watching, unread: watching, listed: true }
      expect(waitingIn(unseen)).toBeUndefined()
      expect(queueNote(unseen, now)).toMatch(/Nobody has looked/)
    }
  })

  it('finds nothing wrong where nothing is', () => {
    expect(problemsIn(calm)).toEqual([])
    expect(problemsIn({ ...calm, budget: undefined })).toEqual([])
  })

  it('puts what nobody knows first, with where to look', () => {
    const effect: Effect = {
      id: 'e1',
      endpoint: 'batchStart',
      ids: {},
      state: 'unknown',
      operator: 'Priya',
      at: now,
      settledBy: null,
      happened: null,
      reason: null,
    }
    const found = inWords({ ...calm, budget: { ...budget, pausedUntil: now + 21_200 }, unknown: [effect] })
    expect(found.map(({ at }) => at)).toEqual(['batches', 'budget'])
    expect(found[0]?.what).toBe('We do not know whether a batch was started. Asked for by Priya.')
    expect(found[1]?.until).toBe(now + 21_200)
  })

  it('names a batch whose calls fail, once enough have ended', () => {
    const bad = batch({ completed: 12, failed: 8, waiting: 5 })
    expect(inWords({ ...calm, batches: [bad] })).toMatchObject([
      { at: 'batch', id: 'batch_1', what: '40% of the calls of Renewals that ended have failed.' },
    ])
    expect(problemsIn({ ...calm, batches: [batch({ completed: 1, failed: 4 })] })).toEqual([])
  })

  it('names a batch that reaches nobody, once for both', () => {
    const nobody = batch({ failed: 34, waiting: 66 })
    expect(inWords({ ...calm, batches: [nobody] }).map(({ what }) => what)).toEqual([
      'Renewals has reached nobody: each of its first 34 calls failed.',
    ])
  })

  it('names a batch that Switchboard stopped, until somebody continues with the people left or for a day', () => {
    const stop = { at: now, ended: 24, failed: 14, read: 14, technical: 14, reasons: [] }
    const cancelled = { status: 'cancelled', isComplete: true, completed: 10, failed: 14, cancelled: 76 }
    const stopped = batch(cancelled, { stopped: stop, callsBack: false })
    const problems = (at: number, ...more: KnownBatch[]) =>
      inWords({ ...calm, now: at, batches: [stopped, ...more] }).map(({ what, next }) => `${what} ${next}`)
    expect(problems(now)).toEqual([
      'Switchboard stopped Renewals: 14 of the first 24 calls failed for a technical reason. 76 people were not called. Find the fault, then continue with the others.',
    ])
    expect(problems(now + 25 * 60 * minute)).toEqual([])
    const origin = { batchId: 'batch_1', name: 'Renewals', calls: 'never_called' } as const
    expect(problems(now, batch(cancelled, { batchId: 'batch_2', origin }))).toEqual([])
  })

  it('leads to where each unknown outcome is settled', () => {
    const effect = (endpoint: string): Effect => ({
      id: endpoint,
      endpoint,
      ids: {},
      state: 'unknown',
      operator: 'Priya',
      at: now,
      settledBy: null,
      happened: null,
      reason: null,
    })
    const found = inWords({
      ...calm,
      unknown: ['batchStart', 'callSend', 'messageAction', 'agentUpdate'].map(effect),
    })
    expect(found.map(({ at }) => at)).toEqual(['batches', 'calls', 'review', 'unknown'])
  })

  it('puts first what a role looks for, and shows everybody everything', () => {
    expect(arrangementFor(['reviewer']).figures[0]).toBe('drafts')
    expect(arrangementFor(['campaign_manager', 'support']).panels[0][0]).toBe('running')
    for (const role of roles) {
      const { figures, panels } = arrangementFor([role])
      expect(new Set(figures).size).toBe(4)
      expect(new Set(panels.flat()).size).toBe(4)
    }
  })
})
