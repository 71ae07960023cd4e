/** The gateway on a real PostgreSQL. These tests exist only where this machine has one (testing-postgres.ts). */
import { afterAll, describe, expect, test } from 'vitest'
import { afterwards, call, placed, startScriptedService } from './testing.ts'
import { findPostgres, type Postgres, startPostgres } from './testing-postgres.ts'
import { startProcess, temporaryFolder } from './testing-process.ts'
import { correspondence, decide, decisionsOf } from './testing-review.ts'

const found = findPostgres() !== null
let server: Promise<Postgres> | undefined
const postgres = () => (server ??= startPostgres())
afterAll(async () => (await server)?.close())

let databases = 0
/** The address of a database that nobody else has. */
async function database() {
  const { url, ask } = await postgres()
  databases += 1
  await ask(`create database gateway_${databases}`)
  return url.replace(/postgres$/, `gateway_${databases}`)
}

/** Ends the connection that has the lock of a database. */
async function endLock(url: string): Promise<void> {
  const { ask } = await postgres()
  const ended = await ask(
    `select pg_terminate_backend(l.pid) from pg_locks l join pg_database d on d.oid = l.database
     where l.locktype = 'advisory' and d.datname = '${url.split('/').at(-1)}'`,
  )
  expect(ended).toHaveLength(1)
}

test('a PostgreSQL is found where it is installed', () => {
  expect(findPostgres()).toSatisfy((folder) => folder === null || typeof folder === 'string')
})

if (found)
  describe('a second gateway on one schema', () => {
    test('R46 is refused with a sentence, and takes nothing from the first', async () => {
      const letters = correspondence(1)
      const answer = Promise.withResolvers<void>()
      const service = await startScriptedService((received) =>
        received.path === '/api/v1/calls/call' ? { body: placed, after: answer.promise } : letters.script(received),
      )
      afterwards(service.close)
      const DATABASE_URL = await database()
      const first = await startProcess(service.url, temporaryFolder(), { DATABASE_URL })
      await first.browser.land()
      await decide(first.browser, { holdSeconds: 30 })
      const calling = first.browser.post('/gateway/calls', call, { key: 'k1' })
      await expect.poll(() => service.asked('POST', '/').length).toBe(1)

      const second = await startProcess(service.url, temporaryFolder(), { DATABASE_URL })
      expect(second.printed()).toMatch(/^The schema \S+ of this PostgreSQL is in use by another Switchboard[^\n]+\n$/)
      expect(second.exitCode()).toBe(1)
      expect((await first.browser.get('/gateway/effects')).json.effects).toMatchObject([
        { endpoint: 'callSend', state: 'sending' },
        { endpoint: 'messageAction', state: 'held' },
      ])
      answer.resolve()
      expect(await calling).toMatchObject({ status: 200 })
      expect(await decisionsOf(first.browser)).toMatchObject([{ state: 'held' }])
    })

    test('R46 a first one that lost the schema while it stood still ends itself, and sends nothing more', async () => {
      const letters = correspondence(1)
      const service = await startScriptedService(letters.script)
      afterwards(service.close)
      const DATABASE_URL = await database()
      const first = await startProcess(service.url, temporaryFolder(), { DATABASE_URL })
      await first.browser.land()
      await decide(first.browser, { holdSeconds: 1 })
      first.freeze()
      await endLock(DATABASE_URL)
      const second = await startProcess(service.url, temporaryFolder(), { DATABASE_URL })
      await second.browser.land()
      expect(await decisionsOf(second.browser)).toMatchObject([
        { state: 'withdrawn', refusal: { message: expect.stringContaining('Nothing was sent.') } },
      ])
      first.thaw()
      expect(await first.ended()).toBe(1)
      expect(first.printed()).toMatch(/\nThe schema \S+ of this PostgreSQL is in use by another Switchboard[^\n]+\n$/)
      expect(service.asked('POST', '/v1/api/conversations')).toEqual([])
      expect(await decide(second.browser)).toMatchObject({ status: 200 })
      await expect.poll(() => service.asked('POST', '/v1/api/conversations').length).toBe(1)
    })

    test('R46 a first one that lost only the connection of its lock takes the lock again and goes on', async () => {
      const service = await startScriptedService(({ method }) => (method === 'POST' ? { body: placed } : undefined))
      afterwards(service.close)
      const DATABASE_URL = await database()
      const first = await startProcess(service.url, temporaryFolder(), { DATABASE_URL })
      await first.browser.land()
      await endLock(DATABASE_URL)
      const place = () => first.browser.post('/gateway/calls', call, { key: 'k1' })
      await expect.poll(async () => (await place()).status, { timeout: 10_000 }).toBe(200)
      const second = await startProcess(service.url, temporaryFolder(), { DATABASE_URL })
      expect(second.exitCode()).toBe(1)
      expect(first.exitCode()).toBe(null)
      expect(service.asked('POST', '/')).toHaveLength(1)
    })

    test('comes in when the first was killed, and takes over what that one left', async () => {
      const letters = correspondence(1)
      const service = await startScriptedService(letters.script)
      afterwards(service.close)
      const DATABASE_URL = await database()
      const first = await startProcess(service.url, temporaryFolder(), { DATABASE_URL })
      await first.browser.land()
      await decide(first.browser, { holdSeconds: 30 })
      await first.kill()
      const second = await startProcess(service.url, temporaryFolder(), { DATABASE_URL })
      await second.browser.land()
      expect(await decisionsOf(second.browser)).toMatchObject([{ state: 'withdrawn', mine: true }])
      expect(await second.stop()).toBe(0)
    })
  })
