import { describe, expect, it } from 'vitest'
import type { RowWindow, ShownRow } from '#recipients/worker/protocol.ts'
import { createRowsCache } from './rows-cache.ts'

const row = (number: number) => ({ number }) as ShownRow
/** A cache of rows, and the requests to its worker, which the test answers. */
function createTestCache() {
  const requested: { from: number; view: number; answer: (window: RowWindow) => void }[] = []
  const cache = createRowsCache((from, _, view) => new Promise((answer) => requested.push({ from, view, answer })))
  return { requested, cache }
}
const flushMicrotasks = () => new Promise<void>((resolve) => queueMicrotask(() => queueMicrotask(resolve)))

describe('the cache of rows', () => {
  it('requests each chunk of rows once and notifies when it arrives', async () => {
    const { requested, cache } = createTestCache()
    let changes = 0
    cache.subscribe(() => changes++)
    cache.load(190, 210, 1, 1)
    cache.load(195, 205, 1, 1)
    expect(requested.map(({ from }) => from)).toEqual([0, 200])
    expect([cache.rowAt(200), cache.total()]).toEqual([undefined, null])
    requested[1]?.answer({ rows: [row(202)], total: 201 })
    await flushMicrotasks()
    expect([cache.rowAt(200)?.number, cache.total(), changes]).toEqual([202, 201, 1])
  })

  it('keeps stale rows until new ones arrive, and ignores late answers', async () => {
    const { requested, cache } = createTestCache()
    cache.load(0, 10, 1, 1)
    requested[0]?.answer({ rows: [row(1)], total: 1 })
    await flushMicrotasks()
    cache.load(0, 10, 1, 2)
    cache.load(0, 10, 1, 3)
    expect(cache.rowAt(0)?.number).toBe(1)
    requested[2]?.answer({ rows: [row(3)], total: 1 })
    requested[1]?.answer({ rows: [row(2)], total: 1 })
    await flushMicrotasks()
    expect(cache.rowAt(0)?.number).toBe(3)
  })
})
