/** Tests how gateways on one PostgreSQL database share reads. */
import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { headers, signatureHeader } from '#contract/index.ts'
import type { Cluster } from '../cluster/cluster.ts'
import { openGatewayStore } from '../cluster/open-gateway-store.ts'
import { quickPace, startStallingProxy } from '../testing/postgres.ts'
import { postgres } from '../testing/shared-postgres.ts'
import { createStoreDatabase } from '../testing/store.ts'
import {
  acceptBatches,
  afterTest,
  batchForm,
  origin,
  type Script,
  startScriptedService,
  startTestGateway,
} from '../testing/testing.ts'

const webhookSecret = 'whsec_of_the_tests'
const inFocus = { headers: { priority: 'u=1' } }
const roomPath = '/v2/api/active-calls/room1'
const agent = { id: 'a1', name: 'Anna', model: 'gpt-4o', voice: { provider: 'openai', voiceId: 'alloy' } }

const answerAsUsual: Script = ({ path }) => {
  if (path.startsWith('/v2/api/active-calls/')) return { body: { roomName: path.split('/').at(-1) } }
  if (path.startsWith('/api/v1/agents/a1')) return { body: agent }
  return undefined
}

/** Starts a service and this many gateways, and signs Grace in at each. @param proxies starts a proxy to the database for each of the first gateways */
async function startGateways(
  count: number,
  script: Script = answerAsUsual,
  proxies: (url: string) => Promise<string>[] = () => [],
) {
  const service = await startScriptedService(script)
  afterTest(service.close)
  const url = await createStoreDatabase(postgres)
  const urls = await Promise.all(proxies(url))
  const gateways = []
  const clockOffset = { ms: 0 }
  for (let index = 0; index < count; index += 1) {
    const gatewayStore = await openGatewayStore({ url: urls[index] ?? url, schema: 'switchboard' }, true, quickPace)
    const { gateway, browser } = await startTestGateway(service.url, {
      store: gatewayStore.store,
      cluster: gatewayStore.cluster,
      clock: {
        now: () => gatewayStore.clock.now() + clockOffset.ms,
        steady: () => gatewayStore.clock.steady() + clockOffset.ms,
      },
      environment: { SERVICE_WEBHOOK_SECRET: webhookSecret, SERVICE_WORKSPACE_ID: 'ws_main' },
    })
    let pendingClose: Promise<void> | undefined
    const close = () => (pendingClose ??= gateway.close().then(gatewayStore.release))
    afterTest(close)
    gateways.push({ ...gatewayStore, gateway, close, grace: await browser().signInAsDemo() })
  }
  const [first, second = first, third = second] = gateways
  if (!first || !second || !third) throw new Error('no gateway')
  await expect.poll(() => first.cluster.members().length).toBe(count)
  return { service, clockOffset, first, second, third, asked: () => service.requestsTo('GET', roomPath).length }
}

/** Resolves when each gateway has received what the other has published so far. */
async function exchangeMessages(gateways: { cluster: Cluster }[]): Promise<void> {
  const markers: string[] = gateways.map(() => crypto.randomUUID())
  const receivedFromOther = gateways.map(({ cluster }, index) => {
    const other = Promise.withResolvers<void>()
    cluster.subscribe('callEnded', ({ roomName }) => {
      if (roomName !== markers[index] && markers.includes(roomName)) other.resolve()
    })
    return other.promise
  })
  for (const [index, { cluster }] of gateways.entries())
    cluster.publish('callEnded', { roomName: markers[index] ?? '' })
  await Promise.all(receivedFromOther)
}

