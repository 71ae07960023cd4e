import { describe, expect, test } from 'vitest'
import { startGatewayWithService, testKey } from './testing/testing.ts'

describe('the gateway', () => {
  test('does not pass on paths with a handler of their own or outside the contract', {
    tags: ['two-paths-have-their-own-handler'],
  }, async () => {
    const { service, grace } = await startGatewayWithService()
    const before = service.received.length
    const closed = [
      ['POST', '/v1/api/batch-calls'],
      ['POST', '/v1/api/conversations/c1/message/m1/action'],
      ['GET', '/v2/thing/1/data'],
      ['GET', '/api/v1/keys'],
      ['PUT', '/api/v1/agents/a1'],
    ]
    for (const [method = '', path = ''] of closed) {
      expect({ path, status: (await grace.request(method, path, { key: 'k' })).status }).toEqual({ path, status: 404 })
    }
    expect(service.received).toHaveLength(before)
  })

  test('never shows the API key', { tags: ['R34', 'key-is-masked'] }, async () => {
    const { service, grace } = await startGatewayWithService()
    service.setScript(({ headers }) => ({
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

  test.each([
    ['127.0.0.1:4400', 200],
    ['localhost:5173', 200],
    ['[::1]:4400', 200],
    ['sb.example.com', 200],
    ['evil.example', 421],
    ['127.0.0.1.evil.example:4400', 421],
    ['evil.example:4400@127.0.0.1', 421],
    ['', 421],
  ])('with the host "%s" answers %i', { tags: ['R46', 'wrong-host-is-refused'] }, async (host, status) => {
    const { grace } = await startGatewayWithService(undefined, {
      environment: { PUBLIC_URL: 'https://sb.example.com' },
    })
    for (const path of ['/gateway/session', '/healthz'])
      expect((await grace.get(path, { headers: { host } })).status).toBe(status)
  })

  test('forbids framing of its answers', { tags: ['R33', 'answers-are-not-framed'] }, async () => {
    const { grace } = await startGatewayWithService()
    const { headers } = await grace.get('/gateway/session')
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
    expect(headers.get('x-frame-options')).toBe('DENY')
  })

  test('with an HTTPS address sends Strict-Transport-Security', {
    tags: ['R33', 'https-stays-https'],
  }, async () => {
    const { browser } = await startGatewayWithService(undefined, { environment: { PUBLIC_URL: 'https://127.0.0.1' } })
    for (const path of ['/gateway/session', '/healthz', '/gateway/nothing'])
      expect((await browser().get(path)).headers.get('strict-transport-security')).toBe('max-age=31536000')
    const { grace } = await startGatewayWithService()
    expect((await grace.get('/gateway/session')).headers.has('strict-transport-security')).toBe(false)
  })

  test('accepts changes only from the exact public address', { tags: ['R33', 'other-site-is-refused'] }, async () => {
    const publicUrl = 'https://switchboard.example.com'
    const { browser } = await startGatewayWithService(undefined, { environment: { PUBLIC_URL: publicUrl } })
    const statusOf = async (host: string, from: string) =>
      (await browser().post('/gateway/session/sign-in', {}, { headers: { host, origin: from } })).status
    const host = 'switchboard.example.com'
    for (const other of [
      `http://${host}`,
      `http://${host}:80`,
      `https://${host}:8443`,
      `https://${host}.`,
      'https://example.com',
      'http://127.0.0.1:4400',
    ])
      expect([other, await statusOf(host, other)]).toEqual([other, 403])
    expect(await statusOf(`${host}:80`, `http://${host}:80`)).toBe(403)
    expect(await statusOf(host, publicUrl)).toBe(400)
    // A program on the gateway's machine.
    expect(await statusOf('127.0.0.1:4400', 'http://127.0.0.1:4400')).toBe(400)
    expect(await statusOf('127.0.0.1:4400', 'http://localhost:4400')).toBe(403)
  })

  test('refuses requests that are too large, and sends nothing', { tags: ['request-size'] }, async () => {
    const { service, grace } = await startGatewayWithService()
    const body = {
      name: 'Nora',
      model: 'gpt-4o',
      voice: { provider: 'rime', voiceId: 'luna' },
      personality: ' '.repeat(1024 * 1024),
    }
    const refused = await grace.post('/api/v1/agents', body, {
      key: 'k',
      headers: { 'content-length': `${JSON.stringify(body).length}` },
    })
    expect(refused).toMatchObject({ status: 413, json: { error: { code: 'too_large', sent: 'no' } } })
    expect(service.requestsTo('POST', '/')).toEqual([])
  })

  test('sends the headers of the specification and none of the browser', async () => {
    const { service, grace } = await startGatewayWithService()
    await grace.get('/v1/api/conversations/c1')
    const [sent] = service.requestsTo('GET', '/v1/api/conversations/c1')
    expect(sent?.headers).toMatchObject({ 'content-type': 'application/json', 'x-workspace-id': 'ws_main' })
    expect(sent?.headers).not.toHaveProperty('cookie')
    expect(service.requestsTo('GET', '/api/v1/agents')[0]?.headers).not.toHaveProperty('x-workspace-id')
  })
})
