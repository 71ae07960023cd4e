/** Kills, stops, freezes and cuts off gateway processes on one PostgreSQL. A takeover needs ten seconds without a heartbeat. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openGatewayStore } from '../cluster/open-gateway-store.ts'
import { type Postgres, startPostgres, startStallingProxy } from '../testing/postgres.ts'
import { startProcess, temporaryFolder } from '../testing/process.ts'
import { correspondence, decide, decisionsOf, latest } from '../testing/review.ts'
import { afterwards, startScriptedService, startTestGateway } from '../testing/testing.ts'

let postgres: Postgres
beforeAll(async () => {
  postgres = await startPostgres()
}, 60_000)
afterAll(() => postgres.close())

describe('second gateway', { timeout: 60_000 }, () => {
  test('sends held decisions of a stopped or killed gateway on time', {
    tags: ['soak', 'R09', 'R20'],
  }, async () => {
    const conversations = correspondence(2)
    const service = await startScriptedService(conversations.script)
    afterwards(service.close)
    const DATABASE_URL = await postgres.database()
    const schema = new URL(service.url).host.replace(':', '_')
    const [stopped, killed] = await Promise.all(
      [1, 2].map(() => startProcess(service.url, temporaryFolder(), { DATABASE_URL })),
    )
    const ownStore = await openGatewayStore({ url: DATABASE_URL, schema }, true, 4_000)
    const { gateway, browser } = await startTestGateway(service.url, {
      ...ownStore,
      environment: { SERVICE_WORKSPACE_ID: 'ws1' },
    })
    afterwards(async () => {
      await gateway.close()
      await ownStore.release()
    })
    const ownBrowser = await browser().land()
    await expect.poll(() => ownStore.cluster.members().length, { timeout: 5_000 }).toBe(3)
    await stopped?.browser.land()
    await killed?.browser.land()
    const [stoppedDecision, killedDecision] = await Promise.all([
      decide(stopped?.browser as typeof ownBrowser, { holdSeconds: 8 }),
      decide(killed?.browser as typeof ownBrowser, { id: '2', holdSeconds: 8 }),
    ])
    const dueAt = Math.min(Number(stoppedDecision.json.sendsAt), Number(killedDecision.json.sendsAt))
    await killed?.kill()
    expect(await stopped?.stop()).toBe(0)
    await expect
      .poll(async () => (await decisionsOf(ownBrowser)).map(({ state }) => state), { timeout: 20_000 })
      .toEqual(['done', 'done'])
    const times = service.asked('POST', '/v1/api/conversations').map(({ at }) => at)
    expect(times).toHaveLength(2)
    expect(Math.min(...times)).toBeGreaterThanOrEqual(dueAt - 100)
  })

  test('takes over from a frozen gateway, which resumes under a new number and sends nothing that was taken over', {
    tags: ['soak', 'R09', 'R46'],
  }, async () => {
    const conversations = correspondence(2)
    const service = await startScriptedService(conversations.script)
    afterwards(service.close)
    const DATABASE_URL = await postgres.database()
    const [frozenGateway, otherGateway] = await Promise.all([
      startProcess(service.url, temporaryFolder(), { DATABASE_URL }),
      startProcess(service.url, temporaryFolder(), { DATABASE_URL }),
    ])
    await frozenGateway.browser.land()
    await otherGateway.browser.land()
    await decide(frozenGateway.browser, { holdSeconds: 1 })
    frozenGateway.freeze()
    await expect.poll(async () => (await latest(otherGateway.browser))?.state, { timeout: 30_000 }).toBe('done')
    frozenGateway.thaw()
    // It continues under another number.
    await expect
      .poll(async () => (await decide(frozenGateway.browser, { id: '2' })).status, { timeout: 20_000 })
      .toBe(200)
    await expect.poll(async () => (await latest(otherGateway.browser))?.state, { timeout: 20_000 }).toBe('done')
    expect(conversations.draft('c2').sent).toBe(true)
    expect(service.asked('POST', '/v1/api/conversations')).toHaveLength(2)
  })

  test('does not report a decision as undone that another gateway may send', {
    tags: ['soak', 'R09', 'undo-is-recorded-before-it-is-told'],
  }, async () => {
    const conversations = correspondence(1)
    const service = await startScriptedService(conversations.script)
    afterwards(service.close)
    const url = await postgres.database()
    const proxy = await startStallingProxy(url)
    const firstGateway = await startProcess(service.url, temporaryFolder(), { DATABASE_URL: proxy.url })
    const secondGateway = await startProcess(service.url, temporaryFolder(), { DATABASE_URL: url })
    const [firstBrowser, secondBrowser] = [await firstGateway.browser.land(), await secondGateway.browser.land()]
    const heldDecision = await decide(firstBrowser, { holdSeconds: 12 })
    expect(heldDecision).toMatchObject({ status: 200, json: { state: 'held' } })
    await proxy.close()
    const undone = await firstBrowser.post(`/gateway/decisions/${String(heldDecision.json.effectId)}/undo`)
    expect(undone).toMatchObject({ status: 503, json: { error: { code: 'undo_not_recorded', sent: 'unknown' } } })
    await expect.poll(async () => (await decisionsOf(secondBrowser))[0]?.state, { timeout: 20_000 }).toBe('done')
    expect(service.asked('POST', '/v1/api/conversations')).toHaveLength(1)
  })
})
