/** Moves a real data folder to a real PostgreSQL. */
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { openStore } from '../store/store.ts'
import { commandEnvironment, fillStore, runCommand, startCommand, unreachable } from '../testing/commands.ts'
import { startProcess, temporaryFolder } from '../testing/process.ts'
import { postgres } from '../testing/shared-postgres.ts'
import { createSignInTables } from '../testing/store.ts'
import { afterTest, callRequest, placedCallAnswer, startScriptedService } from '../testing/testing.ts'

/** A service that places calls, and a data folder that a gateway has used. */
async function used() {
  const service = await startScriptedService(({ path }) =>
    path === '/api/v1/calls/call' ? { body: placedCallAnswer } : undefined,
  )
  afterTest(service.close)
  const folder = temporaryFolder()
  const environment = commandEnvironment(folder, service.url)
  const gateway = await startProcess(service.url, folder)
  const { browser } = gateway
  await browser.signInAsDemo()
  const place = (person: typeof browser, toNumber: string) =>
    person.post('/gateway/calls', { ...callRequest, toNumber }, { key: toNumber })
  expect((await place(browser, '+14155550134')).status).toBe(200)
  return { service, folder, environment, gateway, place, schema: `127.0.0.1_${new URL(service.url).port}` }
}

const effectsOf = async (browser: { get: (path: string) => Promise<{ json: unknown }> }) =>
  ((await browser.get('/gateway/effects')).json as { effects: { id: string; endpoint: string; state: string }[] })
    .effects

describe('a move to PostgreSQL', { timeout: 90_000 }, () => {
  test('copies everything, and the gateway then runs on PostgreSQL only', {
    tags: [
      'moved-numbers-go-on',
      'moved-database-is-not-used',
      'move-needs-an-empty-schema',
      'moved-history-only-grows',
      'R45',
    ],
  }, async () => {
    const { folder, environment, gateway, service, place, schema } = await used()
    const url = await postgres.createDatabase()
    const move = () => runCommand(['move', url], environment)
    expect(await move()).toMatchObject({ code: 1, output: expect.stringContaining('is in use by another process') })
    const before = await effectsOf(gateway.browser)
    await gateway.stop()
    expect(await move()).toEqual({
      code: 0,
      output: expect.stringMatching(
        /^\d+ rows of \d+ tables are in the schema 127\.0\.0\.1_\d+ at \S+, and were compared\./,
      ),
    })
    expect((await move()).output).toMatch(/^It was already moved to \S+\. /)

    const old = await startProcess(service.url, folder)
    expect(old.output()).toMatch(/^This database was moved to the PostgreSQL at \S+ on .* Set DATABASE_URL to it\./)
    expect(old.exitCode()).toBe(1)
    const postgresGateway = await startProcess(service.url, folder, { DATABASE_URL: url })
    await postgresGateway.browser.signInAsDemo()
    expect(await effectsOf(postgresGateway.browser)).toEqual(before)
    expect((await place(postgresGateway.browser, '+14155550135')).status).toBe(200)
    expect(await effectsOf(postgresGateway.browser)).toHaveLength(before.length + 1)
    expect((await postgresGateway.browser.get('/gateway/session')).json).toMatchObject({ restored: null })
    await postgresGateway.stop()
    const store = await openStore({ url, schema })
    await expect(sql`delete from history`.execute(store)).rejects.toThrow('only grows')
    await store.destroy()

    const other = temporaryFolder()
    const unused = await openStore({ file: join(other, schema, 'gateway.db') })
    await unused.destroy()
    expect(await runCommand(['move', url], commandEnvironment(other, service.url))).toMatchObject({
      code: 1,
      output: expect.stringContaining('already has tables. Nothing was moved.'),
    })
  })

  test('that is killed halfway leaves the source unchanged, and no schema that a gateway would use', async () => {
    const folder = temporaryFolder()
    const environment = commandEnvironment(folder, unreachable.url)
    await fillStore(folder, 25, unreachable.store)
    const url = await postgres.createDatabase()
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    afterTest(() => client.end())
    const queryValue = async (text: string) => {
      const { rows } = await client.query<{ found: string | null }>(text)
      return rows[0]?.found ?? null
    }
    const first = await startCommand(['move', url], environment)
    await expect
      .poll(() => queryValue(`select to_regclass('"${unreachable.store} arriving".session') as found`), {
        interval: 20,
        timeout: 30_000,
      })
      .not.toBe(null)
    first.kill()
    await first.ended
    expect(await queryValue(`select to_regnamespace('"${unreachable.store}"') as found`)).toBe(null)
    const gateway = await startProcess(unreachable.url, folder, environment)
    expect(gateway.exitCode()).toBe(null)
    await gateway.stop()
    expect(await runCommand(['move', url], environment)).toMatchObject({ code: 0 })
    expect(await queryValue(`select value as found from "${unreachable.store}".settings where name = 'mine'`)).toBe(
      'before',
    )
    expect(await queryValue(`select to_regnamespace('"${unreachable.store} arriving"') as found`)).toBe(null)
  })

  test('fails if a row differs after the copy', { tags: ['moved-rows-are-compared'] }, async () => {
    const folder = temporaryFolder()
    const store = await openStore({ file: join(folder, '127.0.0.1_9', 'gateway.db') })
    await createSignInTables(store)
    // PostgreSQL reads 'yes' as true, so the copied row differs.
    await sql`insert into user (id, name, email, "emailVerified", "createdAt", "updatedAt")
      values ('x', 'X', 'x@example.com', 'yes', '2026-11-22T00:00:00Z', '2026-11-22T00:00:00Z')`.execute(store)
    await store.destroy()
    expect(
      await runCommand(['move', await postgres.createDatabase()], commandEnvironment(folder, 'http://127.0.0.1:9')),
    ).toEqual({
      code: 1,
      output: 'The table user is not the same in PostgreSQL. Nothing was moved.\n',
    })
  })
})
