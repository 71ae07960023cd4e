/** How far the history of calls is read when a page of it cannot be read. */
import { expect, test } from 'vitest'
import { openTestStore } from '../testing/store.ts'
import { createTestClock } from '../testing/testing.ts'
import { createSingleCallReads } from './single-calls.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Reads for this long, as the lane does. @param pages how many the history has @param fails whether a page cannot be read */
async function start(pages: number, fails: (page: number) => boolean) {
  const learned: number[] = []
  const clock = createTestClock(Date.parse('2026-11-23T14:30:00Z'))
  const { work, onCallEnded } = createSingleCallReads({
    store: await openTestStore(),
    workspaces: [{ id: 'ws' }],
    findLive: () => new Map(),
    snapshots: { peek: () => undefined },
    capabilities: { isKnown: () => true },
    retentionDays: () => Promise.resolve(365),
    learn: async ({ query }) => void learned.push(Number(query.page)),
    cluster: { subscribe: () => {}, publish: () => {} },
    clock,
  })
  return {
    onCallEnded,
    learned,
    /** @returns the pages that were asked for */
    readFor: async (ms: number): Promise<number[]> => {
      const asked: number[] = []
      for (const until = clock.now() + ms; clock.now() < until; clock.advance(10_000)) {
        const read = await work.next()
        if (!read) continue
        const page = Number(read.query.page)
        asked.push(page)
        const startedAt = new Date(clock.now() - page * day).toISOString()
        const answer = { calls: [{ startedAt }], pagination: { page, hasNext: page < pages } }
        if (fails(page)) work.onFailure(read)
        else await work.onAnswer(read, answer)
      }
      return asked
    },
  }
}

test('a page that cannot be read for a while is asked for again, and not the pages before it', async () => {
  let isDown = false
  const { readFor } = await start(5, (page) => isDown && page === 3)
  isDown = true
  expect(await readFor(2 * minute)).toEqual([1, 2, 3, 3])
  isDown = false
  expect(await readFor(3 * minute)).toEqual([3, 4, 5])
})

test('a page that can never be read is passed over, and costs one more request at the end of the round', async () => {
  const { readFor } = await start(5, (page) => page === 3)
  expect(await readFor(9 * minute)).toEqual([1, 2, 3, 3, 3, 4, 5, 3])
  // What began after the last round is on its first page.
  expect(new Set(await readFor(hour))).toEqual(new Set([1]))
})

test('a page that was passed over because of a fault of a few minutes is read at the end of the round', async () => {
  let failures = 0
  const { readFor, learned } = await start(5, (page) => page >= 3 && (failures += 1) <= 4)
  expect(await readFor(17 * minute)).toEqual([1, 2, 3, 3, 3, 4, 4, 5, 3])
  expect(new Set(learned)).toEqual(new Set([1, 2, 3, 4, 5]))
  expect(new Set(await readFor(hour))).toEqual(new Set([1]))
})

test('a history that cannot be read is asked for less and less often, however many calls end', async () => {
  const { readFor, onCallEnded } = await start(5, () => true)
  let requests = 0
  for (let at = 0; at < 24 * 60; at += 1) {
    onCallEnded({ callId: 'c1' })
    requests += (await readFor(minute)).length
  }
  expect(requests).toBeLessThanOrEqual(32)
})
