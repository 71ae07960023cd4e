/** Figures are complete if they rest on more rows than one statement reads, and lists that are cut off say so. */
import { expect, test } from 'vitest'
import { callFact, countRows, decisionFact, insertRows, knownBatch, openTestStore } from '../testing/store.ts'
import { listBatchFigures } from './batch-results.ts'
import { countDecisions } from './count-decisions.ts'
import { coverageOf } from './coverage.ts'

const start = Date.parse('2026-11-23T14:00:00Z')
const period = { from: start, to: start + 20_000 }

/** Batches of which the service counts so many ended rows, and one row of each was seen to end. */
async function storeWithBatches(endedRows: readonly number[]) {
  const store = await openTestStore()
  const batches = endedRows.map((ended, index) =>
    knownBatch({
      batch_id: `b${index}`,
      started_at: start + index,
      progress: JSON.stringify({ completed: ended - 1, failed: 1 }),
    }),
  )
  await insertRows(store, 'known_batches', batches)
  const seen = batches.map(({ batch_id }) =>
    callFact({ id: batch_id, batch_id, outcome_source: 'transcript', at: start }),
  )
  await insertRows(store, 'call_facts', seen)
  return store
}

test('coverage is that of all batches, however many there are', async () => {
  const store = await storeWithBatches(Array.from({ length: 250 }, () => 2))
  expect(await coverageOf(store, period)).toEqual({ ended: 500, seenToEnd: 250, seen: 250, unknownBatches: 0 })
  expect(await coverageOf(store, { ...period, batchId: 'b249' })).toMatchObject({ ended: 2, seenToEnd: 1, seen: 1 })
})

test('coverage reads a page of batches at a time, also if many began at once', async () => {
  const store = await openTestStore()
  const batches = Array.from({ length: 2_500 }, (_, index) =>
    knownBatch({ batch_id: `b${index}`, started_at: start + Math.floor(index / 1_200) }),
  )
  await insertRows(store, 'known_batches', batches)
  const counted = countRows(store)
  expect((await coverageOf(counted.store, period)).unknownBatches).toBe(2_500)
  expect(counted.most()).toBe(1_000)
})

test('coverage is that of all batches, however large they are', async () => {
  const store = await storeWithBatches([9_000, 4_000, 2_000, 1])
  expect(await coverageOf(store, period)).toEqual({ ended: 15_001, seenToEnd: 4, seen: 4, unknownBatches: 0 })
})

test('decisions are counted once, also if more were made in one millisecond than one statement reads', async () => {
  const store = await openTestStore()
  const decisions = Array.from({ length: 10_500 }, (_, index) =>
    decisionFact({
      effect_id: `e${index}`,
      result: index % 2 === 0 ? 'approved' : 'rejected',
      reject_reason: index % 2 === 0 ? null : 'Wrong tone',
      waited_seconds: index % 100,
      at: index < 5_200 ? start : start + index,
    }),
  )
  await insertRows(store, 'decision_facts', decisions)
  const query = { ...period, workspace: 'ws', by: 'all', zone: 'UTC', namedReviewer: null } as const
  expect((await countDecisions(store, query)).groups).toMatchObject([
    {
      results: { approved: 5_250, rejected: 5_250 },
      reasons: { 'Wrong tone': 5_250 },
      timed: 10_500,
      medianSeconds: 49,
    },
  ])
})

test('a list of batches has the latest 500, and says whether there are more', async () => {
  const store = await storeWithBatches(Array.from({ length: 501 }, () => 1))
  const { batches, hasMore } = await listBatchFigures(store, period)
  expect([batches.length, batches[0]?.batchId, batches.at(-1)?.batchId, hasMore]).toEqual([500, 'b500', 'b1', true])
  const before = await listBatchFigures(store, { ...period, to: start + 500 })
  expect([before.batches.length, before.hasMore]).toEqual([500, false])
})
