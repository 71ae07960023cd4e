/** Tests polls at several gateways of one PostgreSQL: a change at one shows at the others. */
import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { openGatewayStore } from './cluster/open-gateway-store.ts'
import { postDecision, readQueue, scriptDrafts } from './testing/review.ts'
import { postgres } from './testing/shared-postgres.ts'
import { createStoreDatabase } from './testing/store.ts'
import { afterTest, type openBrowser, type Script, startScriptedService, startTestGateway } from './testing/testing.ts'

type Browser = ReturnType<typeof openBrowser>

const figures = { completed: 1, failed: 0, active: 0, total: 41 }
const messages = scriptDrafts(2).script
/** A service with conversations, and a batch that runs until it is cancelled. */
const script: Script = (received) => {
  const { method, path } = received
  if (!path.includes('/batch-calls/batch_1')) return messages(received)
  if (method !== 'DELETE')
    return { body: { batchId: 'batch_1', agentId: 'a1', status: 'processing', progress: { ...figures, waiting: 40 } } }
  const details = { completedCalls: 1, failedCalls: 0, cancelledCalls: 40, totalCalls: 41 }
  return { body: { batchId: 'batch_1', status: 'cancelled', message: 'ok', details } }
}

/** Starts two gateways and signs Grace in at the first. `setClockError` shifts the second one's measurement of the database's clock, ms. */
async function startTwoGateways() {
  const service = await startScriptedService(script)
  afterTest(service.close)
  const url = await createStoreDatabase(postgres)
  let ahead = 0
  const startOne = async (more = () => 0) => {
    const { store, cluster, clock, release } = await openGatewayStore({ url, schema: 'switchboard' })
    const { gateway, browser } = await startTestGateway(service.url, {
      store,
      cluster,
      clock: { now: () => clock.now() + more(), steady: () => clock.steady() },
    })
    afterTest(async () => {
      await gateway.close()
      await release()
    })
    return browser
  }
  const [here, there] = [await startOne(), await startOne(() => ahead)]
  const grace = await here().signInAsDemo()
  const withCookieOf = (person: Browser) => ({
    headers: {
      cookie: person
        .cookies()
        .map((pair) => pair.join('='))
        .join('; '),
    },
  })
  const setClockError = (ms: number) => {
    ahead = ms
  }
  return { here, there: there(), grace, withCookieOf, setClockError }
}

test('a session that ended at one gateway is refused at another within two seconds', {
  timeout: 60_000,
  tags: ['ended-session-is-forgotten'],
}, async () => {
  const { here, there, grace, withCookieOf } = await startTwoGateways()
  const other = await here().signInAsDemo()
  const status = async () => (await there.get('/gateway/effects', withCookieOf(other))).status
  expect([await status(), await status()]).toEqual([200, 200])
  expect((await grace.request('DELETE', '/gateway/sessions')).json).toEqual({ ended: 1 })
  await expect.poll(status, { timeout: 2_000, interval: 20 }).toBe(401)
  expect((await there.get('/gateway/effects', withCookieOf(grace))).status).toBe(200)
})

test('a change shows at its own gateway at once and at another within two seconds', {
  timeout: 60_000,
}, async () => {
  const { here, there, grace, withCookieOf } = await startTwoGateways()
  const priya = await here().signInAsDemo('ready-reviewer')
  const target = { conversationId: 'c1', messageId: 'm1' }
  await readQueue(grace)
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

test('two gateways give identical answers although their measurements of the database’s clock differ', {
  timeout: 60_000,
  tags: ['gateways-name-one-date', 'batches-have-one-date'],
}, async () => {
  const { here, there, grace, withCookieOf, setClockError } = await startTwoGateways()
  const priya = await here().signInAsDemo('ready-reviewer')
  await there.get('/gateway/decisions', withCookieOf(priya))
  setClockError(15)
  await readQueue(grace)
  await postDecision(priya, { holdSeconds: 30 })
  await grace.post('/gateway/batches', { batchId: 'batch_1' })
  await grace.post('/gateway/batches/cancel', { batchIds: ['batch_1'] }, { key: 'cancel' })
  for (const path of ['/gateway/review-queue', '/gateway/decisions', '/gateway/batches']) {
    // Both are asked each time, because the gateways go on reading the service.
    const both = async () => {
      const [one, other] = await Promise.all([priya.get(path), there.get(path, withCookieOf(priya))])
      return isDeepStrictEqual(other.json, one.json) ? 'identical' : { one: one.json, other: other.json }
    }
    await expect.poll(both, { interval: 50 }).toBe('identical')
  }
})
