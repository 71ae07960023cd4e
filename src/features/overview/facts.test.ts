import { describe, expect, it } from 'vitest'
import type { Budget, Effect, KnownBatch } from '#contract/index.ts'
import { endsAt, running, troubles } from './facts.ts'

const minute = 60_000
const now = 1_700_000_000_000

const batch = (progress: Partial<NonNullable<KnownBatch['progress']>>, more: Partial<KnownBatch> = {}): KnownBatch => ({
  batchId: 'batch_1',
  name: 'Renewals',
  agentId: null,
  agentName: null,
  startedBy: null,
  startedAt: now - 10 * minute,
  age: 0,
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
const budget: Budget = {
  perMinute: 60,
  used: 10,
  reserved: 12,
  byLane: { cancel: 0, commands: 0, reads: 0, watching: 10 },
  byPage: [],
  byOperator: [],
  nextReadIn: 0,
  pausedFor: 0,
  lastRefusal: null,
}
const calm = { budget, batches: [], unknown: [] }

describe('the overview', () => {
  it('tells when a batch ends from its pace so far', () => {
    const half = batch({ completed: 8, failed: 2, waiting: 9, active: 1, total: 20 })
    expect(endsAt(half, now)).toBe(now + 10 * minute)
  })

  it('reckons from when the batch was read, not from when it is shown', () => {
    const half = batch({ completed: 10, waiting: 10, total: 20 }, { age: 60 })
    expect(endsAt(half, now)).toBe(now - minute + 9 * minute)
  })

  it('does not guess the end from too little', () => {
    expect(endsAt(batch({ completed: 2, waiting: 18 }), now)).toBeNull()
    expect(endsAt(batch({ completed: 9, waiting: 18 }, { startedAt: null }), now)).toBeNull()
    expect(endsAt(batch({ completed: 9, isComplete: true }), now)).toBeNull()
    expect(endsAt(batch({}, { progress: null }), now)).toBeNull()
  })

  it('counts as running what still places calls', () => {
    expect(running([batch({ isComplete: true }), batch({}, { progress: null }), batch({ waiting: 1 })])).toHaveLength(1)
  })

  it('finds nothing wrong where nothing is', () => {
    expect(troubles(calm)).toEqual([])
    expect(troubles({ ...calm, budget: undefined })).toEqual([])
  })

  it('puts what nobody knows first, with where to look', () => {
    const effect: Effect = {
      id: 'e1',
      endpoint: 'launchStart',
      ids: {},
      state: 'unknown',
      operator: 'Priya',
      at: now,
      settledBy: null,
      happened: null,
      reason: null,
    }
    const found = troubles({ ...calm, budget: { ...budget, pausedFor: 21.2 }, unknown: [effect] })
    expect(found.map(({ at }) => at)).toEqual(['batch', 'budget'])
    expect(found[0]?.what).toBe('We do not know whether a batch was started. Asked for by Priya.')
    expect(found[1]?.next).toContain('in 22 s')
  })

  it('names a batch whose calls fail, once enough have ended', () => {
    const bad = batch({ completed: 12, failed: 8, waiting: 5 })
    expect(troubles({ ...calm, batches: [bad] })).toMatchObject([
      { at: 'batch', id: 'batch_1', what: '40% of the calls of Renewals that ended have failed.' },
    ])
    expect(troubles({ ...calm, batches: [batch({ completed: 1, failed: 4 })] })).toEqual([])
  })
})
