/** Polls where several gateways share a PostgreSQL: what one is told, the others answer too. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOwnStore } from './cluster/open-own-store.ts'
import { type Postgres, startPostgres } from './testing/postgres.ts'
import { correspondence, queueOf } from './testing/review.ts'
import { afterwards, type openBrowser, startScriptedService, startTestGateway } from './testing/testing.ts'

let postgres: Postgres
beforeAll(async () => {
  postgres = await startPostgres()
}, 60_000)
afterAll(() => postgres.close())

type Browser = ReturnType<typeof openBrowser>

/** Two gateways, and a person who is signed in at the first. */
async function enterTwo() {
  const service = await startScriptedService(correspondence(2).script)
  afterwards(service.close)
  const url = await postgres.database()
  const enter = async () => {
    const { store, cluster, clock, release } = await openOwnStore({ url, schema: 'switchboard' })
    const { switchboard, browser } = await startTestGateway(service.url, { store, cluster, clock })
    afterwards(async () => {
      await switchboard.close()
      await release()
    })
    return browser
  }
  const [here, there] = [await enter(), await enter()]
  const grace = await here().land()
  const withCookieOf = (person: Browser) => ({
    headers: {
      cookie: person
        .cookies()
        .map((pair) => pair.join('='))
        .join('; '),
    },
  })
  return { here, there: there(), grace, withCookieOf }
}

test('a session that is ended at one gateway is refused at another within two seconds', {
  timeout: 60_000,
  tags: ['ended-session-is-forgotten'],
}, async () => {
  const { here, there, grace, withCookieOf } = await enterTwo()
  const other = await here().land()
  const status = async () => (await there.get('/gateway/effects', withCookieOf(other))).status
  expect([await status(), await status()]).toEqual([200, 200])
  expect((await grace.ask('DELETE', '/gateway/sessions')).json).toEqual({ ended: 1 })
  await expect.poll(status, { timeout: 2_000, interval: 20 }).toBe(401)
  expect((await there.get('/gateway/effects', withCookieOf(grace))).status).toBe(200)
})

test('what is written at one gateway is answered there at once, and at another in a moment', {
  timeout: 60_000,
}, async () => {
  const { here, there, grace, withCookieOf } = await enterTwo()
  const priya = await here().land('ready-reviewer')
  const target = { conversationId: 'c1', messageId: 'm1' }
  await queueOf(grace)
  await there.get('/gateway/review-queue', withCookieOf(grace))
  const claims = (answer: { json: unknown }) =>
    (answer.json as { drafts: { claim: { editing: boolean } | null }[] }).drafts.map(({ claim }) => claim?.editing)
  for (const editing of [true, false, true, false]) {
    await priya.post('/gateway/claims', { ...target, editing })
    const read = await grace.get('/gateway/review-queue')
    expect(claims(read)).toEqual([editing, undefined])
    const elsewhere = () => there.get('/gateway/review-queue', withCookieOf(grace))
    await expect
      .poll(async () => claims(await elsewhere()), { timeout: 2_000, interval: 20 })
      .toEqual([editing, undefined])
  }
})
