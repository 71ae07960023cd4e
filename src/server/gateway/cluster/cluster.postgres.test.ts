/** Tests gateways that share one PostgreSQL: membership, messages and taking over. */
import { describe, expect, test } from 'vitest'
import { tableChangesOf } from '#server/database/changes.ts'
import { saveSetting } from '../store/settings.ts'
import { quickPace, startStallingProxy } from '../testing/postgres.ts'
import { postgres } from '../testing/shared-postgres.ts'
import { createStoreDatabase } from '../testing/store.ts'
import { afterTest } from '../testing/testing.ts'
import { type GatewayStore, openGatewayStore, type Pace } from './open-gateway-store.ts'

/** Joins the cluster as a new gateway. @returns also `takenFrom`: the numbers of the gateways whose work it took over */
async function join(url: string, pace: Pace = quickPace): Promise<GatewayStore & { takenFrom: number[] }> {
  const gatewayStore = await openGatewayStore({ url, schema: 'switchboard' }, true, {
    maxSilenceMs: 4_000,
    ...pace,
  })
  const takenFrom: number[] = []
  gatewayStore.cluster.onTakeOver(async (numbers) => void takenFrom.push(...numbers))
  await gatewayStore.cluster.start()
  afterTest(async () => {
    await gatewayStore.cluster.close().catch(() => {})
    await gatewayStore.store.destroy()
    await gatewayStore.release()
  })
  return { ...gatewayStore, takenFrom }
}

describe('the cluster', { timeout: 60_000 }, () => {
  test('delivers messages, changed tables and the end of a gateway', async () => {
    const url = await createStoreDatabase(postgres)
    const first = await join(url)
    const second = await join(url)
    await expect.poll(() => first.cluster.members().length).toBe(2)
    expect(first.cluster.isLeader()).toBe(true)
    expect(second.cluster.isLeader()).toBe(false)
    expect(Math.abs(first.clock.now() - second.clock.now())).toBeLessThan(100)

    const received: string[] = []
    for (const { cluster } of [first, second])
      cluster.subscribe('sessionConfirmed', ({ sessionId }) => void received.push(sessionId))
    first.cluster.publish('sessionConfirmed', { sessionId: 'a session' })
    await expect.poll(() => received).toEqual(['a session'])

    const before = tableChangesOf(second.store).version('settings')
    await saveSetting(first.store, 'a setting', 'another value')
    await expect.poll(() => tableChangesOf(second.store).version('settings')).toBeGreaterThan(before)

    await first.cluster.close()
    await expect.poll(() => second.takenFrom).toEqual([first.cluster.number])
    await expect.poll(() => second.cluster.isLeader()).toBe(true)
  })

  test('is joined once by a gateway whose first beat takes longer than the time between two', async () => {
    const { store, cluster } = await join(await createStoreDatabase(postgres), { beatMs: 1 })
    expect(await store.selectFrom('gateways').select('number').execute()).toEqual([{ number: cluster.number }])
  })

  test('retries a takeover that failed', async () => {
    const url = await createStoreDatabase(postgres)
    const first = await join(url)
    const proxy = await startStallingProxy(url)
    afterTest(proxy.close)
    const second = await join(proxy.url)
    let attempts = 0
    second.cluster.onTakeOver(async () => {
      attempts += 1
      if (attempts === 1) throw new Error('The database is not responding.')
    })
    proxy.loseAnswersTo('"taken_over_by" = ')
    await first.cluster.close()
    const selectTakenOverBy = () =>
      first.store.selectFrom('gateways').select('taken_over_by').orderBy('number').execute()
    await expect.poll(selectTakenOverBy).toContainEqual({ taken_over_by: second.cluster.number })
    proxy.loseAnswersTo(null)
    const { number } = first.cluster
    await expect.poll(() => second.takenFrom).toEqual([number, number])
    expect(attempts).toBe(2)
  })

  test('ends a silent gateway, which comes back under a new number', {
    tags: ['ended-gateway-records-nothing'],
  }, async () => {
    const url = await createStoreDatabase(postgres)
    const first = await join(url)
    const proxy = await startStallingProxy(url)
    afterTest(proxy.close)
    const second = await join(proxy.url)
    const earlierNumber = second.cluster.number
    const events: string[] = []
    second.cluster.onFenced(() => events.push('fenced'))
    second.cluster.onResync(() => events.push('resync'))
    await expect.poll(() => first.cluster.members()).toContain(earlierNumber)
    proxy.stall()
    await expect.poll(() => second.cluster.isMember()).toBe(false)
    await expect.poll(() => first.takenFrom).toEqual([earlierNumber])
    proxy.recover()
    await expect.poll(() => second.cluster.isMember()).toBe(true)
    expect(events).toEqual(['fenced', 'resync'])
    expect(second.cluster.number).toBeGreaterThan(earlierNumber)

    // It has been ended, so it can record nothing more. The same transaction ends it, because its next heartbeat would notice the end and
    // bring it back under another number.
    const recording = second.store.transaction().execute(async (store) => {
      const { number } = second.cluster
      await store.updateTable('gateways').set({ ended_at: 1 }).where('number', '=', number).execute()
      await second.cluster.assertMember(store)
    })
    await expect(recording).rejects.toThrow('The database is not responding.')
  })
})
