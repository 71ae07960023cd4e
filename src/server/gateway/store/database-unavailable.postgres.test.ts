/** A gateway whose PostgreSQL becomes unavailable and returns. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openGatewayStore } from '../cluster/open-gateway-store.ts'
import { type Postgres, startPostgres, startStallingProxy } from '../testing/postgres.ts'
import { startProcess, temporaryFolder } from '../testing/process.ts'
import { postDecision, readLatestDecision, startServiceWithDrafts } from '../testing/review.ts'
import { createStoreDatabase } from '../testing/store.ts'
import { afterTest, browserAt, callRequest } from '../testing/testing.ts'
import { openStore } from './store.ts'

let postgres: Postgres
beforeAll(async () => {
  postgres = await startPostgres()
}, 60_000)
afterAll(() => postgres.close())

async function startGateway(DATABASE_URL: string) {
  const { service, commands } = await startServiceWithDrafts()
  const gateway = await startProcess(service.url, temporaryFolder(), { DATABASE_URL })
  return { gateway, commands, browser: await gateway.browser.signInAsDemo() }
}

test('a connection that breaks within a transaction fails the next statement, not the process', async () => {
  const store = await openStore({ url: await createStoreDatabase(postgres), schema: 'switchboard' })
  afterTest(() => store.destroy())
  const isAlive = async (pid: number) =>
    (await postgres.query(`select 1 from pg_stat_activity where pid = ${pid}`)).length > 0
  const brokenTransaction = store.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction)
    const pid = rows[0]?.pid ?? 0
    await postgres.query(`select pg_terminate_backend(${pid})`)
    await expect.poll(() => isAlive(pid)).toBe(false)
    await sql`select 1`.execute(transaction)
  })
  await expect(brokenTransaction).rejects.toThrow(/connection/i)
  expect(await store.selectFrom('effects').select('id').execute()).toEqual([])
})

test('a gateway that is stopped while the database hangs ends by itself', { timeout: 30_000 }, async () => {
  const proxy = await startStallingProxy(await createStoreDatabase(postgres))
  afterTest(proxy.close)
  const { gateway } = await startGateway(proxy.url)
  proxy.stall()
  expect(await gateway.stop()).toBe(0)
})

test('statements and transactions fail fast once the database is known to hang, also on open connections', {
  tags: ['away-database-is-not-asked'],
  timeout: 30_000,
}, async () => {
  const proxy = await startStallingProxy(await createStoreDatabase(postgres))
  afterTest(proxy.close)
  const { store, cluster, release } = await openGatewayStore({ url: proxy.url, schema: 'switchboard' })
  afterTest(async () => {
    await store.destroy()
    await release()
  })
  const readSettings = () => store.transaction().execute((store) => store.selectFrom('settings').selectAll().execute())
  // Several idle connections.
  await Promise.all([readSettings(), readSettings(), readSettings(), readSettings()])
  proxy.stall()
  const unavailableMessage = 'The database is not responding.'
  const pendingRead = readSettings()
  await expect(pendingRead).rejects.toThrow(/Connection terminated|not responding/)
  expect(cluster.isMember()).toBe(false)
  await expect(readSettings()).rejects.toThrow(unavailableMessage)
  await expect(store.selectFrom('settings').selectAll().execute()).rejects.toThrow(unavailableMessage)
  proxy.recover()
  await expect.poll(() => readSettings().catch(() => null)).not.toBe(null)
})

/** Places a call with a new key each time, because a refused key stays refused. Only the unavailable database may refuse it. */
async function expectCallOnceDatabaseIsBack(browser: ReturnType<typeof browserAt>): Promise<void> {
  const refusalCodes = new Set<string>()
  const placeCall = async () => {
    const { status, json } = await browser.post('/gateway/calls', callRequest, { key: crypto.randomUUID() })
    if (status !== 200) refusalCodes.add(json.error.code)
    return status
  }
  await expect.poll(placeCall).toBe(200)
  expect([...refusalCodes].filter((code) => code !== 'not_recorded')).toEqual([])
}

