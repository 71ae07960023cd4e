import { describe, expect, test } from 'vitest'
import { fillPath, serviceEndpoints } from '#contract/index.ts'
import { type Clock, clock as realClock } from '../shared/clock.ts'
import { afterTest, callRequest, startGatewayWithService, startScriptedService } from '../testing/testing.ts'
import { isReadName } from './read-rules.ts'

describe('cached reads', () => {
  test('sends one request for fifty reads at once', { tags: ['R13', 'one-read-for-everybody'] }, async () => {
    const { service, grace } = await startGatewayWithService(({ path }) =>
      path.startsWith('/v2/api/active-calls/room') ? { body: { roomName: 'room' } } : undefined,
    )
    const startedAt = performance.now()
    await Promise.all(Array.from({ length: 50 }, () => grace.get('/v2/api/active-calls/room')))
    const last = await grace.get('/v2/api/active-calls/room')
    expect(last.headers.get('cache-status')).toBe('switchboard; hit')
    expect(Number(last.headers.get('age') ?? NaN)).toBeLessThanOrEqual((performance.now() - startedAt) / 1_000)
    expect(service.requestsTo('GET', '/v2/api/active-calls/room')).toHaveLength(1)
  })

  test('never answers with the data of another workspace', {
    tags: ['only-configured-workspaces', 'read-has-its-workspace'],
  }, async () => {
    const { grace } = await startGatewayWithService(({ path, headers }) =>
      path.startsWith('/v1/api/conversations/c1')
        ? { body: { _id: 'c1', userId: headers['x-workspace-id'] } }
        : undefined,
    )
    const inMain = await grace.get('/v1/api/conversations/c1')
    const inOther = await grace.get('/v1/api/conversations/c1', { headers: { 'x-workspace-id': 'ws_other' } })
    expect([inMain.json, inOther.json]).toMatchObject([{ userId: 'ws_main' }, { userId: 'ws_other' }])
    const inUnconfigured = await grace.get('/v1/api/conversations/c1', { headers: { 'x-workspace-id': 'ws_foreign' } })
    expect(inUnconfigured.status).toBe(400)
  })

  test('keeps operators signed in if the service answers 401, and retries at most once a minute', {
    tags: ['R17'],
  }, async () => {
    const { service, grace } = await startGatewayWithService()
    service.setScript(() => ({ status: 401, body: { error: { code: 'unauthorized', message: 'Bad key.' } } }))
    const refused = await grace.get('/api/v1/agents/a1')
    expect(refused).toMatchObject({ status: 502, json: { error: { code: 'service_refused_key', by: 'service' } } })
    const receivedBefore = service.received.length
    expect((await grace.get('/api/v1/agents/a2')).json.error.code).toBe('service_refused_key')
    expect(service.received).toHaveLength(receivedBefore)
    expect((await grace.get('/gateway/session')).json).toMatchObject({
      operator: { name: 'Grace Okafor' },
      service: { state: 'key_refused' },
    })
  })

  test('answers with the last snapshot while the service is down', async () => {
    const { service, grace } = await startGatewayWithService(({ path }) =>
      path.startsWith('/v1/api/conversations/c1') ? { body: { _id: 'c1' } } : undefined,
    )
    await grace.get('/v1/api/conversations/c1')
    await service.close()
    expect(await grace.get('/v1/api/conversations/c1')).toMatchObject({ status: 200, json: { _id: 'c1' } })
    expect(await grace.get('/v1/api/conversations/c2')).toMatchObject({ status: 502, json: { error: { sent: 'no' } } })
    expect((await grace.get('/gateway/session')).json).toMatchObject({ service: { state: 'down' } })
  })

  test('continues to read after lost commands and answers that are too large, since the service is up', {
    tags: ['lost-command-pauses-no-read'],
  }, async () => {
    const { service, grace } = await startGatewayWithService(
      ({ method, path }) =>
        method === 'POST' ? 'lost' : path.includes('large') ? { body: 'x'.repeat(20_000) } : { body: { id: 'a1' } },
      { limits: { connectMs: 200, readMs: 5_000, writeMs: 5_000, answerBytes: 10_000 } },
    )
    for (const digit of '012')
      await grace.post('/gateway/calls', { ...callRequest, toNumber: `+1415555013${digit}` }, { key: `k${digit}` })
    expect(service.requestsTo('POST', '/')).toHaveLength(3)
    for (const digit of '012')
      expect((await grace.get(`/api/v1/agents/large${digit}`)).json.error.message).toContain(
        'too large for Switchboard',
      )
    expect(await grace.get('/api/v1/agents/a1')).toMatchObject({ status: 200, json: { id: 'a1' } })
    expect((await grace.get('/gateway/session')).json).toMatchObject({ service: { state: 'up' } })
  })

  test('answers the first reads of an operator while a colleague sends many', { tags: ['R50'] }, async () => {
    const { grace, browser, service } = await startGatewayWithService(({ path }) => {
      const [, id = ''] = /^\/api\/v1\/agents\/(own\w+)$/.exec(path) ?? []
      if (path.startsWith('/api/v1/agents?') && path.includes('search')) return { body: { agents: [] } }
      return id ? { body: { id, name: id } } : undefined
    })
    const sam = await browser().signInAsDemo('ready-support')
    for (const pathOf of [
      (index: number) => `/v2/api/active-calls/invented${index}`,
      (index: number) => `/api/v1/agents?search=x${index}`,
    ])
      void Promise.all(
        Array.from({ length: 150 }, (_, index) => sam.get(pathOf(index), { headers: { priority: 'u=1' } })),
      )
    await expect.poll(() => service.received.length).toBeGreaterThan(20)
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => grace.get(`/api/v1/agents/own${index}`)))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
  })

  test('waits for a new read of a live call in focus if its snapshot is overdue', {
    tags: ['overdue-focus-waits'],
  }, async () => {
    let offsetMs = 0
    const clock: Clock = { now: () => realClock.now() + offsetMs, steady: () => realClock.steady() + offsetMs }
    const { service, grace } = await startGatewayWithService(
      ({ path }) =>
        path.startsWith('/v2/api/active-calls/room')
          ? { body: { roomName: 'room', duration: service.requestsTo('GET', path).length } }
          : undefined,
      { clock },
    )
    const readInFocus = () => grace.get('/v2/api/active-calls/room', { headers: { priority: 'u=1' } })
    expect((await readInFocus()).json).toMatchObject({ duration: 1 })
    offsetMs += 30_000
    const again = await readInFocus()
    expect(again.json).toMatchObject({ duration: 2 })
    expect(again.headers.get('age')).toBe('0')
  })

  test("passes on the service's 404 for a call that has ended, and caches it", async () => {
    const { service, grace } = await startGatewayWithService()
    const ended = await grace.get('/v2/api/active-calls/ended')
    expect(ended).toMatchObject({ status: 404, json: { error: { code: 'not_found', message: 'No such thing.' } } })
    await grace.get('/v2/api/active-calls/ended')
    expect(service.requestsTo('GET', '/v2/api/active-calls/ended')).toHaveLength(1)
  })

  test.each(Object.keys(serviceEndpoints).filter(isReadName))(
    "passes on the service's 404 for %s",
    { tags: ['R19'] },
    async (name) => {
      const { grace } = await startGatewayWithService(() => ({
        status: 404,
        body: { error: { code: 'not_found', message: 'Gone.' } },
      }))
      const { path } = serviceEndpoints[name]
      const params = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, param = '']) => [param, 'x1']))
      expect(await grace.get(fillPath(path, params))).toMatchObject({ status: 404 })
    },
  )

  test('answers with snapshots after a burst of 429s, and refuses commands at once as not sent', {
    tags: ['R12', 'nothing-leaves-without-room', 'pause-the-service-asks-for'],
  }, async () => {
    const { service, grace } = await startGatewayWithService(({ path }) =>
      path.startsWith('/v1/api/conversations/c1') ? { body: { _id: 'c1' } } : undefined,
    )
    await grace.get('/v1/api/conversations/c1')
    const tooMany = {
      status: 429,
      body: { status: 429, title: 'Too many', detail: '' },
      headers: { 'retry-after': '30' },
    }
    service.setScript(() => tooMany)
    expect((await grace.get('/api/v1/agents/a1')).json.error).toMatchObject({ code: 'over_budget', retryAfter: 30 })
    const receivedBefore = service.received.length
    const placedCall = await grace.post('/gateway/calls', callRequest, { key: 'k1' })
    expect(placedCall).toMatchObject({ status: 503, json: { error: { code: 'over_budget', sent: 'no' } } })
    expect((await grace.get('/v1/api/conversations/c1')).status).toBe(200)
    expect(service.received).toHaveLength(receivedBefore)
    expect((await grace.get('/gateway/budget')).json).toMatchObject({ lastRefusal: expect.any(Number) })
  })

  test('refuses IDs that contain a path', { tags: ['R30', 'ids-in-paths'] }, async () => {
    const { service, grace } = await startGatewayWithService()
    const receivedBefore = service.received.length
    for (const id of ['..%2f..%2fsecret', '%2e%2e', 'a%00b', 'a%20b', 'x'.repeat(129)]) {
      expect({ id, ...(await grace.get(`/api/v1/agents/${id}`)) }).toMatchObject({ id, status: 404 })
    }
    expect(service.received).toHaveLength(receivedBefore)
  })

  test('does not follow a redirect to another address', { tags: ['R31'] }, async () => {
    const otherService = await startScriptedService(() => ({ body: { id: 'stolen' } }))
    afterTest(otherService.close)
    const { service, grace } = await startGatewayWithService()
    service.setScript(() => ({ status: 302, headers: { location: `${otherService.url}/x` } }))
    expect((await grace.get('/api/v1/agents/a1')).status).toBe(502)
    expect(otherService.received).toHaveLength(0)
  })

  test('retries once a minute while the service refuses the key, and recovers when it accepts the key', {
    tags: ['R17', 'refused-key-is-left-alone'],
  }, async () => {
    const offset = { ms: 0 }
    const clock: Clock = { now: () => realClock.now() + offset.ms, steady: () => realClock.steady() + offset.ms }
    const { service, grace } = await startGatewayWithService(undefined, { clock })
    for (const status of [401, 403]) {
      service.setScript(() => ({ status, body: { error: { code: 'forbidden', message: 'Not yours.' } } }))
      // The pause after the previous refusal has passed.
      offset.ms += 61_000
      await grace.get('/api/v1/agents/a1')
      const receivedBefore = service.received.length
      for (let round = 0; round < 60; round += 1) {
        offset.ms += 5_000
        for (const path of [
          '/gateway/session',
          '/api/v1/agents/a1',
          '/v2/api/active-calls/r1',
          '/gateway/review-queue',
        ])
          await grace.get(path, { headers: { priority: 'u=1' } })
      }
      expect(service.received.length - receivedBefore).toBeGreaterThanOrEqual(4)
      expect(service.received.length - receivedBefore).toBeLessThanOrEqual(5)
      expect((await grace.get('/gateway/session')).json).toMatchObject({
        operator: { name: 'Grace Okafor' },
        service: { state: 'key_refused' },
      })
    }
    service.setScript(({ path }) => (path.startsWith('/api/v1/agents/a1') ? { body: { id: 'a1' } } : undefined))
    offset.ms += 61_000
    expect((await grace.get('/api/v1/agents/a1')).status).toBe(200)
    expect((await grace.get('/gateway/session')).json).toMatchObject({ service: { state: 'up' } })
  })

  test('answers every form of error with one plain sentence and a reference', {
    tags: ['R16'],
  }, async () => {
    const { service, grace } = await startGatewayWithService(undefined, {
      environment: { SERVICE_REQUESTS_PER_MINUTE: '1000' },
    })
    const bodies = [
      '<h1>Bad</h1>',
      '',
      '[1]',
      '[{"error":"x"}]',
      'null',
      '"text"',
      '{"error":"Agent not found","details":"x"}',
      '{"error":{"code":"no","message":"No \\u0000\\u001b[31m\\u202e way."}}',
      '{"error":{"code":{"a":1},"message":["x"]}}',
      '{"status":"x","title":7,"detail":null}',
      '{"message":"Out of order."}',
      '\u0000\u0001\u001b[2J',
      'x'.repeat(1e6),
      JSON.stringify({ message: 'x'.repeat(1e6) }),
    ]
    const cases = [400, 404, 409, 500, 503].flatMap((status) => bodies.map((body) => ({ status, body })))
    for (const [index, { status, body }] of cases.entries()) {
      const contentType = ['application/json', 'text/html', 'application/octet-stream', null][index % 4] ?? null
      service.setScript(() => ({ status, body, headers: { 'content-type': contentType } }))
      const answer = await grace.get(`/api/v1/agents/a${index}`)
      expect([body.slice(0, 40), answer.status]).toEqual([body.slice(0, 40), status >= 500 ? 502 : status])
      expect(answer.json.error.message).toMatch(/^[A-Zx][^<\p{Cc}]{5,500}$/u)
      expect(answer.json.error.reference).toMatch(/^\w{8}$/)
      expect(answer.headers.get('content-type')).toContain('application/json')
    }
  })
})
