import { expect, test } from 'vitest'
import type { KnownBatch } from '#contract/index.ts'
import { callCountsIn, stoppableBatches } from './stoppable.ts'
import { stopEffect } from './texts.tsx'

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

test('every batch that would still dial somebody can be stopped, even one that was just started', () => {
  const batches = [
    batch('running', { waiting: 5, active: 2 }),
    batch('scheduled', { status: 'scheduled', waiting: 4 }),
    batch('finishing', { active: 1 }),
    batch('cancelled', { status: 'cancelled', active: 1 }),
    batch('unknown count', { waiting: null }),
    batch('cancelled but waiting', { status: 'cancelled', waiting: 1 }),
    batch('completed', { status: 'completed', isComplete: true }),
    batch('just started', null),
    batch('opened by ID', null, null),
  ]
  const stoppable = stoppableBatches(batches)
  expect(stoppable.map(({ batchId }) => batchId)).toEqual([
    'running',
    'scheduled',
    'unknown count',
    'cancelled but waiting',
    'just started',
  ])
  expect(callCountsIn(stoppable)).toEqual({ waiting: null, active: null })
  expect(stopEffect(null, null)).toMatch(/^Waiting calls will not be made\. Calls in progress will finish\. /)
  expect(callCountsIn(stoppable.slice(0, 2))).toEqual({ waiting: 9, active: 2 })
})