describe('while the database is unavailable', { timeout: 60_000 }, () => {
  test('signed-in operators can read and cancel, nothing else is sent or reported as done, and the gateway recovers', {
    tags: ['R22', 'R23', 'R32', 'unverified-session-is-not-ended'],
  }, async () => {
    const { gateway, browser, commands } = await startGateway(await createStoreDatabase(postgres))
    const stranger = await browserAt(gateway.address).signInAsDemo()
    const heldDecision = await postDecision(browser, { holdSeconds: 30 })
    const reads = ['/v1/api/conversations/c1', '/gateway/review-queue', '/gateway/batches', '/gateway/effects']
    for (const path of reads) expect((await browser.get(path)).status).toBe(200)

    await postgres.stop()
    const unavailableMessage = "Switchboard's database is not responding, so this cannot be shown now."
    for (const path of ['/gateway/session', ...reads])
      expect({ path, status: (await browser.get(path)).status }).toEqual({ path, status: 200 })
    expect(Number((await browser.get('/gateway/batches')).headers.get('age'))).toBeGreaterThanOrEqual(0)
    // Data that was not read before is not in memory.
    const unread = await browser.get('/gateway/operators')
    expect(unread).toMatchObject({ status: 503, json: { error: { code: 'database_away', sent: 'no' } } })
    expect(unread.json.error.message).toContain(unavailableMessage)

    expect(await browser.request('DELETE', '/v1/api/batch-calls/b1', { key: 'x1' })).toMatchObject({
      status: 200,
      json: { status: 'cancelled' },
    })
    for (const answer of [
      await browser.post('/gateway/calls', callRequest, { key: 'k1' }),
      await postDecision(browser, { id: '2' }),
      await browser.post('/gateway/operators', { roles: ['support'] }),
      await browser.post('/gateway/claims', { conversationId: 'c2', messageId: 'm2', editing: false }),
    ]) {
      expect(answer).toMatchObject({ status: 503, json: { error: { code: 'not_recorded', sent: 'no' } } })
      expect(answer.text).not.toMatch(/may have happened/)
    }
    const undone = await browser.post(`/gateway/decisions/${String(heldDecision.json.effectId)}/undo`)
    expect(undone).toMatchObject({ status: 503, json: { error: { code: 'undo_not_recorded', sent: 'unknown' } } })

    expect((await browser.get('/healthz')).status).toBe(200)
    expect(await browser.get('/readyz')).toMatchObject({ status: 503 })
    // A session that was not verified recently is refused, but not reported as ended.
    for (const answer of [
      await stranger.get('/v1/api/conversations/c1'),
      await stranger.request('DELETE', '/v1/api/batch-calls/b1', { key: 'x2' }),
    ])
      expect(answer).toMatchObject({ status: 503, json: { error: { code: 'database_away', sent: 'no' } } })
    expect(commands()).toEqual(['/v1/api/batch-calls/b1'])

    await postgres.start()
    await expectCallOnceDatabaseIsBack(browser)
    await expect.poll(async () => (await readLatestDecision(browser))?.state).toBe('withdrawn')
    expect(commands()).toEqual(['/v1/api/batch-calls/b1', '/api/v1/calls/call'])
    expect(gateway.exitCode()).toBe(null)
  })

  test('a cancel is sent soon although the database hangs, and the gateway recovers', {
    tags: ['R23', 'silent-database-is-given-up'],
  }, async () => {
    const proxy = await startStallingProxy(await createStoreDatabase(postgres))
    afterTest(proxy.close)
    const { browser, commands } = await startGateway(proxy.url)
    expect((await browser.get('/v1/api/conversations/c1')).status).toBe(200)
    const heldDecision = await postDecision(browser, { holdSeconds: 30 })
    proxy.stall()
    const cancel = await browser.request('DELETE', '/v1/api/batch-calls/b1', { key: 'x1' })
    expect(cancel).toMatchObject({ status: 200, json: { status: 'cancelled' } })
    expect(await browser.post('/gateway/calls', callRequest, { key: 'k1' })).toMatchObject({ status: 503 })
    const undone = await browser.post(`/gateway/decisions/${String(heldDecision.json.effectId)}/undo`)
    expect(undone).toMatchObject({ status: 503, json: { error: { code: 'undo_not_recorded' } } })
    expect(commands()).toEqual(['/v1/api/batch-calls/b1'])
    proxy.recover()
    await expectCallOnceDatabaseIsBack(browser)
  })
})
