/** A gateway whose database another one wants, or has had. On a real PostgreSQL. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openOwnStore } from '../cluster/open-own-store.ts'
import { type Postgres, startPostgres } from '../testing/postgres.ts'
import { startProcess, temporaryFolder } from '../testing/process.ts'
import { correspondence, decide, decisionsOf } from '../testing/review.ts'
import { afterwards, call, placed, startScriptedService } from '../testing/testing.ts'

let postgres: Postgres
beforeAll(async () => {
  postgres = await startPostgres()
}, 60_000)
afterAll(() => postgres.close())

/** Ends the connection that has the lock of a database. */
async function endLock(url: string): Promise<void> {
  const ended = await postgres.ask(
    `select pg_terminate_backend(l.pid) from pg_locks l join pg_database d on d.oid = l.database
     where l.locktype = 'advisory' and d.datname = '${url.split('/').at(-1)}'`,
  )
  expect(ended).toHaveLength(1)
}

describe('a second gateway on one schema', { timeout: 60_000 }, () => {
  test('is refused with a sentence, and takes nothing from the first', { tags: ['R46'] }, async () => {
    const letters = correspondence(1)
    const answer = Promise.withResolvers<void>()
    const service = await startScriptedService((received) =>
      received.path === '/api/v1/calls/call' ? { body: placed, after: answer.promise } : letters.script(received),
    )
    afterwards(service.close)
    const DATABASE_URL = await postgres.database()
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

  test('a first one that lost the schema while it stood still ends itself, and sends nothing more', {
    tags: ['R46'],
  }, async () => {
    const letters = correspondence(1)
    const service = await startScriptedService(letters.script)
    afterwards(service.close)
    const DATABASE_URL = await postgres.database()
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

  test('a first one that lost only the connection of its lock takes the lock again and goes on', {
    tags: ['R46'],
  }, async () => {
    const service = await startScriptedService(({ method }) => (method === 'POST' ? { body: placed } : undefined))
    afterwards(service.close)
    const DATABASE_URL = await postgres.database()
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
    const DATABASE_URL = await postgres.database()
    const first = await startProcess(service.url, temporaryFolder(), { DATABASE_URL })
    await first.browser.land()
    await decide(first.browser, { holdSeconds: 30 })
    await first.kill()
    const second = await startProcess(service.url, temporaryFolder(), { DATABASE_URL })
    await second.browser.land()
    expect(await decisionsOf(second.browser)).toMatchObject([{ state: 'withdrawn', operator: 'Priya Raman' }])
    expect(await second.stop()).toBe(0)
  })
})

test('a PostgreSQL that cannot be used is told in a sentence', async () => {
  const url = new URL(await postgres.database())
  const opening = (address: string) => openOwnStore({ url: address, schema: 'switchboard' })
  const missing = Object.assign(new URL(url), { pathname: '/nowhere' })
  await expect(opening(missing.href)).rejects.toThrow(
    /^The PostgreSQL at 127\.0\.0\.1:\d+\/nowhere has no database of this name\./,
  )
  const closed = Object.assign(new URL(url), { port: '9' })
  await expect(opening(closed.href)).rejects.toThrow(/^The PostgreSQL at 127\.0\.0\.1:9\/\S+ is not answering\./)
})
