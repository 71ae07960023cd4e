/** Tests which answers are compressed: reads, once for all browsers, but nothing that shows a link or a secret. */
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { ines, startPublicGateway } from '../testing/public-gateway.ts'
import { startGatewayWithService } from '../testing/testing.ts'

const agents = Array.from({ length: 40 }, (_, at) => ({ id: `a${at}`, name: `Front desk ${at}`, status: 'ready' }))

async function openWorld() {
  const { gateway } = await startGatewayWithService(({ path }) =>
    path.startsWith('/api/v1/agents')
      ? { body: { agents, pagination: { page: 1, limit: 100, total: 40 } } }
      : undefined,
  )
  const page = await gateway.fetch(
    new Request('http://127.0.0.1:4400/gateway/session', { headers: { host: '127.0.0.1:4400' } }),
  )
  const cookie = page.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  return (path: string, headers: Record<string, string> = {}) =>
    gateway.fetch(
      new Request(`http://127.0.0.1:4400${path}`, { headers: { host: '127.0.0.1:4400', cookie, ...headers } }),
    )
}

test('a read is sent compressed to whoever accepts it, with the same tag', async () => {
  const get = await openWorld()
  const path = '/api/v1/agents?limit=100'
  const plain = await get(path)
  const packed = await get(path, { 'accept-encoding': 'gzip, deflate, br, zstd' })
  expect(plain.headers.get('content-encoding')).toBeNull()
  expect(packed.headers.get('content-encoding')).toBe('gzip')
  expect(packed.headers.get('vary')).toBe('accept-encoding')
  const text = await plain.text()
  const bytes = Buffer.from(await packed.arrayBuffer())
  expect(gunzipSync(bytes).toString()).toBe(text)
  expect(bytes.length).toBeLessThan(text.length / 4)
  const etag = packed.headers.get('etag') ?? ''
  expect(plain.headers.get('etag')).toBe(etag)
  expect((await get(path, { 'accept-encoding': 'gzip', 'if-none-match': etag })).status).toBe(304)
  expect((await get(path, { 'accept-encoding': 'gzip;q=0, br' })).headers.get('content-encoding')).toBeNull()
})

test('an answer that shows a link is not compressed', async () => {
  const { home } = await startPublicGateway()
  const accepts = { headers: { 'accept-encoding': 'gzip' } }
  const invited = await home.post('/gateway/operators', { roles: ['support'] }, accepts)
  expect(String(invited.json.link)).toContain('#link=')
  const { operators } = (await home.get('/gateway/operators')).json as unknown as { operators: { id: string }[] }
  const path = `/gateway/operators/${operators[0]?.id}/password-link`
  const reset = await home.post(path, { password: ines.password }, accepts)
  expect(reset.status).toBe(200)
  for (const { headers } of [invited, reset]) expect(headers.get('content-encoding')).toBeNull()
})
