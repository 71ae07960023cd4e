/** Webhooks of the service, and of somebody who pretends to be the service. */
import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { signatureHeader, webhookData } from '#contract/index.ts'
import { scaleForSoak } from '#tools/soak-scale.ts'
import {
  type AnswerJson,
  acceptBatches,
  batchForm,
  callRequest,
  origin,
  placedCallAnswer,
  type Script,
  startGatewayWithService,
} from '../testing/testing.ts'

const secret = 'whsec_of_the_tests'
const signed = (body: string, under = secret) => createHmac('sha256', under).update(body).digest('hex')

async function startWithWebhooks(script: Script = () => undefined, environment: Record<string, string> = {}) {
  const opened = await startGatewayWithService(script, {
    environment: { SERVICE_WEBHOOK_SECRET: secret, SERVICE_WORKSPACE_ID: 'ws_main', ...environment },
  })
  /** Delivers these bytes as a service does, without cookie and origin. */
  const deliver = async (body: string, signature: string | null = signed(body), query = '') => {
    const headers = new Headers({ host: new URL(origin).host, 'content-type': 'application/json' })
    if (signature !== null) headers.set(signatureHeader, signature)
    return opened.gateway.fetch(new Request(`${origin}/webhooks/service${query}`, { method: 'POST', headers, body }))
  }
  const tell = (event: string, data: object, query?: string) =>
    deliver(JSON.stringify({ event, data }), undefined, query)
  const shown = async () => (await opened.grace.get('/gateway/webhooks')).json
  return { ...opened, deliver, tell, shown }
}
const started = { callId: 'c1', agentId: 'agent1', roomName: 'agent1-c1', toNumber: '+14155550134' }
const event = JSON.stringify({ event: 'call.started', data: started })

describe('an event', { tags: ['R36'] }, () => {
  test('is accepted when its signature matches its bytes, also with a prefix or in capitals', async () => {
    const { deliver, shown } = await startWithWebhooks()
    const fits = [signed(event), `sha256=${signed(event)}`, signed(event).toUpperCase()]
    for (const signature of fits) expect((await deliver(event, signature)).status).toBe(204)
    expect(await shown()).toMatchObject({
      addresses: [{ workspace: 'ws_main', address: `${origin}/webhooks/service` }],
      configured: true,
      last: { event: 'call.started' },
      lastHour: [{ event: 'call.started', count: 3 }],
      refused: 0,
    })
  })

  test.each([
    ['missing', null],
    ['empty', ''],
    ['wrong', signed(event, 'another secret')],
    ['partial', signed(event).slice(0, 63)],
    ['partial, to the byte', signed(event).slice(0, 62)],
    ['doubled', `${signed(event)}, ${signed(event)}`],
    ['no hexadecimal', 'z'.repeat(64)],
    ['of other bytes', signed(`${event} `)],
  ])(
    'whose signature is %s is refused before it is read, and changes nothing',
    { tags: ['event-is-signed'] },
    async (_, signature) => {
      const { deliver, shown, grace } = await startWithWebhooks()
      const answer = await deliver(event, signature)
      expect(answer.status).toBe(401)
      expect(((await answer.json()) as AnswerJson).error.code).toBe('bad_signature')
      expect((await deliver('not JSON', 'x')).status).toBe(401)
      expect(await shown()).toMatchObject({ last: null, lastHour: [], refused: 2 })
      expect((await grace.post('/gateway/search', { text: 'agent1-c1' })).json.found).toEqual([])
    },
  )

  test('that was serialised again is refused, since the signature is of the bytes', async () => {
    const { deliver } = await startWithWebhooks()
    const again = JSON.stringify(JSON.parse(event), null, 2)
    expect((await deliver(again, signed(event))).status).toBe(401)
    expect((await deliver(again)).status).toBe(204)
  })

  test.each([
    ['a text with NUL', JSON.stringify({ event: 'agent.updated', data: { id: 'a1', name: 'No\0ra' } })],
    ['a body that is nested too deeply', `{"event":"call.started","data":${'{"a":'.repeat(500)}1${'}'.repeat(500)}}`],
    ['a body that is not UTF-8', '{"event":"call.started","data":{"callId":"\xff"}}'],
  ])('with %s is refused', async (what, body) => {
    const { gateway } = await startWithWebhooks()
    const bytes = Buffer.from(body, what.endsWith('UTF-8') ? 'latin1' : 'utf8')
    const headers = {
      host: new URL(origin).host,
      [signatureHeader]: createHmac('sha256', secret).update(bytes).digest('hex'),
    }
    const sent = new Request(`${origin}/webhooks/service`, { method: 'POST', headers, body: bytes })
    expect((await gateway.fetch(sent)).status).toBe(400)
  })

  test('that is too large is refused, with and without its length', async () => {
    const { deliver, gateway } = await startWithWebhooks()
    const large = JSON.stringify({ event: 'call.started', data: { ...started, more: 'x'.repeat(300_000) } })
    expect((await deliver(large)).status).toBe(413)
    const body = new Blob([large]).stream()
    const headers = { host: new URL(origin).host, [signatureHeader]: signed(large) }
    const streamed = new Request(`${origin}/webhooks/service`, {
      method: 'POST',
      headers,
      body,
      duplex: 'half',
    })
    expect((await gateway.fetch(streamed)).status).toBe(413)
  })

  test('is answered 404 when no secret is configured', async () => {
    const { deliver, shown } = await startWithWebhooks(undefined, { SERVICE_WEBHOOK_SECRET: '' })
    expect((await deliver(event)).status).toBe(404)
    expect((await deliver(event, signed(event, ''))).status).toBe(404)
    expect(await shown()).toMatchObject({ configured: false, last: null })
  })

  test('of an unknown kind, with unknown fields or without usable data is accepted and ignored', async () => {
    const { deliver, tell, shown, service } = await startWithWebhooks()
    const before = service.received.length
    for (const name of Object.keys(webhookData)) {
      expect((await tell(name, {})).status).toBe(204)
      expect(
        (await tell(name, { id: 7, callId: ['c'], roomName: '../../x', batchId: null, more: { a: 1 } })).status,
      ).toBe(204)
    }
    expect((await tell('call.transferred', started)).status).toBe(204)
    expect((await deliver('{}')).status).toBe(204)
    expect((await deliver('{"event":"call.started"}')).status).toBe(204)
    for (const nothing of ['', 'not JSON', '[]', 'null', '7']) expect((await deliver(nothing)).status).toBe(400)
    expect((await shown()).lastHour).toContainEqual({ event: 'other', count: 2 })
    expect(service.received).toHaveLength(before)
  })
})

