import { describe, expect, test } from 'vitest'
import type { Operator } from '#contract/index.ts'
import { postDecision, readQueue, startGatewayWithDrafts } from '../testing/review.ts'
import { openTestStore } from '../testing/store.ts'
import { afterTest } from '../testing/testing.ts'
import { claimLeaseMs, createClaims } from './claims.ts'

async function open() {
  const store = await openTestStore()
  afterTest(() => store.destroy())
  let now = 1_000_000
  const claims = createClaims({ store, clock: { now: () => now, steady: () => now } })
  return { claims, pass: (ms: number) => void (now += ms) }
}
const worker = (n: number): Operator => ({ id: `w${n}`, name: `Worker ${n}`, roles: ['reviewer'] })
const item = (n: number) => ({ conversationId: `c${n}`, messageId: `m${n}`, editing: false })

describe('a claim', { tags: ['R05'] }, () => {
  test('is given to exactly one of twenty concurrent workers for each of a hundred drafts', {
    tags: ['draft-is-claimed-once'],
  }, async () => {
    const { claims } = await open()
    const holders = new Map<string, string[]>()
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        Promise.all(
          Array.from({ length: 100 }, async (_, m) => {
            const wanted = item((m * 7 + n * 13) % 100)
            const { operatorId } = await claims.take(wanted, worker(n))
            if (operatorId === worker(n).id)
              holders.set(wanted.messageId, [...(holders.get(wanted.messageId) ?? []), worker(n).id])
          }),
        ),
      ),
    )
    expect(holders.size).toBe(100)
    expect([...holders.values()].every((who) => who.length === 1)).toBe(true)
  })

  test('can be renewed by its holder, and expires after a minute otherwise', async () => {
    const { claims, pass } = await open()
    for (let n = 0; n < 5; n += 1) {
      expect(await claims.take(item(1), worker(1))).toMatchObject({ operatorId: 'w1' })
      pass(claimLeaseMs - 1)
      expect(await claims.take(item(1), worker(2))).toMatchObject({ operatorId: 'w1', operator: 'Worker 1' })
    }
    pass(1)
    expect(await claims.take(item(1), worker(2))).toMatchObject({ operatorId: 'w2', operator: 'Worker 2' })
    // The former holder is too late: somebody else has it now.
    expect(await claims.take(item(1), worker(1))).toMatchObject({ operatorId: 'w2' })
  })

  test('can be taken over explicitly, and released by its holder only', async () => {
    const { claims } = await open()
    await claims.take(item(1), worker(1))
    expect(await claims.release(item(1), 'w2')).toBe(false)
    expect(await claims.take({ ...item(1), instead: true, editing: true }, worker(2))).toMatchObject({
      operatorId: 'w2',
      editing: true,
    })
    expect((await claims.listActive()).get('m1')).toMatchObject({ operator: 'Worker 2', operatorId: 'w2' })
    expect(await claims.release(item(1), 'w2')).toBe(true)
    expect((await claims.listActive()).size).toBe(0)
  })

  test('is shown to others in the queue, and released when the decision is recorded', async () => {
    const { priya, grace } = await startGatewayWithDrafts()
    await readQueue(priya)
    const target = { conversationId: 'c1', messageId: 'm1' }
    expect((await priya.post('/gateway/claims', { ...target, editing: true })).json).toMatchObject({
      operatorId: 'ready-reviewer',
    })
    expect((await readQueue(grace)).drafts).toMatchObject([
      { claim: { operator: 'Priya Raman', editing: true, operatorId: 'ready-reviewer' } },
    ])
    expect((await grace.post('/gateway/claims', { ...target, editing: false })).json).toMatchObject({
      operatorId: 'ready-reviewer',
    })
    await postDecision(priya, { holdSeconds: 30 })
    expect((await readQueue(grace)).drafts).toMatchObject([
      { claim: null, decision: { state: 'held', operator: 'Priya Raman' } },
    ])
    expect((await grace.post('/gateway/claims/release', target)).json).toEqual({ released: false })
  })
})
