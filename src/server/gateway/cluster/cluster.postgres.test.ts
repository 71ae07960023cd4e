/** Gateways that share one PostgreSQL: who is there, what they hear of each other, and who takes over. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tableChangesOf } from '#server/database/changes.ts'
import { saveSetting } from '../store/store.ts'
import { type Postgres, startPostgres, startStallingProxy } from '../testing/postgres.ts'
import { afterwards } from '../testing/testing.ts'
import { type GatewayStore, openGatewayStore } from './open-gateway-store.ts'

let postgres: Postgres
beforeAll(async () => {
  postgres = await startPostgres()
}, 60_000)
afterAll(() => postgres.close())

/** Enters a gateway, and keeps what it takes over. */
async function enter(url: string): Promise<GatewayStore & { took: number[] }> {
  const own = await openGatewayStore({ url, schema: 'switchboard' }, true, 4_000)
  const took: number[] = []
  own.cluster.onTakeOver(async (numbers) => void took.push(...numbers))
  await own.cluster.start()
  afterwards(async () => {
    await own.cluster.close().catch(() => {})
    await own.store.destroy()
    await own.release()
  })
  return { ...own, took }
}

describe('gateways of one PostgreSQL', { timeout: 60_000 }, () => {
  test('hear of each other: words, changed tables, and a goodbye', async () => {
    const url = await postgres.database()
    const first = await enter(url)
    const second = await enter(url)
    await expect.poll(() => first.cluster.members().length, { timeout: 5_000 }).toBe(2)
    expect(first.cluster.isLeader()).toBe(true)
    expect(second.cluster.isLeader()).toBe(false)
    expect(Math.abs(first.clock.now() - second.clock.now())).toBeLessThan(100)

    const heard: string[] = []
    for (const { cluster } of [first, second])
      cluster.subscribe('sessionConfirmed', ({ sessionId }) => void heard.push(sessionId))
    first.cluster.publish('sessionConfirmed', { sessionId: 'only the others hear of it' })
    await expect.poll(() => heard).toEqual(['only the others hear of it'])

    const before = tableChangesOf(second.store).version('settings')
    await saveSetting(first.store, 'a setting', 'another value')
    await expect.poll(() => tableChangesOf(second.store).version('settings')).toBeGreaterThan(before)

    await first.cluster.close()
    await expect.poll(() => second.took, { timeout: 5_000 }).toEqual([first.cluster.number])
    await expect.poll(() => second.cluster.isLeader(), { timeout: 10_000 }).toBe(true)
  })

  test('what one left is taken over again when that failed', async () => {
    const url = await postgres.database()
    const first = await enter(url)
    const way = await startStallingProxy(url)
    afterwards(way.close)
    const second = await enter(way.url)
    let tries = 0
    second.cluster.onTakeOver(async () => {
      tries += 1
      if (tries === 1) throw new Error('The database is not answering.')
    })
    way.loseAnswersTo('"taken_over_by" = ')
    await first.cluster.close()
    const isTaken = () => first.store.selectFrom('gateways').select('taken_over_by').orderBy('number').execute()
    await expect.poll(isTaken, { timeout: 5_000 }).toContainEqual({ taken_over_by: second.cluster.number })
    way.loseAnswersTo(null)
    const { number } = first.cluster
    await expect.poll(() => second.took, { timeout: 10_000 }).toEqual([number, number])
    expect(tries).toBe(2)
  })

  test('one that falls silent is ended by another, and comes back under a new number', {
    tags: ['ended-gateway-records-nothing'],
  }, async () => {
    const url = await postgres.database()
    const first = await enter(url)
    const way = await startStallingProxy(url)
    afterwards(way.close)
    const second = await enter(way.url)
    const earlier = second.cluster.number
    const told: string[] = []
    second.cluster.onFenced(() => told.push('fenced'))
    second.cluster.onResync(() => told.push('resync'))
    await expect.poll(() => first.cluster.members(), { timeout: 5_000 }).toContain(earlier)
    way.stall()
    await expect.poll(() => second.cluster.isMember(), { timeout: 10_000 }).toBe(false)
    await expect.poll(() => first.took, { timeout: 20_000 }).toEqual([earlier])
    way.recover()
    await expect.poll(() => second.cluster.isMember(), { timeout: 10_000 }).toBe(true)
    expect(told).toEqual(['fenced', 'resync'])
    expect(second.cluster.number).toBeGreaterThan(earlier)

    // Ended behind its back, before its next beat: what it would record now is refused.
    const { number } = second.cluster
    await first.store.updateTable('gateways').set({ ended_at: 1 }).where('number', '=', number).execute()
    const recording = second.store.transaction().execute((store) => second.cluster.assertMember(store))
    await expect(recording).rejects.toThrow('The database is not answering.')
  })
})
