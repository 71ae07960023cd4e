/** Tests bodies that the dashboard never sends: they are refused, and not logged as errors of the gateway. */

import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { expect, test } from 'vitest'
import { openLog } from '../shared/log.ts'
import { afterTest, csvForm, startGatewayWithService } from '../testing/testing.ts'

const nestedJson = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
const agentWithVoice = (extraField: string) =>
  `{"name":"A","model":"m","voice":{"provider":"p","voiceId":"v","more":${extraField}}}`

test('refuses a body that is nested too deeply, and sends nothing', async () => {
  const { grace, service } = await startGatewayWithService()
  const answer = await grace.post('/api/v1/agents', agentWithVoice(nestedJson(5_000)), { key: 'k' })
  expect(answer).toMatchObject({ status: 400, json: { error: { code: 'invalid_request', sent: 'no' } } })
  expect((await grace.post('/gateway/search', `{"text":${nestedJson(5_000)}}`)).status).toBe(400)
  expect((await grace.post('/gateway/search', `${'['.repeat(5_000)}${']'.repeat(5_000)}`)).status).toBe(400)
  expect(service.requestsTo('POST', '/api/v1/agents')).toEqual([])
  // Brackets in a text do not count as nesting.
  expect((await grace.post('/gateway/search', { text: '{['.repeat(90) })).status).toBe(200)
})

test('refuses a body that is not UTF-8, and sends nothing', async () => {
  const { grace, service } = await startGatewayWithService()
  const body = Buffer.concat([Buffer.from('{"text":"Bj'), Buffer.from([0xf6]), Buffer.from('rn"}')])
  const answer = await grace.post('/gateway/search', body)
  expect(answer).toMatchObject({ status: 400, json: { error: { code: 'invalid_request' } } })
  expect(answer.json.error.message).toContain('UTF-8')
  expect(service.requestsTo('POST', '/')).toEqual([])
})

test.each(['launches', 'launches/recipients', 'approvals'])(
  'accepts the whole file of a launch for %s',
  async (path) => {
    const { grace } = await startGatewayWithService()
    const file = `phone_number,notes\n${`,${'x'.repeat(2_200)}\n`.repeat(10_000)}`
    const form = csvForm({ agentId: 'agent1', name: 'Renewals' }, file)
    const { status, json } = await grace.post(`/gateway/${path}`, form, { key: 'k' })
    // The refusal is about its content, not its size.
    expect({ status, code: json.error.code }).toEqual({ status: 400, code: 'invalid_request' })
  },
)

