import { describe, expect, test } from 'vitest'
import type { BatchOrigin, KnownBatch } from '#contract/index.ts'
import { alarmOfLine, combineBatches, continuationsOf, linesOf } from './launch-parts.ts'
import { calledCount } from './texts.tsx'

type Counts = Partial<NonNullable<KnownBatch['progress']>>
const zeroCounts = { waiting: 0, active: 0, completed: 0, failed: 0, cancelled: 0 }

const batch = (batchId: string, progress: Counts | null, fields: Partial<KnownBatch> = {}): KnownBatch => ({
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
  progress: progress && { status: 'processing', isComplete: false, total: 0, ...zeroCounts, ...progress },
  readAt: 1,
  ...fields,
})
const originOf = (batchId: string, calls: BatchOrigin['calls']) => ({ origin: { batchId, name: '', calls } })
const endedStatus = { status: 'completed', isComplete: true }
const cancelledStatus = { status: 'cancelled', isComplete: true }

describe('the combined batches of a launch', () => {
  test.each<[string, KnownBatch[], Counts]>([
    [
      'count people whose calls were cancelled once if a batch continues with them',
      [
        batch('1', { ...cancelledStatus, total: 100, completed: 50, failed: 11, cancelled: 39 }),
        batch('2', { total: 39, completed: 5, active: 4, waiting: 30 }, originOf('1', 'never_called')),
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
      'count people as cancelled who are in no later batch',
      [
        batch('1', { ...cancelledStatus, total: 100, completed: 50, failed: 11, cancelled: 39 }),
        batch('2', { ...cancelledStatus, total: 35, completed: 5, cancelled: 30 }, originOf('1', 'never_called')),
        batch('3', { ...endedStatus, total: 30, completed: 30 }, originOf('2', 'never_called')),
      ],
      { status: 'completed', isComplete: true, total: 100, completed: 85, failed: 11, waiting: 0, cancelled: 4 },
    ],
    [
      'include the people after the first ten',
      [
        batch('1', { ...endedStatus, total: 10, completed: 10 }),
        batch('2', { status: 'queued', total: 590, waiting: 590 }, originOf('1', 'held_back')),
      ],
      { status: 'queued', total: 600, completed: 10, waiting: 590, cancelled: 0 },
    ],
    [
      'add nobody if the people after the first ten were cancelled before',
      [
        batch('1', { ...cancelledStatus, total: 100, cancelled: 100 }),
        batch('2', { ...endedStatus, total: 10, completed: 10 }, originOf('1', 'never_called')),
        batch('3', { total: 90, waiting: 90 }, originOf('2', 'held_back')),
      ],
      { total: 100, completed: 10, waiting: 90, cancelled: 0 },
    ],
    [
      'include the parts of a long file',
      [batch('1', { ...endedStatus, total: 50, completed: 50 }), batch('2', { total: 40, active: 1, waiting: 39 })],
      { status: 'processing', total: 90, completed: 50, active: 1, waiting: 39 },
    ],
    [
      'include people who were added to the remaining ones',
      [
        batch('1', { ...cancelledStatus, total: 10, completed: 4, cancelled: 6 }),
        batch('2', { total: 20, waiting: 20 }, originOf('1', 'never_called')),
      ],
      { total: 24, completed: 4, waiting: 20, cancelled: 0 },
    ],
    [
      'have no sum if the count of one part is unknown',
      [batch('1', { ...endedStatus, total: 50, completed: null }), batch('2', { total: 40, waiting: 40 })],
      { total: 90, completed: null, cancelled: null, waiting: 40 },
    ],
  ])('%s', (_, parts, sums) => {
    expect(combineBatches(parts).progress).toMatchObject(sums)
  })

  test('have the name of the first batch and the status of the one that is calling', () => {
    const combined = combineBatches([
      batch('1', { ...cancelledStatus, total: 3, completed: 3 }, { scheduledAt: 5, readAt: 0 }),
      batch('2', { status: 'cancelled', total: 3, active: 1, cancelled: 2 }),
      batch('3', { total: 3, active: 1, waiting: 2 }),
      batch('4', { status: 'queued', total: 3, waiting: 3 }),
    ])
    expect(combined).toMatchObject({ batchId: '1', name: 'Batch 1', scheduledAt: null, readAt: 0 })
    expect(combined.progress?.status).toBe('processing')
  })

  test('have no progress until the progress of each batch was read', () => {
    const parts = [batch('1', { ...endedStatus, total: 3, completed: 3 }), batch('2', null, { readAt: null })]
    expect(combineBatches(parts)).toMatchObject({ progress: null, readAt: null })
  })

  test('say how many people were called', () => {
    const progress = combineBatches([
      batch('1', { total: 4_800, completed: 1_000, failed: 200, waiting: 3_600 }),
    ]).progress
    expect(progress && calledCount(progress)).toBe('1,200 of 4,800 called')
  })
})

const otherLaunch = { launchId: 'launch 2' }
const listed = [
  batch('4', endedStatus, { ...otherLaunch, ...originOf('1', 'failed') }),
  batch('1', cancelledStatus),
  batch('2', endedStatus, originOf('1', 'never_called')),
]

test('the list has one line for a launch, and lines for its batches if it is expanded', () => {
  const linesWhenOpen = (open: string[]) =>
    linesOf(listed, new Set(open)).map(({ batch: { batchId }, parts, isPart }) => [batchId, parts.length, isPart])
  expect(linesWhenOpen([''])).toEqual([
    ['4', 0, false],
    ['1', 2, false],
  ])
  expect(linesWhenOpen(['launch 1', 'launch 2'])).toEqual([
    ['4', 0, false],
    ['1', 2, false],
    ['1', 0, true],
    ['2', 0, true],
  ])
})

test('a launch that calls people who should not be called says so, whichever of its parts fails', () => {
  const failing = batch('1', { failed: 30, active: 1 }, { failures: { read: 30, technical: 30 } })
  const harmful = batch('2', {}, { harm: { counted: 5, certain: 3, wrongPerson: 3, askedNotToBeCalled: 0, hungUp: 0 } })
  const alarmIn = (...parts: KnownBatch[]) => alarmOfLine({ batch: combineBatches(parts), parts })
  expect([alarmIn(failing, harmful), alarmIn(harmful, failing)]).toEqual(['harmful', 'harmful'])
  expect([alarmIn(failing, batch('3', {})), alarmIn(batch('3', {}), batch('4', {}))]).toEqual(['failing', null])
  expect(alarmOfLine({ batch: failing, parts: [] })).toBe('failing')
})

test.each<[string, string[], string[], string]>([
  ['1', ['2'], ['4'], '1 of 2'],
  ['2', [], [], '2 of 2'],
  ['4', [], [], ''],
])('batch %s links the batches that continue or repeat it', (batchId, continuedBy, alsoCalledIn, part) => {
  const continuations = continuationsOf(
    listed.find((listedBatch) => listedBatch.batchId === batchId) as KnownBatch,
    listed,
  )
  expect(continuations.continuedBy.map((continuation) => continuation.batchId)).toEqual(continuedBy)
  expect(continuations.alsoCalledIn.map((continuation) => continuation.batchId)).toEqual(alsoCalledIn)
  expect(continuations.part ? `${continuations.part.position} of ${continuations.part.of}` : '').toBe(part)
})
