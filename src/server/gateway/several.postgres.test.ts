/** Tests several gateway processes on one PostgreSQL and one service. */
import { describe, expect, test } from 'vitest'
import { startProcess, temporaryFolder } from './testing/process.ts'
import { postgres } from './testing/shared-postgres.ts'
import { afterTest, startScriptedService } from './testing/testing.ts'

describe('gateways that start at the same time', { timeout: 60_000 }, () => {
  test('all serve on an empty database, sign in their first visitors, and refuse a session two seconds after it ended at another', {
    tags: ['R32', 'gateways-start-one-at-a-time', 'new-tables-are-announced'],
  }, async () => {
    const service = await startScriptedService(() => undefined)
    afterTest(service.close)
    const DATABASE_URL = await postgres.createDatabase()
    const gateways = await Promise.all(
      [1, 2, 3].map(() => startProcess(service.url, temporaryFolder(), { DATABASE_URL })),
    )
    expect(gateways.map(({ exitCode, output }) => ({ code: exitCode(), output: output() }))).toEqual(
      gateways.map(({ address }) => ({ code: null, output: expect.stringContaining(address) })),
    )
    const visitors = gateways.flatMap(({ browser }) => [browser, browser])
    const landed = await Promise.all(visitors.map((browser) => browser.get('/gateway/session')))
    expect(landed.map(({ status, json }) => ({ status, operator: json.operator }))).toEqual(
      landed.map(() => ({ status: 200, operator: expect.objectContaining({ id: 'ready-admin' }) })),
    )

    const [first, second] = gateways
    const person = await first?.browser.signInAsDemo()
    const cookie =
      person
        ?.cookies()
        .map(([name, value]) => `${name}=${value}`)
        .join('; ') ?? ''
    const there = async () => (await second?.browser.get('/gateway/effects', { headers: { cookie } }))?.status
    expect(await there()).toBe(200)
    expect((await person?.post('/gateway/session/sign-out'))?.status).toBe(200)
    await expect.poll(there, { timeout: 2_000, interval: 100 }).toBe(401)
  })
})
