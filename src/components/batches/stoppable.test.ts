import { expect, test } from 'vitest'
import type { KnownBatch } from '#contract/index.ts'
import { stoppable, stopped } from './stoppable.ts'

const batch = (
  batchId: string,
  progress: Partial<KnownBatch['progress']> | null,
  startedBy: string | null = 'Ana',
): KnownBatch => ({
  batchId,
  launchId: batchId,
  name: batchId,
  agentId: null,
  agentName: null,
  startedBy,
  startedAt: 1,
  scheduledAt: null,
  recipients: null,
  origin: null,
  callsBack: null,
  isTest: false,
  stopped: null,
  closing: null,
  readAt: 0,
  progress: progress && {
    status: 'processing',
    isComplete: false,
    waiting: 0,
    active: 0,
    completed: 0,
    failed: 0,
    cancelled: 0,
    total: 9,
    ...progress,
  },
})

test('stops every batch that would still dial somebody, also one that was just started', () => {
  const all = [
    batch('running', { waiting: 5, active: 2 }),
    batch('scheduled', { status: 'scheduled', waiting: 4 }),
    batch('finishing', { active: 1 }),
    batch('cancelled', { status: 'cancelled', active: 1 }),
    batch('unknown count', { waiting: null }),
    batch('says both', { status: 'cancelled', waiting: 1 }),
    batch('over', { status: 'completed', isComplete: true }),
    batch('new', null),
    batch('opened', null, null),
  ]
  const found = stoppable(all)
  expect(found.map(({ batchId }) => batchId)).toEqual(['running', 'scheduled', 'unknown count', 'says both', 'new'])
  expect(stopped(found)).toEqual({ waiting: 10, active: 2 })
})
