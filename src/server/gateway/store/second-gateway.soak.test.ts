/** Kills, stops, freezes and cuts off gateway processes on one PostgreSQL. A takeover needs ten seconds without a heartbeat. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openGatewayStore } from '../cluster/open-gateway-store.ts'
import { type Postgres, startPostgres, startStallingProxy } from '../testing/postgres.ts'
import { startProcess, temporaryFolder } from '../testing/process.ts'
import { postDecision, readDecisions, readLatestDecision, scriptDrafts } from '../testing/review.ts'
import { afterTest, startScriptedService, startTestGateway } from '../testing/testing.ts'

let postgres: Postgres
beforeAll(async () => {
  postgres = await startPostgres()
}, 60_000)
afterAll(() => postgres.close())

describe('second gateway', { timeout: 60_000 }, () => {
  test('sends held decisions of a stopped or killed gateway on time', {
    tags: ['soak', 'R09', 'R20'],
  }, async () => {
    const conversations = scriptDrafts(2)
    const service = await startScriptedService(conversations.script)
    afterTest(service.close)
    const DATABASE_URL = await postgres.createDatabase()
    const schema = new URL(service.url).host.replace(':', '_')
    const [stopped, killed] = await Promise.all(
      [1, 2].map(() => startProcess(service.url, temporaryFolder(), { DATABASE_URL })),
    )
    const ownStore = await openGatewayStore({ url: DATABASE_URL, schema }, true, { maxSilenceMs: 4_000 })
    const { gateway, browser } = await startTestGateway(service.url, {
      ...ownStore,
      environment: { SERVICE_WORKSPACE_ID: 'ws1' },
    })
    afterTest(async () => {
      await gateway.close()
      await ownStore.release()
    })
    const ownBrowser = await browser().signInAsDemo()
    await expect.poll(() => ownStore.cluster.members().length).toBe(3)
    await stopped?.browser.signInAsDemo()
    await killed?.browser.signInAsDemo()
    const [stoppedDecision, killedDecision] = await Promise.all([
      postDecision(stopped?.browser as typeof ownBrowser, { holdSeconds: 8 }),
      postDecision(killed?.browser as typeof ownBrowser, { id: '2', holdSeconds: 8 }),
    ])
    const dueAt = Math.min(Number(stoppedDecision.json.sendsAt), Number(killedDecision.json.sendsAt))
    await killed?.kill()
    expect(await stopped?.stop()).toBe(0)
    await expect.poll(async () => (await readDecisions(ownBrowser)).map(({ state }) => state)).toEqual(['done', 'done'])
    const times = service.requestsTo('POST', '/v1/api/conversations').map(({ at }) => at)
    expect(times).toHaveLength(2)
    expect(Math.min(...times)).toBeGreaterThanOrEqual(dueAt - 100)
  })

  test('takes over from a frozen gateway, which resumes under a new number and sends nothing that was taken over', {
    tags: ['soak', 'R09', 'R46'],
  }, async () => {
    const conversations = scriptDrafts(2)
    const service = await startScriptedService(conversations.script)
    afterTest(service.close)
    const DATABASE_URL = await postgres.createDatabase()
    const [frozenGateway, otherGateway] = await Promise.all([
      startProcess(service.url, temporaryFolder(), { DATABASE_URL }),
      startProcess(service.url, temporaryFolder(), { DATABASE_URL }),
    ])
    await frozenGateway.browser.signInAsDemo()
    await otherGateway.browser.signInAsDemo()
    await postDecision(frozenGateway.browser, { holdSeconds: 1 })
    frozenGateway.freeze()
    await expect
      .poll(async () => (await readLatestDecision(otherGateway.browser))?.state, { timeout: 30_000 })
      .toBe('done')
    frozenGateway.thaw()
    // It continues under another number.
    await expect.poll(async () => (await postDecision(frozenGateway.browser, { id: '2' })).status).toBe(200)
    await expect.poll(async () => (await readLatestDecision(otherGateway.browser))?.state).toBe('done')
    expect(conversations.draft('c2').sent).toBe(true)
    expect(service.requestsTo('POST', '/v1/api/conversations')).toHaveLength(2)
  })

  test('does not report a decision as undone that another gateway may send', {
    tags: ['soak', 'R09', 'undo-is-recorded-before-it-is-told'],
  }, async () => {
    const conversations = scriptDrafts(1)
    const service = await startScriptedService(conversations.script)
    afterTest(service.close)
    const url = await postgres.createDatabase()
    const proxy = await startStallingProxy(url)
    const firstGateway = await startProcess(service.url, temporaryFolder(), { DATABASE_URL: proxy.url })
    const secondGateway = await startProcess(service.url, temporaryFolder(), { DATABASE_URL: url })
    const [firstBrowser, secondBrowser] = [
      await firstGateway.browser.signInAsDemo(),
      await secondGateway.browser.signInAsDemo(),
    ]
    const heldDecision = await postDecision(firstBrowser, { holdSeconds: 12 })
    expect(heldDecision).toMatchObject({ status: 200, json: { state: 'held' } })
    await proxy.close()
    const undone = await firstBrowser.post(`/gateway/decisions/${String(heldDecision.json.effectId)}/undo`)
    expect(undone).toMatchObject({ status: 503, json: { error: { code: 'undo_not_recorded', sent: 'unknown' } } })
    await expect.poll(async () => (await readDecisions(secondBrowser))[0]?.state).toBe('done')
    expect(service.requestsTo('POST', '/v1/api/conversations')).toHaveLength(1)
  })
})
