import { describe, expect, it } from 'vitest'
import type { RowWindow, ShownRow } from '#recipients/worker/protocol.ts'
import { createRowsCache } from './rows-cache.ts'

const row = (number: number) => ({ number }) as ShownRow
/** A worker that answers when it is told to. */
function worker() {
  const asked: { from: number; view: number; answer: (window: RowWindow) => void }[] = []
  const cache = createRowsCache((from, _, view) => new Promise((answer) => asked.push({ from, view, answer })))
  return { asked, cache }
}
const told = () => new Promise<void>((resolve) => queueMicrotask(() => queueMicrotask(resolve)))

describe('rows in view', () => {
  it('are asked once, in windows, and told when they come', async () => {
    const { asked, cache } = worker()
    let changes = 0
    cache.follow(() => changes++)
    cache.want(190, 210, 1, 1)
    cache.want(195, 205, 1, 1)
    expect(asked.map(({ from }) => from)).toEqual([0, 200])
    expect([cache.at(200), cache.total()]).toEqual([undefined, null])
    asked[1]?.answer({ rows: [row(202)], total: 201 })
    await told()
    expect([cache.at(200)?.number, cache.total(), changes]).toEqual([202, 201, 1])
  })

  it('stay as they were until what is new has come, and what comes late is not taken', async () => {
    const { asked, cache } = worker()
    cache.want(0, 10, 1, 1)
    asked[0]?.answer({ rows: [row(1)], total: 1 })
    await told()
    cache.want(0, 10, 1, 2)
    cache.want(0, 10, 1, 3)
    expect(cache.at(0)?.number).toBe(1)
    asked[2]?.answer({ rows: [row(3)], total: 1 })
    asked[1]?.answer({ rows: [row(2)], total: 1 })
    await told()
    expect(cache.at(0)?.number).toBe(3)
  })
})
