/** Several gateways on one database, on a real PostgreSQL. */
import { describe, expect, test } from 'vitest'
import { openGatewayStore } from '../cluster/open-gateway-store.ts'
import { createInvitations } from '../operators/invitations.ts'
import { startProcess, temporaryFolder } from '../testing/process.ts'
import { postgres } from '../testing/shared-postgres.ts'
import { afterTest, callRequest, placedCallAnswer, startScriptedService } from '../testing/testing.ts'
import { openStore } from './store.ts'

/** Ends the connection that holds the locks of a database. One of them has two keys, and says that this gateway is connected. */
async function terminateLockConnection(url: string): Promise<void> {
  const terminated = await postgres.query(
    `select pg_terminate_backend(l.pid) from pg_locks l join pg_database d on d.oid = l.database
     where l.locktype = 'advisory' and l.objsubid = 2 and d.datname = '${url.split('/').at(-1)}'`,
  )
  expect(terminated).toHaveLength(1)
}

describe('second gateway on one schema', { timeout: 60_000 }, () => {
  test('is refused with a sentence if the first runs the embedded service', { tags: ['R46'] }, async () => {
    const location = { url: await postgres.createDatabase(), schema: 'switchboard' }
    const firstStore = await openGatewayStore(location, false)
    afterTest(async () => {
      await firstStore.store.destroy()
      await firstStore.release()
    })
    for (const shared of [false, true])
      await expect(openGatewayStore(location, shared)).rejects.toThrow(
        /^The schema switchboard of this PostgreSQL is in use by another Switchboard[^\n]+$/,
      )
  })

  test('gets no access while the first has lost its lock’s connection; the first takes the lock again', {
    tags: ['R46'],
  }, async () => {
    const service = await startScriptedService(({ method }) =>
      method === 'POST' ? { body: placedCallAnswer } : undefined,
    )
    afterTest(service.close)
    const DATABASE_URL = await postgres.createDatabase()
    const firstGateway = await startProcess(service.url, temporaryFolder(), { DATABASE_URL })
    await firstGateway.browser.signInAsDemo()
    await terminateLockConnection(DATABASE_URL)
    let attempt = 0
    const placeCall = () =>
      firstGateway.browser.post('/gateway/calls', callRequest, { key: `attempt ${(attempt += 1)}` })
    await expect.poll(async () => (await placeCall()).status).toBe(200)
    expect(firstGateway.exitCode()).toBe(null)
    expect(service.requestsTo('POST', '/')).toHaveLength(1)
  })
})

test('only one of the gateways’ links for the first administrator works, even if all are used at once', {
  tags: ['first-administrator-is-one'],
}, async () => {
  const where = { url: await postgres.createDatabase(), schema: 'switchboard' }
  const clock = { now: () => Date.now(), steady: () => performance.now() }
  const stores = [await openStore(where), await openStore(where), await openStore(where)]
  afterTest(async () => void (await Promise.all(stores.map((store) => store.destroy()))))
  const gateways = stores.map((store) => createInvitations(store, clock))
  for (let round = 0; round < 5; round += 1) {
    const links = await Promise.all(gateways.map((gateway) => gateway.create(['admin'])))
    const used = await Promise.all(gateways.map((gateway, i) => gateway.use(links[i]?.token ?? '')))
    expect(used.filter((roles) => roles !== null)).toEqual(['["admin"]'])
  }
})

test('the error message says why PostgreSQL cannot be used', async () => {
  const url = new URL(await postgres.createDatabase())
  const openStoreAt = (address: string) => openGatewayStore({ url: address, schema: 'switchboard' })
  const missing = Object.assign(new URL(url), { pathname: '/nowhere' })
  await expect(openStoreAt(missing.href)).rejects.toThrow(
    /^The PostgreSQL at 127\.0\.0\.1:\d+\/nowhere does not have this database\./,
  )
  const closed = Object.assign(new URL(url), { port: '9' })
  await expect(openStoreAt(closed.href)).rejects.toThrow(/^The PostgreSQL at 127\.0\.0\.1:9\/\S+ is not responding\./)
})
