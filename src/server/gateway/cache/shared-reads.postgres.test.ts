/** Tests how gateways of one PostgreSQL share reads, on a real server. Longer than 300 lines, since all tests need the same gateways. */
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { headers, signatureHeader } from '#contract/index.ts'
import type { Cluster } from '../cluster/cluster.ts'
import { openGatewayStore } from '../cluster/open-gateway-store.ts'
import { type Postgres, startPostgres, startStallingProxy } from '../testing/postgres.ts'
import {
  afterwards,
  launch,
  origin,
  type Script,
  startScriptedService,
  startsBatches,
  startTestGateway,
} from '../testing/testing.ts'

const webhookSecret = 'whsec_of_the_tests'
const inFocus = { headers: { priority: 'u=1' } }
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

/** Starts a service and this many gateways, and signs Grace in at each. @param proxies starts a proxy to the database for each of the first gateways */
async function open(count: number, script: Script = usual, proxies: (url: string) => Promise<string>[] = () => []) {
  const service = await startScriptedService(script)
  afterwards(service.close)
  const url = await postgres.database()
  const urls = await Promise.all(proxies(url))
  const gateways = []
  const time = { passed: 0 }
  for (let at = 0; at < count; at += 1) {
    const own = await openGatewayStore({ url: urls[at] ?? url, schema: 'switchboard' })
    const { gateway, browser } = await startTestGateway(service.url, {
      store: own.store,
      cluster: own.cluster,
      clock: { now: () => own.clock.now() + time.passed, steady: () => own.clock.steady() + time.passed },
      environment: { SERVICE_WEBHOOK_SECRET: webhookSecret, SERVICE_WORKSPACE_ID: 'ws_main' },
    })
    let closing: Promise<void> | undefined
    const close = () => (closing ??= gateway.close().then(own.release))
    afterwards(close)
    gateways.push({ ...own, gateway, close, grace: await browser().land() })
  }
  const [first, second = first, third = second] = gateways
  if (!first || !second || !third) throw new Error('no gateway')
  await expect.poll(() => first.cluster.members().length, { timeout: 5_000 }).toBe(count)
  return { service, time, first, second, third, asked: () => service.asked('GET', room).length }
}

/** Resolves when each gateway has received what the other has published so far. */
async function exchangeMessages(gateways: { cluster: Cluster }[]): Promise<void> {
  const words: string[] = gateways.map(() => crypto.randomUUID())
  const heard = gateways.map(({ cluster }, at) => {
    const other = Promise.withResolvers<void>()
    cluster.subscribe('callEnded', ({ roomName }) => {
      if (roomName !== words[at] && words.includes(roomName)) other.resolve()
    })
    return other.promise
  })
  for (const [at, { cluster }] of gateways.entries()) cluster.publish('callEnded', { roomName: words[at] ?? '' })
  await Promise.all(heard)
}

