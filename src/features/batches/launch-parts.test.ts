import { describe, expect, test } from 'vitest'
import type { BatchOrigin, KnownBatch } from '#contract/index.ts'
import { combineBatches, continuationsOf, linesOf } from './launch-parts.ts'
import { calledCount } from './texts.tsx'

type Counts = Partial<NonNullable<KnownBatch['progress']>>
const none = { waiting: 0, active: 0, completed: 0, failed: 0, cancelled: 0 }

const batch = (batchId: string, progress: Counts | null, more: Partial<KnownBatch> = {}): KnownBatch => ({
  batchId,
  launchId: 'launch 1',
  isTest: false,
  stopped: null,
  closing: null,
  name: `Batch ${batchId}`,
  agentId: 'anna',
  agentName: null,
  startedBy: 'Grace',
  startedAt: 1,
  scheduledAt: null,
  recipients: null,
  origin: null,
  callsBack: null,
  progress: progress && { status: 'processing', isComplete: false, total: 0, ...none, ...progress },
  readAt: 1,
  ...more,
})
const from = (batchId: string, calls: BatchOrigin['calls']) => ({ origin: { batchId, name: '', calls } })
const ended = { status: 'completed', isComplete: true }
const cancelled = { status: 'cancelled', isComplete: true }

describe('a launch of several batches', () => {
  test.each<[string, KnownBatch[], Counts]>([
    [
      'counts people whose calls were cancelled once if a batch continues with them',
      [
        batch('1', { ...cancelled, total: 100, completed: 50, failed: 11, cancelled: 39 }),
        batch('2', { total: 39, completed: 5, active: 4, waiting: 30 }, from('1', 'never_called')),
      ],
      {
        status: 'processing',
        isComplete: false,
        total: 100,
        completed: 55,
        failed: 11,
        active: 4,
        waiting: 30,
        cancelled: 0,
      },
    ],
    [
      'counts people as cancelled who are in no later batch',
      [
        batch('1', { ...cancelled, total: 100, completed: 50, failed: 11, cancelled: 39 }),
        batch('2', { ...cancelled, total: 35, completed: 5, cancelled: 30 }, from('1', 'never_called')),
        batch('3', { ...ended, total: 30, completed: 30 }, from('2', 'never_called')),
      ],
      { status: 'completed', isComplete: true, total: 100, completed: 85, failed: 11, waiting: 0, cancelled: 4 },
    ],
    [
      'adds the people after the first ten',
      [
        batch('1', { ...ended, total: 10, completed: 10 }),
        batch('2', { status: 'queued', total: 590, waiting: 590 }, from('1', 'held_back')),
      ],
      { status: 'queued', total: 600, completed: 10, waiting: 590, cancelled: 0 },
    ],
    [
      'adds nobody if the people after the first ten were cancelled before',
      [
        batch('1', { ...cancelled, total: 100, cancelled: 100 }),
        batch('2', { ...ended, total: 10, completed: 10 }, from('1', 'never_called')),
        batch('3', { total: 90, waiting: 90 }, from('2', 'held_back')),
      ],
      { total: 100, completed: 10, waiting: 90, cancelled: 0 },
    ],
    [
      'adds the parts of a long file',
      [batch('1', { ...ended, total: 50, completed: 50 }), batch('2', { total: 40, active: 1, waiting: 39 })],
      { status: 'processing', total: 90, completed: 50, active: 1, waiting: 39 },
    ],
    [
      'grows if people were added to the remaining ones',
      [
        batch('1', { ...cancelled, total: 10, completed: 4, cancelled: 6 }),
        batch('2', { total: 20, waiting: 20 }, from('1', 'never_called')),
      ],
      { total: 24, completed: 4, waiting: 20, cancelled: 0 },
    ],
    [
      'has no sum if the count of one part is unknown',
      [batch('1', { ...ended, total: 50, completed: null }), batch('2', { total: 40, waiting: 40 })],
      { total: 90, completed: null, cancelled: null, waiting: 40 },
    ],
  ])('%s', (_, parts, sums) => {
    expect(combineBatches(parts).progress).toMatchObject(sums)
  })

  test('has the name of its first batch and the status of the one that is calling', () => {
    const combined = combineBatches([
      batch('1', { ...cancelled, total: 3, completed: 3 }, { scheduledAt: 5, readAt: 0 }),
      batch('2', { status: 'cancelled', total: 3, active: 1, cancelled: 2 }),
      batch('3', { total: 3, active: 1, waiting: 2 }),
      batch('4', { status: 'queued', total: 3, waiting: 3 }),
    ])
    expect(combined).toMatchObject({ batchId: '1', name: 'Batch 1', scheduledAt: null, readAt: 0 })
    expect(combined.progress?.status).toBe('processing')
  })

  test('has no progress until each of its batches was read', () => {
    const parts = [batch('1', { ...ended, total: 3, completed: 3 }), batch('2', null, { readAt: null })]
    expect(combineBatches(parts)).toMatchObject({ progress: null, readAt: null })
  })

  test('shows how many people it has called', () => {
    const progress = combineBatches([
      batch('1', { total: 4_800, completed: 1_000, failed: 200, waiting: 3_600 }),
    ]).progress
    expect(progress && calledCount(progress)).toBe('1,200 of 4,800 called')
  })
})

const other = { launchId: 'launch 2' }
const listed = [
  batch('4', ended, { ...other, ...from('1', 'failed') }),
  batch('1', cancelled),
  batch('2', ended, from('1', 'never_called')),
]

test('the list has one line for a launch, and lines for its batches if it is expanded', () => {
  const shown = (open: string[]) =>
    linesOf(listed, new Set(open)).map(({ batch: { batchId }, parts, isPart }) => [batchId, parts.length, isPart])
  expect(shown([''])).toEqual([
    ['4', 0, false],
    ['1', 2, false],
  ])
  expect(shown(['launch 1', 'launch 2'])).toEqual([
    ['4', 0, false],
    ['1', 2, false],
    ['1', 0, true],
    ['2', 0, true],
  ])
})

test.each<[string, string[], string[], string]>([
  ['1', ['2'], ['4'], '1 of 2'],
  ['2', [], [], '2 of 2'],
  ['4', [], [], ''],
])('batch %s links the batches that continue or repeat it', (batchId, continuedBy, alsoCalledIn, part) => {
  const found = continuationsOf(listed.find((one) => one.batchId === batchId) as KnownBatch, listed)
  expect(found.continuedBy.map((one) => one.batchId)).toEqual(continuedBy)
  expect(found.alsoCalledIn.map((one) => one.batchId)).toEqual(alsoCalledIn)
  expect(found.part ? `${found.part.position} of ${found.part.of}` : '').toBe(part)
})