test('an interrupted upload is neither logged as an error nor counted as a 500', {
  tags: ['broken-off-request-is-no-fault'],
}, async () => {
  const dir = mkdtempSync(join(tmpdir(), 'switchboard-'))
  afterTest(async () => rmSync(dir, { recursive: true, force: true }))
  const token = 'token-of-the-tests'
  const { gateway, grace, service } = await startGatewayWithService(undefined, {
    log: openLog(join(dir, 'gateway.log')),
    environment: { METRICS_TOKEN: token },
  })
  const server = createServer(getRequestListener((request, bindings) => gateway.fetch(request, bindings)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterTest(async () => void server.close())
  const { port } = server.address() as AddressInfo
  const cookie = grace.cookies().map(([name, value]) => `${name}=${value}`)

  const part = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nphone_number\r\n'
  const interruptedRequests = [
    ['/gateway/launches', 'multipart/form-data; boundary=x', 'content-length: 100000', part],
    ['/gateway/launches', 'multipart/form-data; boundary=x', 'transfer-encoding: chunked', `6\r\n--x\r\nC\r\n`],
    ['/gateway/search', 'application/json', 'content-length: 100000', '{"text":"'],
    ['/gateway/search', 'application/json', 'transfer-encoding: chunked', `6\r\n{"text\r\nC\r\n`],
  ]
  for (const [path, type, framing, partialBody] of interruptedRequests) {
    const head = [`POST ${path} HTTP/1.1`, `host: 127.0.0.1:${port}`, `origin: http://127.0.0.1:${port}`]
    const requestHeaders = [`cookie: ${cookie.join('; ')}`, 'idempotency-key: k', `content-type: ${type}`, framing]
    const socket = connect(port, '127.0.0.1')
    const arrived = once(server, 'request')
    socket.write(`${[...head, ...requestHeaders].join('\r\n')}\r\n\r\n${partialBody}`)
    await arrived
    socket.destroy()
  }
  const postCountsByStatus = async () => {
    const { text } = await grace.get('/metrics', { headers: { authorization: `Bearer ${token}` } })
    const lines = text.split('\n').filter((line) => line.startsWith('switchboard_request_seconds_count{method="POST"'))
    return lines.map((line) => /status="(\d+)"\} (\d+)/.exec(line)?.slice(1).map(Number) ?? [])
  }
  const countPosts = async () => (await postCountsByStatus()).reduce((sum, [, count = 0]) => sum + count, 0)
  await expect.poll(countPosts).toBe(interruptedRequests.length)
  expect(new Set((await postCountsByStatus()).map(([status]) => status))).toEqual(new Set([400]))
  expect(readFileSync(join(dir, 'gateway.log'), 'utf8')).not.toContain('"msg":"broken"')
  expect(service.requestsTo('POST', '/')).toEqual([])
})

test('redacts pieces of ten characters of the key in a refusal, but not an English word that is part of the key', {
  tags: ['R34', 'masked-piece-is-no-word'],
}, async () => {
  const environment = { SERVICE_API_KEY: 'sk-live-service-4f9a1c77d0e2' }
  const text = 'The service had an error. Key service-4f9a1 and 4f9a1c77d0 are wrong.'
  const { grace } = await startGatewayWithService(
    ({ path }) => (path.endsWith('/a1') ? { status: 400, body: { error: { code: 'x', message: text } } } : undefined),
    { environment },
  )
  const { message } = (await grace.get('/api/v1/agents/a1')).json.error
  expect(message).toBe('The service had an error. Key ••• and ••• are wrong.')
})

const wrongBodies: [string, object][] = [
  ['80,000 unknown fields', Object.fromEntries(Array.from({ length: 80_000 }, (_, index) => [`f${index}`, 1]))],
  ['an unknown field with a long name', { ['x'.repeat(900_000)]: 1 }],
  ['1,000 wrong entries', { roles: Array.from({ length: 1_000 }, () => 'king') }],
]
test.each(wrongBodies)('a refusal of %s names twenty at most', async (_, body) => {
  const { grace } = await startGatewayWithService()
  for (const path of ['/gateway/operators', '/gateway/calls']) {
    const { status, text, json } = await grace.post(path, body, { key: 'k' })
    expect(status).toBe(400)
    expect(text.length).toBeLessThan(8_000)
    expect(Object.keys(json.error.fields ?? {}).length).toBeLessThanOrEqual(21)
  }
  const query = new URLSearchParams(
    Object.entries(body).map(([name]): [string, string] => [name.slice(0, 10_000), '1']),
  ).toString()
  const { status, text } = await grace.get(`/gateway/history?${query.slice(0, 60_000)}`)
  expect([status, text.length < 8_000]).toEqual([400, true])
})

test('the first twenty of many unknown fields are named, and how many more there are', async () => {
  const { grace } = await startGatewayWithService()
  const body = Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`f${index}`, 1]))
  const { json } = await grace.post('/gateway/search', { text: 'a', ...body })
  expect(json.error.message).toContain('f18, f19 and 5 more is not a field of this request.')
})

test('a text with NUL is refused wherever it stands', { tags: ['no-text-has-a-nul'] }, async () => {
  const { grace, service } = await startGatewayWithService()
  const nul = 'Bo\0b'
  const answers = [
    await grace.post('/gateway/search', { text: nul }),
    await grace.post('/gateway/operators', { roles: ['support'], email: nul }),
    await grace.post('/gateway/do-not-call', { number: '+14155550134', reason: nul }),
    await grace.post('/gateway/do-not-call/import', csvForm({ reason: nul }, 'phone_number\n+14155550134\n')),
    await grace.post('/gateway/launches/recipients', csvForm({ [nul]: 'x' }, 'phone_number\n+14155550134\n')),
    await grace.get('/gateway/history?operator=Bo%00b'),
    await grace.post('/api/v1/agents', { name: nul, model: 'm', voice: { provider: 'p', voiceId: 'v' } }, { key: 'k' }),
    await grace.post(
      '/gateway/calls',
      { agentId: 'a', toNumber: '+14155550134', variables: { [nul]: 'a' } },
      { key: 'l' },
    ),
  ]
  for (const { status, json } of answers)
    expect([status, json.error.code, json.error.message]).toEqual([
      400,
      'invalid_request',
      expect.stringContaining('character NUL'),
    ])
  expect(service.requestsTo('POST', '/')).toEqual([])
  // The escape as a text is no NUL.
  expect((await grace.post('/gateway/search', { text: '\\u0000' })).status).toBe(200)
})
