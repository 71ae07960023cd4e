/** What gateways of one PostgreSQL read for each other, on a real one. */
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signatureHeader } from '#contract/index.ts'
import { openOwnStore } from '../cluster/open-own-store.ts'
import { type Postgres, startPostgres, startSilentWay } from '../testing/postgres.ts'
import { afterwards, origin, type Script, startScriptedService, startTestGateway } from '../testing/testing.ts'

const webhookSecret = 'whsec_of_the_tests'
const closely = { headers: { priority: 'u=1' } }
const room = '/v2/api/active-calls/room1'
const agent = { id: 'a1', name: 'Anna', model: 'gpt-4o', voice: { provider: 'openai', voiceId: 'alloy' } }

let postgres: Postgres
beforeAll(async () => {
  postgres = await startPostgres()
}, 60_000)
afterAll(() => postgres.close())

const usual: Script = ({ path }) => {
  if (path.startsWith('/v2/api/active-calls/')) return { body: { roomName: path.split('/').at(-1) } }
  if (path.startsWith('/api/v1/agents/a1')) return { body: agent }
  return undefined
}

/** A service, and so many gateways before it, each with Grace at a browser. */
async function open(count: number, script: Script = usual, ways: (url: string) => Promise<string>[] = () => []) {
  const service = await startScriptedService(script)
  afterwards(service.close)
  const url = await postgres.database()
  const urls = await Promise.all(ways(url))
  const gateways = []
  const time = { passed: 0 }
  for (let at = 0; at < count; at += 1) {
    const own = await openOwnStore({ url: urls[at] ?? url, schema: 'switchboard' })
    const { switchboard, browser } = await startTestGateway(service.url, {
      store: own.store,
      cluster: own.cluster,
      clock: { now: () => own.clock.now() + time.passed, steady: () => own.clock.steady() + time.passed },
      environment: { SERVICE_WEBHOOK_SECRET: webhookSecret, SERVICE_WORKSPACE_ID: 'ws_main' },
    })
    let closing: Promise<void> | undefined
    const close = () => (closing ??= switchboard.close().then(own.release))
    afterwards(close)
    gateways.push({ ...own, switchboard, close, grace: await browser().land() })
  }
  const [first, second = first, third = second] = gateways
  if (!first || !second || !third) throw new Error('no gateway')
  await expect.poll(() => first.cluster.members().length, { timeout: 5_000 }).toBe(count)
  return { service, time, first, second, third, asked: () => service.asked('GET', room).length }
}