describe('shared reads', { timeout: 60_000 }, () => {
  test('send one request for the viewers of all gateways, and answer with the same age', {
    tags: ['R13', 'gateways-share-one-read'],
  }, async () => {
    const release = Promise.withResolvers<void>()
    const { first, second, third, asked } = await startGateways(3, (received) =>
      received.path === roomPath ? { body: { roomName: 'room1' }, after: release.promise } : undefined,
    )
    const everybody = [first, second, third].flatMap(({ grace }) => Array.from({ length: 17 }, () => grace))
    const pendingReads = Promise.all(everybody.map((grace) => grace.get(roomPath, inFocus)))
    await expect.poll(asked).toBe(1)
    release.resolve()
    expect((await pendingReads).every(({ status }) => status === 200)).toBe(true)
    expect(asked()).toBe(1)

    const startedAt = performance.now()
    const ages: number[] = []
    const readEverywhere = async () => {
      for (const { grace } of [first, second, third])
        ages.push(Number((await grace.get(roomPath, inFocus)).headers.get('age')))
      return performance.now() - startedAt
    }
    await expect.poll(readEverywhere, { interval: 200 }).toBeGreaterThan(3_500)
    expect(Math.max(...ages)).toBeLessThanOrEqual(4)
    // One gateway reads it at most every 1.5 s, and often enough that it is never older than 5 s.
    expect(asked()).toBeGreaterThanOrEqual(2)
    expect(asked()).toBeLessThanOrEqual(1 + Math.ceil((performance.now() - startedAt) / 1_500))
  })

  test('share snapshots, ended calls, changes by commands and events with the other gateway', async () => {
    const current = { name: 'Anna' }
    const { service, clockOffset, first, second } = await startGateways(2, (received) =>
      received.path === '/api/v1/agents/a1' ? { body: { ...agent, ...current } } : undefined,
    )
    const asked = (path: string) => service.requestsTo('GET', path).length
    const nameAt = async ({ grace }: typeof first) => (await grace.get('/api/v1/agents/a1')).json.name
    expect(await nameAt(first)).toBe('Anna')
    const cacheStatusAtSecond = async () => (await second.grace.get('/api/v1/agents/a1')).headers.get('cache-status')
    await expect.poll(cacheStatusAtSecond).toBe('switchboard; hit')
    expect(asked('/api/v1/agents/a1')).toBe(1)

    current.name = 'Anne'
    const changed = await second.grace.request('PATCH', '/api/v1/agents/a1', { body: { name: 'Anne' }, key: 'k1' })
    expect(changed.status).toBe(200)
    await expect.poll(() => nameAt(first)).toBe('Anne')

    await first.grace.get('/v2/api/active-calls/ended')
    expect((await second.grace.get('/v2/api/active-calls/ended')).json.error.code).toBe('not_found')
    expect(asked('/v2/api/active-calls/ended')).toBe(1)

    const deliver = async (event: string, data: object) => {
      const body = JSON.stringify({ event, data })
      const signature = createHmac('sha256', webhookSecret).update(body).digest('hex')
      const signedHeaders = {
        host: new URL(origin).host,
        [signatureHeader]: signature,
        'content-type': 'application/json',
      }
      return first.gateway.fetch(
        new Request(`${origin}/webhooks/service`, { method: 'POST', headers: signedHeaders, body }),
      )
    }
    expect(await nameAt(second)).toBe('Anne')
    current.name = 'Anneke'
    clockOffset.ms += 6_000
    expect(await nameAt(second)).toBe('Anne')
    expect((await deliver('agent.updated', { id: 'a1', name: 'Anneke' })).status).toBe(204)
    await expect.poll(() => nameAt(second)).toBe('Anneke')

    await deliver('call.started', { callId: 'c1', agentId: 'a1', roomName: 'a1-c1', toNumber: '+14155550134' })
    const liveCallsAtSecond = async () => (await second.grace.get('/gateway/live-calls')).json.calls
    await expect
      .poll(liveCallsAtSecond)
      .toMatchObject([{ roomName: 'a1-c1', customerPhone: '+14155550134', live: true }])
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
    const { service, clockOffset, first, second, third } = await startGateways(3)
    service.setScript(() => ({ status: 401, body: { error: { code: 'unauthorized', message: 'Bad key.' } } }))
    expect((await first.grace.get('/api/v1/agents/x1')).json.error.code).toBe('service_refused_key')
    const states = async () => {
      const sessions = [second, third].map(async ({ grace }) => (await grace.get('/gateway/session')).json)
      return (await Promise.all(sessions)).map(({ service }) => (service as { state: string }).state)
    }
    await expect.poll(states).toEqual(['key_refused', 'key_refused'])
    const receivedBefore = service.received.length
    for (const { grace } of [first, second, third])
      expect((await grace.get('/api/v1/agents/x2')).json.error.code).toBe('service_refused_key')
    expect(service.received.length).toBe(receivedBefore)
    clockOffset.ms += 61_000
    const paths = [1, 2, 3].flatMap((number) =>
      [first, second, third].map(({ grace }) => grace.get(`/api/v1/agents/y${number}`)),
    )
    for (const { json } of await Promise.all(paths)) expect(json.error.code).toBe('service_refused_key')
    // Nine different reads: only one of them was sent.
    expect(service.received.length - receivedBefore).toBe(1)
  })

  test('retry the service once also if each gateway was refused by itself, and recover at once', {
    tags: ['R17', 'one-gateway-tries'],
  }, async () => {
    const { service, clockOffset, first, second } = await startGateways(2)
    const release = Promise.withResolvers<void>()
    const refused = { status: 401, body: { error: { code: 'unauthorized', message: 'Bad key.' } } }
    service.setScript(() => ({ ...refused, after: release.promise }))
    const readAtBoth = (prefix: string) =>
      [first, second].map(({ grace }, index) => grace.get(`/api/v1/agents/${prefix}${index}`))
    const receivedBefore = service.received.length
    const firstReads = readAtBoth('x')
    await expect.poll(() => service.received.length - receivedBefore).toBe(2)
    // Both are answered at the same moment, so their messages cross.
    release.resolve()
    for (const { json } of await Promise.all(firstReads)) expect(json.error.code).toBe('service_refused_key')
    await exchangeMessages([first, second])
    for (const round of [1, 2]) {
      clockOffset.ms += 61_000
      for (const { json } of await Promise.all(readAtBoth(`y${round}`)))
        expect(json.error.code).toBe('service_refused_key')
      expect(service.received.length - receivedBefore).toBe(2 + round)
      await exchangeMessages([first, second])
    }
    clockOffset.ms += 61_000
    service.setScript(({ path }) => ({ body: { ...agent, id: path.split('/').at(-1) } }))
    const statuses = async () => (await Promise.all(readAtBoth('z'))).map(({ status }) => status)
    await expect.poll(statuses).toEqual([200, 200])
    // The service refuses the key again, and is retried after a minute as before.
    service.setScript(() => refused)
    await Promise.all(readAtBoth('w'))
    await exchangeMessages([first, second])
    const receivedBeforeRefusal = service.received.length
    clockOffset.ms += 61_000
    await Promise.all(readAtBoth('v'))
    expect(service.received.length - receivedBeforeRefusal).toBe(1)
  })

  test('are still polled when the polling gateway loses its database; it catches up once the database is back', async () => {
    let proxy: Awaited<ReturnType<typeof startStallingProxy>> | undefined
    const { service, first, second, asked } = await startGateways(2, answerAsUsual, (url) => [
      startStallingProxy(url).then((started) => {
        proxy = started
        return started.url
      }),
    ])
    const readAtSecond = async () => (await second.grace.get(roomPath, inFocus)).status
    await first.grace.get('/api/v1/agents/a1')
    await readAtSecond()
    proxy?.stall()
    await expect.poll(async () => (await readAtSecond(), second.cluster.isLeader())).toBe(true)
    const askedBefore = asked()
    await expect.poll(async () => (await readAtSecond(), asked())).toBeGreaterThan(askedBefore)

    service.setScript((received) =>
      received.path === '/api/v1/agents/a1' ? { body: { ...agent, name: 'Anne' } } : answerAsUsual(received),
    )
    await second.grace.get('/api/v1/agents/a1', { headers: { 'cache-control': 'no-cache' } })
    // Nobody watches this call, so it is read only once, unless a gateway has missed that read.
    const inBackground = { headers: { priority: 'u=5' } }
    await second.grace.get('/v2/api/active-calls/room2', inBackground)
    await expect.poll(() => first.cluster.isMember()).toBe(false)
    proxy?.recover()
    await expect.poll(() => first.cluster.isMember()).toBe(true)
    const read = async () => (await first.grace.get('/api/v1/agents/a1')).json
    await expect.poll(read).toMatchObject({ name: 'Anne' })
    expect((await first.grace.get('/v2/api/active-calls/room2', inBackground)).json).toMatchObject({
      roomName: 'room2',
    })
    expect(service.requestsTo('GET', '/v2/api/active-calls/room2')).toHaveLength(1)
  })

  test("find another gateway's snapshot in the database if its message was lost", {
    tags: ['woken-gateway-looks-up'],
  }, async () => {
    const { first, asked, clockOffset } = await startGateways(1)
    // Nobody watches the call, so no gateway polls it.
    const readRoom = () => first.grace.get(roomPath, { headers: { priority: 'u=5' } })
    expect((await readRoom()).json).toMatchObject({ roomName: 'room1' })
    const row = () => first.store.selectFrom('last_read').selectAll().where('read', 'like', '%room1%')
    await expect.poll(() => row().executeTakeFirst()).toBeDefined()
    clockOffset.ms += 10_000
    const { read } = await row().executeTakeFirstOrThrow()
    const newer = { body: JSON.stringify({ roomName: 'room1', duration: 10 }), at: first.clock.now() + clockOffset.ms }
    await first.store.updateTable('last_read').set(newer).where('read', '=', read).execute()
    const answer = await readRoom()
    expect(answer.json).toMatchObject({ duration: 10 })
    expect(Number(answer.headers.get('age'))).toBeLessThan(2)
    expect(asked()).toBe(1)
  })

  test("wait until an operator's own change has arrived at the other gateway", {
    tags: ['own-changes-are-awaited'],
  }, async () => {
    let proxy: Awaited<ReturnType<typeof startStallingProxy>> | undefined
    const current = { name: 'Anna' }
    const { first, second } = await startGateways(
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
    const changed = await second.grace.request('PATCH', path, { body: current, key: 'k1' })
    expect(changed.status).toBe(200)
    const position = changed.headers.get(headers.gatewayPosition) ?? ''
    const pendingRead = first.grace.get(path, { headers: { [headers.gatewayPosition]: position } })
    setTimeout(() => proxy?.resume(), 300)
    expect((await pendingRead).json).toMatchObject({ name: 'Anne' })
    // An unknown position delays nothing.
    const startedAt = performance.now()
    for (const unknown of ['999.1', 'x', position])
      await first.grace.get(path, { headers: { [headers.gatewayPosition]: unknown } })
    expect(performance.now() - startedAt).toBeLessThan(900)
  })

  test('do not wait for a gateway that becomes silent during a read', {
    tags: ['silent-gateway-holds-no-read'],
  }, async () => {
    let proxy: Awaited<ReturnType<typeof startStallingProxy>> | undefined
    const release = Promise.withResolvers<void>()
    const { service, first, second } = await startGateways(
      2,
      (received) => {
        if (received.path !== '/api/v1/agents/a1') return answerAsUsual(received)
        return { body: agent, ...(service.requestsTo('GET', received.path).length === 1 && { after: release.promise }) }
      },
      (url) => [
        startStallingProxy(url).then((started) => {
          proxy = started
          return started.url
        }),
      ],
    )
    const asked = () => service.requestsTo('GET', '/api/v1/agents/a1').length
    const pendingRead = first.grace.get('/api/v1/agents/a1')
    await expect.poll(asked).toBe(1)
    proxy?.stall()
    const startedAt = performance.now()
    expect((await second.grace.get('/api/v1/agents/a1')).json).toMatchObject({ name: 'Anna' })
    // The silent gateway's claim on the read would last ten seconds.
    expect(performance.now() - startedAt).toBeLessThan(7_000)
    proxy?.recover()
    release.resolve()
    await pendingRead
  })

  test('are polled by one gateway for all, also a batch that another started, and by the next one when it ends', async () => {
    const { service, first, second, asked } = await startGateways(2, (received) => {
      if (!received.path.includes('/batch-calls/')) return acceptBatches(received) ?? answerAsUsual(received)
      return { body: { batchId: 'batch_1', status: 'completed', isComplete: true, totalCalls: 2, completed: 2 } }
    })
    const look = async () => (await second.grace.get(roomPath, inFocus)).status
    expect(await look()).toBe(200)
    expect((await second.grace.post('/gateway/launches', batchForm(), { key: 'k1' })).status).toBe(200)
    await expect.poll(async () => (await look(), asked())).toBeGreaterThan(1)
    // The gateway that polls for all did not start the batch.
    await expect.poll(() => service.requestsTo('GET', '/v1/api/batch-calls/').length).toBe(1)
    for (const { grace } of [first, second])
      await expect
        .poll(async () => (await grace.get('/gateway/batches')).json.batches)
        .toMatchObject([{ batchId: 'batch_1', progress: { isComplete: true } }])
    await first.close()
    const askedBefore = asked()
    await expect.poll(async () => (await look(), asked())).toBeGreaterThan(askedBefore)
  })
})
