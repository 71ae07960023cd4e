import { describe, expect, test } from 'vitest'
import { testKey, world } from './testing.ts'

describe('the gateway', () => {
  test('is not a way to the two paths that have one of their own, nor to paths outside the contract', async () => {
    const { service, grace } = await world()
    const before = service.received.length
    const closed = [
      ['POST', '/v1/api/batch-calls'],
      ['POST', '/v1/api/conversations/c1/message/m1/action'],
      ['GET', '/v2/thing/1/data'],
      ['GET', '/api/v1/keys'],
      ['PUT', '/api/v1/agents/a1'],
    ]
    for (const [method = '', path = ''] of closed) {
      expect({ path, status: (await grace.ask(method, path, { key: 'k' })).status }).toEqual({ path, status: 404 })
    }
    expect(service.received).toHaveLength(before)
  })

  test('R34 shows the key nowhere', async () => {
    const { service, grace } = await world()
    service.behave(({ headers }) => ({
      status: 500,
      body: { error: { code: 'x', message: `The key ${String(headers['x-api-key'])} is odd.` } },
    }))
    const paths = [
      '/gateway/session',
      '/gateway/budget',
      '/gateway/effects',
      '/api/v1/agents/a1',
      '/gateway/live-calls',
    ]
    for (const path of paths) {
      const { text, headers } = await grace.get(path)
      expect(text + JSON.stringify([...headers])).not.toContain(testKey.slice(3, 12))
    }
    expect(service.received.at(-1)?.headers['x-api-key']).toBe(testKey)
  })

  test('R46 does not answer to a foreign Host, and lets nobody frame it', async () => {
    const { grace } = await world()
    expect((await grace.get('/gateway/session', { headers: { host: 'evil.example' } })).status).toBe(421)
    const policy = (await grace.get('/gateway/session')).headers.get('content-security-policy')
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe-')
  })

  test('sends the headers of the specification and nothing of the browser', async () => {
    const { service, grace } = await world()
    await grace.get('/v1/api/conversations/c1')
    const [sent] = service.asked('GET', '/v1/api/conversations/c1')
    expect(sent?.headers).toMatchObject({ 'content-type': 'application/json', 'x-workspace-id': 'ws_main' })
    expect(sent?.headers).not.toHaveProperty('cookie')
    expect(service.asked('GET', '/api/v1/agents')[0]?.headers).not.toHaveProperty('x-workspace-id')
  })
})