const roomOf: Script = ({ path }) =>
  path.startsWith('/v2/api/active-calls/') ? { body: { roomName: path.split('/').at(-1) } } : undefined
const batch = { isComplete: false, status: 'processing', waiting: 1, active: 1, completed: 0, failed: 0, total: 2 }
const batchOf: Script = ({ path }) => (/batch-calls\/\w+\/status/.test(path) ? { body: batch } : undefined)

/** 10,000 in the soak tests. */
const count = scaleForSoak(1_000)

describe('a flood of events', { tags: ['R36'] }, () => {
  test('about things that nobody views causes no reads', { tags: ['soak'], timeout: 60_000 }, async () => {
    const { tell, service } = await startWithWebhooks(roomOf)
    const before = service.received.length
    for (let i = 0; i < count; i += 1) {
      const kind = i % 2 === 0 ? 'call.started' : 'call.completed'
      await tell(kind, { ...started, roomName: `room${i % 50}`, batchId: `batch_${i % 5}` })
    }
    expect(service.received).toHaveLength(before)
  })

  test('about things that somebody views causes at most one read per thing and interval', {
    tags: ['soak'],
    timeout: 60_000,
  }, async () => {
    const { tell, service, grace } = await startWithWebhooks(batchOf)
    const path = '/v1/api/batch-calls/batch_1/status'
    const reads = () => service.requestsTo('GET', path)
    await grace.get(path)
    const from = Date.now()
    for (let i = 0; i < count; i += 1) {
      await tell('call.completed', { ...started, batchId: 'batch_1' })
      if (i % 100 === 0) await grace.get(path, { headers: { priority: 'u=1' } })
    }
    const seconds = (Date.now() - from) / 1_000
    expect(reads().length).toBeLessThanOrEqual(2 + seconds / 1.5)
    const gaps = reads()
      .slice(1)
      .map(({ at }, i) => at - (reads()[i]?.at ?? 0))
    for (const gap of gaps) expect(gap).toBeGreaterThan(1_400)
  })
})