describe('shared reads', { timeout: 60_000 }, () => {
  test('send one request for the viewers of all gateways, and answer with the same age', {
    tags: ['R13', 'gateways-share-one-read'],
  }, async () => {
    const slow = Promise.withResolvers<void>()
    const { first, second, third, asked } = await open(3, (received) =>
      received.path === room ? { body: { roomName: 'room1' }, after: slow.promise } : undefined,
    )
    const everybody = [first, second, third].flatMap(({ grace }) => Array.from({ length: 17 }, () => grace))
    const reading = Promise.all(everybody.map((grace) => grace.get(room, inFocus)))
    await expect.poll(asked, { timeout: 5_000 }).toBe(1)
    slow.resolve()
    expect((await reading).every(({ status }) => status === 200)).toBe(true)
    expect(asked()).toBe(1)

    const began = performance.now()
    const ages: number[] = []
    const look = async () => {
      for (const { grace } of [first, second, third])
        ages.push(Number((await grace.get(room, inFocus)).headers.get('age')))
      return performance.now() - began
    }
    await expect.poll(look, { interval: 200, timeout: 10_000 }).toBeGreaterThan(3_500)
    expect(Math.max(...ages)).toBeLessThanOrEqual(4)
    // At most every 1.5 s, by one of them; and at least so often that nobody sees it older than 5 s.
    expect(asked()).toBeGreaterThanOrEqual(2)
    expect(asked()).toBeLessThanOrEqual(1 + Math.ceil((performance.now() - began) / 1_500))
  })

  test('reach the other gateway: snapshots, ended calls, changes by commands, and events', async () => {
    const current = { name: 'Anna' }
    const { service, time, first, second } = await open(2, (received) =>
      received.path === '/api/v1/agents/a1' ? { body: { ...agent, ...current } } : undefined,
    )
    const asked = (path: string) => service.asked('GET', path).length
    const nameAt = async ({ grace }: typeof first) => (await grace.get('/api/v1/agents/a1')).json.name
    expect(await nameAt(first)).toBe('Anna')
    const found = async () => (await second.grace.get('/api/v1/agents/a1')).headers.get('cache-status')
    await expect.poll(found).toBe('switchboard; hit')
    expect(asked('/api/v1/agents/a1')).toBe(1)

    current.name = 'Anne'
    const changed = await second.grace.ask('PATCH', '/api/v1/agents/a1', { body: { name: 'Anne' }, key: 'k1' })
    expect(changed.status).toBe(200)
    await expect.poll(() => nameAt(first)).toBe('Anne')

    await first.grace.get('/v2/api/active-calls/ended')
    expect((await second.grace.get('/v2/api/active-calls/ended')).json.error.code).toBe('not_found')
    expect(asked('/v2/api/active-calls/ended')).toBe(1)

    const deliver = async (event: string, data: object) => {
      const body = JSON.stringify({ event, data })
      const signature = createHmac('sha256', webhookSecret).update(body).digest('hex')
      const signed = { host: new URL(origin).host, [signatureHeader]: signature, 'content-type': 'application/json' }
      return first.gateway.fetch(new Request(`${origin}/webhooks/service`, { method: 'POST', headers: signed, body }))
    }
    expect(await nameAt(second)).toBe('Anne')
    current.name = 'Anneke'
    time.passed += 6_000
    expect(await nameAt(second)).toBe('Anne')
    expect((await deliver('agent.updated', { id: 'a1', name: 'Anneke' })).status).toBe(204)
    await expect.poll(() => nameAt(second)).toBe('Anneke')

    await deliver('call.started', { callId: 'c1', agentId: 'a1', roomName: 'a1-c1', toNumber: '+14155550134' })
    const wall = async () => (await second.grace.get('/gateway/live-calls')).json.calls
    await expect.poll(wall).toMatchObject([{ roomName: 'a1-c1', customerPhone: '+14155550134', live: true }])
    await first.grace.get('/gateway/webhooks')
    expect((await second.grace.get('/gateway/webhooks')).json).toMatchObject({
      last: { event: 'call.started' },
      lastHour: [
        { event: 'agent.updated', count: 1 },
        { event: 'call.started', count: 1 },
      ],
    })
  })

  test('retry a service that refuses the key once for all gateways', {
    tags: ['R17', 'one-gateway-tries'],
  }, async () => {
    const { service, time, first, second, third } = await open(3)
    service.behave(() => ({ status: 401, body: { error: { code: 'unauthorized', message: 'Bad key.' } } }))
    expect((await first.grace.get('/api/v1/agents/x1')).json.error.code).toBe('service_refused_key')
    const states = async () => {
      const sessions = [second, third].map(async ({ grace }) => (await grace.get('/gateway/session')).json)
      return (await Promise.all(sessions)).map(({ service }) => (service as { state: string }).state)
    }
    await expect.poll(states, { timeout: 5_000 }).toEqual(['key_refused', 'key_refused'])
    const before = service.received.length
    for (const { grace } of [first, second, third])
      expect((await grace.get('/api/v1/agents/x2')).json.error.code).toBe('service_refused_key')
    expect(service.received.length).toBe(before)
    time.passed += 61_000
    const paths = [1, 2, 3].flatMap((at) =>
      [first, second, third].map(({ grace }) => grace.get(`/api/v1/agents/y${at}`)),
    )
    for (const { json } of await Promise.all(paths)) expect(json.error.code).toBe('service_refused_key')
    // Nine different reads: only one of them was sent.
    expect(service.received.length - before).toBe(1)
  })

  test('retry it once also if each gateway was refused by itself, and recover at once', {
    tags: ['R17', 'one-gateway-tries'],
  }, async () => {
    const { service, time, first, second } = await open(2)
    const answers = Promise.withResolvers<void>()
    const refused = { status: 401, body: { error: { code: 'unauthorized', message: 'Bad key.' } } }
    service.behave(() => ({ ...refused, after: answers.promise }))
    const ask = (at: string) => [first, second].map(({ grace }, n) => grace.get(`/api/v1/agents/${at}${n}`))
    const before = service.received.length
    const asking = ask('x')
    await expect.poll(() => service.received.length - before).toBe(2)
    // Both are answered at the same moment, so their messages cross.
    answers.resolve()
    for (const { json } of await Promise.all(asking)) expect(json.error.code).toBe('service_refused_key')
    await exchangeMessages([first, second])
    for (const round of [1, 2]) {
      time.passed += 61_000
      for (const { json } of await Promise.all(ask(`y${round}`))) expect(json.error.code).toBe('service_refused_key')
      expect(service.received.length - before).toBe(2 + round)
      await exchangeMessages([first, second])
    }
    time.passed += 61_000
    service.behave(({ path }) => ({ body: { ...agent, id: path.split('/').at(-1) } }))
    const statuses = async () => (await Promise.all(ask('z'))).map(({ status }) => status)
    await expect.poll(statuses).toEqual([200, 200])
    // It fails again at once, and is retried after a minute as before.
    service.behave(() => refused)
    await Promise.all(ask('w'))
    await exchangeMessages([first, second])
    const failed = service.received.length
    time.passed += 61_000
    await Promise.all(ask('v'))
    expect(service.received.length - failed).toBe(1)
  })

  test('continue polling when the polling gateway loses its database, which catches up when it is back', async () => {
    let proxy: Awaited<ReturnType<typeof startStallingProxy>> | undefined
    const { service, first, second, asked } = await open(2, usual, (url) => [
      startStallingProxy(url).then((started) => {
        proxy = started
        return started.url
      }),
    ])
    const look = async () => (await second.grace.get(room, inFocus)).status
    await first.grace.get('/api/v1/agents/a1')
    await look()
    proxy?.stall()
    await expect.poll(async () => (await look(), second.cluster.isLeader()), { timeout: 5_000 }).toBe(true)
    const before = asked()
    await expect.poll(async () => (await look(), asked()), { timeout: 2_000 }).toBeGreaterThan(before)

    service.behave((received) =>
      received.path === '/api/v1/agents/a1' ? { body: { ...agent, name: 'Anne' } } : usual(received),
    )
    await second.grace.get('/api/v1/agents/a1', { headers: { 'cache-control': 'no-cache' } })
    // Nobody watches it, so it is read once unless a gateway has missed that read.
    const once = { headers: { priority: 'u=5' } }
    await second.grace.get('/v2/api/active-calls/room2', once)
    await expect.poll(() => first.cluster.isMember(), { timeout: 15_000 }).toBe(false)
    proxy?.recover()
    await expect.poll(() => first.cluster.isMember(), { timeout: 15_000 }).toBe(true)
    const read = async () => (await first.grace.get('/api/v1/agents/a1')).json
    await expect.poll(read, { timeout: 5_000 }).toMatchObject({ name: 'Anne' })
    expect((await first.grace.get('/v2/api/active-calls/room2', once)).json).toMatchObject({ roomName: 'room2' })
    expect(service.asked('GET', '/v2/api/active-calls/room2')).toHaveLength(1)
  })

  test("find another gateway's snapshot in the database if its message was lost", {
    tags: ['woken-gateway-looks-up'],
  }, async () => {
    const { first, asked, time } = await open(1)
    // Nobody watches it, so nothing polls it.
    const look = () => first.grace.get(room, { headers: { priority: 'u=5' } })
    expect((await look()).json).toMatchObject({ roomName: 'room1' })
    const row = () => first.store.selectFrom('last_read').selectAll().where('read', 'like', '%room1%')
    await expect.poll(() => row().executeTakeFirst()).toBeDefined()
    time.passed += 10_000
    const { read } = await row().executeTakeFirstOrThrow()
    const newer = { body: JSON.stringify({ roomName: 'room1', duration: 10 }), at: first.clock.now() + time.passed }
    await first.store.updateTable('last_read').set(newer).where('read', '=', read).execute()
    const answer = await look()
    expect(answer.json).toMatchObject({ duration: 10 })
    expect(Number(answer.headers.get('age'))).toBeLessThan(2)
    expect(asked()).toBe(1)
  })

  test('wait until an operator’s own change has arrived at the other gateway', {
    tags: ['own-changes-are-awaited'],
  }, async () => {
    let proxy: Awaited<ReturnType<typeof startStallingProxy>> | undefined
    const current = { name: 'Anna' }
    const { first, second } = await open(
      2,
      ({ path }) => (path === '/api/v1/agents/a1' ? { body: { ...agent, ...current } } : undefined),
      (url) => [
        startStallingProxy(url).then((started) => {
          proxy = started
          return started.url
        }),
      ],
    )
    const path = '/api/v1/agents/a1'
    await first.grace.get(path)
    proxy?.stall()
    current.name = 'Anne'
    const changed = await second.grace.ask('PATCH', path, { body: current, key: 'k1' })
    expect(changed.status).toBe(200)
    const position = changed.headers.get(headers.gatewayPosition) ?? ''
    const reading = first.grace.get(path, { headers: { [headers.gatewayPosition]: position } })
    setTimeout(() => proxy?.resume(), 300)
    expect((await reading).json).toMatchObject({ name: 'Anne' })
    // An unknown position delays nothing.
    const began = performance.now()
    for (const unknown of ['999.1', 'x', position])
      await first.grace.get(path, { headers: { [headers.gatewayPosition]: unknown } })
    expect(performance.now() - began).toBeLessThan(900)
  })

  test('do not wait for a gateway that becomes silent during a read', {
    tags: ['silent-gateway-holds-no-read'],
  }, async () => {
    let proxy: Awaited<ReturnType<typeof startStallingProxy>> | undefined
    const never = Promise.withResolvers<void>()
    const { service, first, second } = await open(
      2,
      (received) => {
        if (received.path !== '/api/v1/agents/a1') return usual(received)
        return { body: agent, ...(service.asked('GET', received.path).length === 1 && { after: never.promise }) }
      },
      (url) => [
        startStallingProxy(url).then((started) => {
          proxy = started
          return started.url
        }),
      ],
    )
    const asked = () => service.asked('GET', '/api/v1/agents/a1').length
    const reading = first.grace.get('/api/v1/agents/a1')
    await expect.poll(asked, { timeout: 5_000 }).toBe(1)
    proxy?.stall()
    const began = performance.now()
    expect((await second.grace.get('/api/v1/agents/a1')).json).toMatchObject({ name: 'Anna' })
    // Its claim on the read would last ten seconds.
    expect(performance.now() - began).toBeLessThan(7_000)
    proxy?.recover()
    never.resolve()
    await reading
  })

  test('let one gateway poll for all, also a batch that another started, and the next one when it ends', async () => {
    const { service, first, second, asked } = await open(2, (received) => {
      if (!received.path.includes('/batch-calls/')) return startsBatches(received) ?? usual(received)
      return { body: { batchId: 'batch_1', status: 'completed', isComplete: true, totalCalls: 2, completed: 2 } }
    })
    const look = async () => (await second.grace.get(room, inFocus)).status
    expect(await look()).toBe(200)
    expect((await second.grace.post('/gateway/launches', launch(), { key: 'k1' })).status).toBe(200)
    await expect.poll(async () => (await look(), asked()), { timeout: 5_000 }).toBeGreaterThan(1)
    // The gateway that polls for all did not start the batch.
    await expect.poll(() => service.asked('GET', '/v1/api/batch-calls/').length, { timeout: 5_000 }).toBe(1)
    for (const { grace } of [first, second])
      await expect
        .poll(async () => (await grace.get('/gateway/batches')).json.batches)
        .toMatchObject([{ batchId: 'batch_1', progress: { isComplete: true } }])
    await first.close()
    const before = asked()
    await expect.poll(async () => (await look(), asked()), { timeout: 5_000 }).toBeGreaterThan(before)
  })
})
