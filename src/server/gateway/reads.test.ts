import { describe, expect, test } from 'vitest'
import { afterwards, call, startScriptedService, world } from './testing.ts'

describe('an operator who reads', () => {
  test('R13 with forty-nine others costs what one costs', async () => {
    const { service, grace } = await world(({ path }) =>
      path.startsWith('/v2/api/active-calls/room') ? { body: { roomName: 'room' } } : undefined,
    )
    await Promise.all(Array.from({ length: 50 }, () => grace.get('/v2/api/active-calls/room')))
    const last = await grace.get('/v2/api/active-calls/room')
    expect(last.headers.get('cache-status')).toBe('switchboard; hit')
    expect(last.headers.get('age')).toBe('0')
    expect(service.asked('GET', '/v2/api/active-calls/room')).toHaveLength(1)
  })

  test('of one workspace is never served another workspace', async () => {
    const { grace } = await world(({ path, headers }) =>
      path.startsWith('/v1/api/conversations/c1') ? { body: { _id: headers['x-workspace-id'] } } : undefined,
    )
    const inMain = await grace.get('/v1/api/conversations/c1')
    const inOther = await grace.get('/v1/api/conversations/c1', { headers: { 'x-workspace-id': 'ws_other' } })
    expect([inMain.json, inOther.json]).toMatchObject([{ _id: 'ws_main' }, { _id: 'ws_other' }])
    const elsewhere = await grace.get('/v1/api/conversations/c1', { headers: { 'x-workspace-id': 'ws_foreign' } })
    expect(elsewhere.status).toBe(400)
  })

  test('R17 is not signed out by a 401 of the service, which is tried again at most once a minute', async () => {
    const { service, grace } = await world()
    service.behave(() => ({ status: 401, body: { error: { code: 'unauthorized', message: 'Bad key.' } } }))
    const refused = await grace.get('/api/v1/agents/a1')
    expect(refused).toMatchObject({ status: 502, json: { error: { code: 'service_refused_key', by: 'service' } } })
    const before = service.received.length
    expect((await grace.get('/api/v1/agents/a2')).json.error.code).toBe('service_refused_key')
    expect(service.received).toHaveLength(before)
    expect((await grace.get('/gateway/session')).json).toMatchObject({
      operator: { name: 'Grace Okafor' },
      service: { state: 'key_refused' },
    })
  })

  test('sees what was last read, with its age, while the service is away', async () => {
    const { service, grace } = await world(({ path }) =>
      path.startsWith('/v1/api/conversations/c1') ? { body: { _id: 'c1' } } : undefined,
    )
    await grace.get('/v1/api/conversations/c1')
    await service.close()
    expect(await grace.get('/v1/api/conversations/c1')).toMatchObject({ status: 200, json: { _id: 'c1' } })
    expect(await grace.get('/v1/api/conversations/c2')).toMatchObject({ status: 502, json: { error: { sent: 'no' } } })
    expect((await grace.get('/gateway/session')).json).toMatchObject({ service: { state: 'down' } })
  })

  test('is told in the service words that a call has ended, once', async () => {
    const { service, grace } = await world()
    const gone = await grace.get('/v2/api/active-calls/ended')
    expect(gone).toMatchObject({ status: 404, json: { error: { code: 'not_found', message: 'No such thing.' } } })
    await grace.get('/v2/api/active-calls/ended')
    expect(service.asked('GET', '/v2/api/active-calls/ended')).toHaveLength(1)
  })

  test('R12 is given snapshots during a storm of 429, and commands are told at once that nothing was sent', async () => {
    const { service, grace } = await world(({ path }) =>
      path.startsWith('/v1/api/conversations/c1') ? { body: { _id: 'c1' } } : undefined,
    )
    await grace.get('/v1/api/conversations/c1')
    const tooMany = {
      status: 429,
      body: { status: 429, title: 'Too many', detail: '' },
      headers: { 'retry-after': '30' },
    }
    service.behave(() => tooMany)
    expect((await grace.get('/api/v1/agents/a1')).json.error).toMatchObject({ code: 'over_budget', retryAfter: 30 })
    const before = service.received.length
    const send = await grace.post('/gateway/calls', call, { key: 'k1' })
    expect(send).toMatchObject({ status: 503, json: { error: { code: 'over_budget', sent: 'no' } } })
    expect((await grace.get('/v1/api/conversations/c1')).status).toBe(200)
    expect(service.received).toHaveLength(before)
    expect((await grace.get('/gateway/budget')).json).toMatchObject({ lastRefusal: expect.any(Number) })
  })

  test('R30 cannot smuggle a path through an id', async () => {
    const { service, grace } = await world()
    const before = service.received.length
    for (const id of ['..%2f..%2fsecret', '%2e%2e', 'a%00b', 'a%20b', 'x'.repeat(129)]) {
      expect({ id, ...(await grace.get(`/api/v1/agents/${id}`)) }).toMatchObject({ id, status: 404 })
    }
    expect(service.received).toHaveLength(before)
  })

  test('R31 is not led to another address', async () => {
    const elsewhere = await startScriptedService(() => ({ body: { id: 'stolen' } }))
    afterwards(elsewhere.close)
    const { service, grace } = await world()
    service.behave(() => ({ status: 302, headers: { location: `${elsewhere.url}/x` } }))
    expect((await grace.get('/api/v1/agents/a1')).status).toBe(502)
    expect(elsewhere.received).toHaveLength(0)
  })

  test('R16 gets one plain sentence for every form of error', async () => {
    const { service, grace } = await world()
    const bodies = [
      '<h1>Bad</h1>',
      '',
      '[1]',
      '{"error":"Agent not found","details":"x"}',
      '{"message":"Out of order."}',
      'x'.repeat(1e6),
    ]
    for (const [index, body] of bodies.entries()) {
      service.behave(() => ({ status: 500, body }))
      const { status, json } = await grace.get(`/api/v1/agents/a${index}`)
      expect(status).toBe(502)
      expect(json.error.message).toMatch(/^[A-Z][^<]{5,400}$/)
      expect(json.error.reference).toMatch(/^\w{8}$/)
    }
  })
})