describe('the data of an event', () => {
  test('is read again once, however often and in whatever order the event arrives', {
    tags: ['R36'],
  }, async () => {
    const { tell, service, grace } = await startWithWebhooks(batchOf)
    const path = '/v1/api/batch-calls/batch_1/status'
    const ofBatch = { ...started, batchId: 'batch_1', jobId: 'call_1' }
    const looks = async () => grace.get(path, { headers: { priority: 'u=1' } })
    const reads = () => service.requestsTo('GET', path).length
    await looks()
    // The end arrives before the start, and one of them twice.
    await tell('call.completed', ofBatch)
    await tell('call.started', ofBatch)
    await tell('call.started', ofBatch)
    await expect.poll(async () => (await looks(), reads())).toBe(2)
  })

  test('is found by search and in the lists, and replaces no snapshot', async () => {
    const { tell, grace, service } = await startWithWebhooks(({ path }) =>
      path.startsWith('/api/v1/agents/agent1') ? { body: { id: 'agent1', name: 'Renewals' } } : undefined,
    )
    await grace.get('/api/v1/agents/agent1')
    await tell('agent.updated', { id: 'agent1', name: 'An older name' })
    await tell('agent.created', { id: 'agent2', name: 'Collections' })
    await tell('call.started', { ...started, batchId: 'batch_9', jobId: 'call_1' })
    await tell('sms.sent', { conversationId: 'conv1', messageId: 'm1', to: started.toNumber })
    const find = async (text: string) =>
      ((await grace.post('/gateway/search', { text })).json.found as { kind: string; title: string }[]).map(
        ({ kind, title }) => `${kind} ${title}`,
      )
    expect(await find('agent1')).toEqual(expect.arrayContaining(['agent Renewals', 'call +14155550134']))
    expect(await find('older')).toEqual([])
    expect(await find('Collections')).toEqual(['agent Collections'])
    expect(await find('415 555 0134')).toEqual(['person +14155550134', 'call +14155550134'])
    expect((await grace.get('/gateway/batches')).json).toMatchObject({
      batches: [{ batchId: 'batch_9', startedBy: null }],
    })
    expect((await grace.get('/gateway/live-calls')).json).toMatchObject({
      calls: [{ roomName: 'agent1-c1', batchId: 'batch_9' }],
    })
    await tell('call.failed', { ...started, batchId: 'batch_9' })
    expect((await grace.get('/gateway/live-calls')).json).toMatchObject({
      calls: [{ roomName: 'agent1-c1', live: false }],
    })
    expect((await grace.get('/gateway/conversations')).json).toMatchObject({
      conversations: [{ conversationId: 'conv1' }],
    })
    expect(service.requestsTo('GET', '/v1/api/batch-calls')).toHaveLength(0)
  })

  test('belongs to the workspace of the address that it was sent to', {
    tags: ['R13', 'event-has-its-workspace'],
  }, async () => {
    const { tell, shown, grace } = await startWithWebhooks(undefined, {
      SERVICE_WORKSPACE_ID: 'ws_main=Main,ws_other=Other',
    })
    const { addresses } = (await shown()) as unknown as { addresses: { workspace: string; address: string }[] }
    expect(addresses.map(({ workspace }) => workspace)).toEqual(['Main', 'Other'])
    const toOther = new URL(addresses[1]?.address ?? '').search
    const sms = { conversationId: 'conv1', messageId: 'm1', to: started.toNumber }
    expect((await tell('sms.sent', sms, toOther)).status).toBe(204)
    expect((await tell('call.started', started, toOther)).status).toBe(204)
    // The workspace of these is unknown.
    await tell('sms.sent', { ...sms, conversationId: 'conv2' })
    await tell('call.started', { ...started, callId: 'c2', roomName: 'agent1-c2' })
    expect((await tell('sms.sent', { ...sms, conversationId: 'conv3' }, '?workspace=foreign')).status).toBe(400)
    const known = async (workspace: string) => {
      const headers = { 'x-workspace-id': workspace }
      const { conversations } = (await grace.get('/gateway/conversations', { headers })).json
      const { calls } = (await grace.get('/gateway/live-calls', { headers })).json
      return [conversations, calls]
    }
    expect(await known('ws_main')).toEqual([[], []])
    expect(await known('ws_other')).toMatchObject([[{ conversationId: 'conv1' }], [{ roomName: 'agent1-c1' }]])
    expect(await shown()).toMatchObject({ unplaced: 2 })
  })

  test("that arrives before the answer to a start does not change the batch's name", async () => {
    const { tell, grace } = await startWithWebhooks(acceptBatches)
    await tell('call.started', { ...started, batchId: 'batch_1', jobId: 'call_1' })
    expect((await grace.post('/gateway/launches', batchForm(), { key: 'k1' })).status).toBe(200)
    expect((await grace.get('/gateway/batches')).json).toMatchObject({
      batches: [{ batchId: 'batch_1', name: 'Renewals', startedBy: 'Grace Okafor' }],
    })
  })

  test('about a call whose placing was not confirmed is shown as evidence, and settles nothing by itself', async () => {
    const { tell, grace, service } = await startWithWebhooks(({ method }) => (method === 'POST' ? 'lost' : undefined))
    await grace.post('/gateway/calls', callRequest, { key: 'k1' })
    const unknown = async () => (await grace.get('/gateway/effects?state=unknown')).json.effects
    expect(await unknown()).toMatchObject([{ endpoint: 'callSend', announced: [] }])
    await tell('call.started', { ...started, toNumber: '+14155550199', callId: 'c8' })
    await tell('call.started', { ...started, agentId: 'agent2', callId: 'c9' })
    expect(await unknown()).toMatchObject([{ announced: [] }])
    await tell('call.started', started)
    await tell('call.started', started)
    expect(await unknown()).toMatchObject([
      { state: 'unknown', announced: [{ callId: 'c1', roomName: 'agent1-c1', at: expect.any(Number) }] },
    ])
    expect(service.requestsTo('POST', '/')).toHaveLength(1)
  })

  test('about a confirmed call is not evidence for another one', async () => {
    const { tell, grace, service } = await startWithWebhooks(({ method }) =>
      method === 'POST' ? { body: placedCallAnswer } : undefined,
    )
    await grace.post('/gateway/calls', callRequest, { key: 'k1' })
    service.setScript(({ method }) => (method === 'POST' ? 'lost' : undefined))
    await grace.post('/gateway/calls', { ...callRequest, again: true }, { key: 'k2' })
    await tell('call.started', started)
    expect((await grace.get('/gateway/effects?state=unknown')).json.effects).toMatchObject([{ announced: [] }])
  })
})
