import { expect, test } from 'vitest'
import type { KnownBatch } from '#contract/index.ts'
import { callCountsIn, stoppableBatches } from './stoppable.ts'
import { stopEffect, stopTitle } from './texts.tsx'

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
  expect(stopEffect(null, null, null)).toMatch(/^Waiting calls will not be made\. Calls in progress will finish\. /)
  expect(callCountsIn(stoppable.slice(0, 2))).toEqual({ waiting: 9, active: 2 })
})

test.each([
  [4, 0, 'Stop 4 running batches?'],
  [1, 3, 'Stop 1 running batch and 3 scheduled?'],
  [0, 1, 'Stop 1 scheduled batch?'],
])('a stop names the running batches and the scheduled ones: %i, %i', (running, scheduled, title) =>
  expect(stopTitle(running, scheduled)).toBe(title),
)

test.each([
  [414, 375, '414 waiting calls will not be made, 375 of them in scheduled batches. No calls'],
  [39, 0, '39 waiting calls will not be made. No calls'],
  [375, 375, '375 waiting calls will not be made. No calls'],
  [414, null, '414 waiting calls will not be made. No calls'],
])('a stop says how many of its calls are scheduled: %j, %j', (waiting, scheduled, text) =>
  expect(stopEffect(waiting, 0, scheduled)).toContain(text),
)