describe('gateways of one PostgreSQL', { timeout: 60_000 }, () => {
  test('cost together what one costs, however many look at each, and answer with the same age', {
    tags: ['R13', 'gateways-share-one-read'],
  }, async () => {
    const slow = Promise.withResolvers<void>()
    const { first, second, third, asked } = await open(3, (received) =>
      received.path === room ? { body: { roomName: 'room1' }, after: slow.promise } : undefined,
    )
    const everybody = [first, second, third].flatMap(({ grace }) => Array.from({ length: 17 }, () => grace))
    const reading = Promise.all(everybody.map((grace) => grace.get(room, closely)))
    await expect.poll(asked).toBe(1)
    slow.resolve()
    expect((await reading).every(({ status }) => status === 200)).toBe(true)
    expect(asked()).toBe(1)

    const began = performance.now()
    while (performance.now() - began < 5_000) {
      for (const { grace } of [first, second, third]) {
        const { status, headers } = await grace.get(room, closely)
        expect([status, Number(headers.get('age')) <= 3]).toEqual([200, true])
      }
    }
    // At most every 1.5 s, by one of them; and at least so often that nobody sees it older than 5 s.
    expect(asked()).toBeGreaterThanOrEqual(2)
    expect(asked()).toBeLessThanOrEqual(1 + Math.ceil((performance.now() - began) / 1_500))
  })

  test('know what another has read, that a call has ended, and what a command has changed', async () => {
    const { service, first, second } = await open(2)
    const asked = (path: string) => service.asked('GET', path).length
    expect((await first.grace.get('/api/v1/agents/a1')).json).toMatchObject({ name: 'Anna' })
    await expect
      .poll(async () => (await second.grace.get('/api/v1/agents/a1')).headers.get('cache-status'))
      .toBe('switchboard; hit')
    expect(asked('/api/v1/agents/a1')).toBe(1)

    service.behave(({ path }) => (path === '/api/v1/agents/a1' ? { body: { ...agent, name: 'Anne' } } : undefined))
    const changed = await second.grace.ask('PATCH', '/api/v1/agents/a1', { body: { name: 'Anne' }, key: 'k1' })
    expect(changed.status).toBe(200)
    await expect.poll(async () => (await first.grace.get('/api/v1/agents/a1')).json).toMatchObject({ name: 'Anne' })

    // It has ended: who looks at the other gateway learns it without a request.
    await first.grace.get('/v2/api/active-calls/ended')
    expect(asked('/v2/api/active-calls/ended')).toBe(1)
    expect((await second.grace.get('/v2/api/active-calls/ended')).json.error.code).toBe('not_found')
    expect(asked('/v2/api/active-calls/ended')).toBe(1)
  })

  test('hear of an event that arrived at another, and count it together', async () => {
    const { service, first, second } = await open(2, ({ path }) =>
      path.endsWith('/batch-calls/b1') ? { body: { batchId: 'b1', status: 'running' } } : usual({ path } as never),
    )
    const event = {
      event: 'call.started',
      data: { callId: 'c1', agentId: 'agent1', roomName: 'agent1-c1', toNumber: '+14155550134' },
    }
    const body = JSON.stringify(event)
    const signature = createHmac('sha256', webhookSecret).update(body).digest('hex')
    const headers = { host: new URL(origin).host, [signatureHeader]: signature, 'content-type': 'application/json' }
    const deliver = () =>
      first.switchboard.fetch(new Request(`${origin}/webhooks/service`, { method: 'POST', headers, body }))
    expect((await deliver()).status).toBe(204)
    const wall = async () => (await second.grace.get('/gateway/live-calls')).json.calls
    await expect.poll(wall).toMatchObject([{ roomName: 'agent1-c1', customerPhone: '+14155550134', live: true }])
    await first.grace.get('/gateway/webhooks')
    expect((await second.grace.get('/gateway/webhooks')).json).toMatchObject({
      last: { event: 'call.started' },
      lastHour: [{ event: 'call.started', count: 1 }],
    })
    expect(service.received.length).toBeGreaterThan(0)
  })

  test('leave it to one of them to look for what is watched, and to the next when that one ends', async () => {
    const { first, second, asked } = await open(2)
    const look = async () => (await second.grace.get(room, closely)).status
    expect(await look()).toBe(200)
    await expect.poll(async () => (await look(), asked()), { timeout: 5_000 }).toBeGreaterThan(1)
    await first.close()
    const before = asked()
    await expect.poll(async () => (await look(), asked()), { timeout: 5_000 }).toBeGreaterThan(before)
  })

  test('try a service that refuses the key once for all of them', { tags: ['R17', 'one-gateway-tries'] }, async () => {
    const { service, time, first, second, third } = await open(3)
    service.behave(() => ({ status: 401, body: { error: { code: 'unauthorized', message: 'Bad key.' } } }))
    expect((await first.grace.get('/api/v1/agents/x1')).json.error.code).toBe('service_refused_key')
    const states = async () => {
      const sessions = [second, third].map(async ({ grace }) => (await grace.get('/gateway/session')).json)
      return (await Promise.all(sessions)).map(({ service }) => (service as { state: string }).state)
    }
    await expect.poll(states).toEqual(['key_refused', 'key_refused'])
    const before = service.received.length
    for (const { grace } of [first, second, third])
      expect((await grace.get('/api/v1/agents/x2')).json.error.code).toBe('service_refused_key')
    expect(service.received.length).toBe(before)
    time.passed += 61_000
    const paths = [1, 2, 3].flatMap((at) =>
      [first, second, third].map(({ grace }) => grace.get(`/api/v1/agents/y${at}`)),
    )
    for (const { json } of await Promise.all(paths)) expect(json.error.code).toBe('service_refused_key')
    expect(service.received.length).toBe(before + 1)
  })

  test('one that was cut off from the database knows everything again when it is back', async () => {
    let way: Awaited<ReturnType<typeof startSilentWay>> | undefined
    const { service, first, second } = await open(2, usual, (url) => [
      Promise.resolve(url),
      startSilentWay(url).then((silent) => {
        way = silent
        return silent.url
      }),
    ])
    await first.grace.get('/api/v1/agents/a1')
    way?.fallSilent()
    await expect.poll(() => second.cluster.isMember(), { timeout: 15_000 }).toBe(false)
    service.behave(({ path }) =>
      path === '/api/v1/agents/a1' ? { body: { ...agent, name: 'Anne' } } : usual({ path } as never),
    )
    await first.grace.get('/api/v1/agents/a1', { headers: { 'cache-control': 'no-cache' } })
    await first.grace.get('/v2/api/active-calls/room2')
    const before = service.received.length
    way?.recover()
    await expect.poll(() => second.cluster.isMember(), { timeout: 15_000 }).toBe(true)
    await expect
      .poll(async () => (await second.grace.get('/api/v1/agents/a1')).json, { timeout: 5_000 })
      .toMatchObject({ name: 'Anne' })
    expect((await second.grace.get('/v2/api/active-calls/room2')).json).toMatchObject({ roomName: 'room2' })
    expect(service.received.length - before).toBeLessThanOrEqual(1)
  })
})
