/** What is read first, and of single calls, of conversations and in several workspaces, without anybody looking at them. */
import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Found } from '#contract/index.ts'
import { readRecords, scriptEndedBatches } from '../testing/ended-batches.ts'
import { openTestStore } from '../testing/store.ts'
import {
  batchForm,
  callRequest,
  createTestClock,
  placedCallAnswer,
  type Script,
  setOutcomeShare,
  startGatewayWithService,
} from '../testing/testing.ts'

const oneWorkspace = {
  SERVICE_REQUESTS_PER_MINUTE: '36000',
  SERVICE_WEBHOOK_SECRET: 'secret',
  SERVICE_WORKSPACE_ID: 'ws_main=Main',
}
type World = Awaited<ReturnType<typeof startGatewayWithService>>

async function send({ grace }: World, event: string, data: object): Promise<void> {
  const body = JSON.stringify({ event, data })
  const signature = createHmac('sha256', 'secret').update(body).digest('hex')
  const answer = await grace.request('POST', '/webhooks/service', {
    body,
    headers: { 'x-service-signature': signature },
  })
  expect(answer.status).toBe(204)
}
const findSaid = async ({ grace }: World, text: string, workspace = 'ws_main') =>
  (
    await grace.request('POST', '/gateway/kept-calls/search', {
      body: { text },
      headers: { 'x-workspace-id': workspace },
    })
  ).json.calls as { roomName: string }[]

test('reads what is said in a single call that nobody watches, from the endpoints of the specification', {
  tags: ['R54'],
}, async () => {
  const { roomName } = placedCallAnswer
  const transcript = [{ role: 'customer', content: 'Please call my daughter instead.' }]
  const call = { id: 'c1', roomName, customerPhone: callRequest.toNumber, aiAgentName: 'Ava', duration: 9, transcript }
  const script: Script = ({ path }) => {
    if (path === '/api/v1/calls/call') return { body: placedCallAnswer }
    return path === `/v2/api/active-calls/${roomName}`
      ? { body: { ...call, sentiment: '', participants: [] } }
      : undefined
  }
  const world = await startGatewayWithService(script, { environment: oneWorkspace })
  expect((await world.grace.post('/gateway/calls', callRequest, { key: 'call' })).status).toBe(200)
  await expect.poll(async () => (await findSaid(world, 'daughter')).map((found) => found.roomName)).toEqual([roomName])
  // Once in half a minute.
  expect(world.service.requestsTo('GET', `/v2/api/active-calls/${roomName}`)).toHaveLength(1)
})

test('many single calls at once leave every second read to the results of batches', { tags: ['R54'] }, async () => {
  const ended = scriptEndedBatches({ b1: 20 })
  const call = { id: 'c1', customerPhone: '+12125551000', aiAgentName: 'Ava', duration: 9, transcript: [] }
  const script: Script = (request) => {
    const roomName = /^\/v2\/api\/active-calls\/(.+)$/.exec(request.path)?.[1]
    return roomName ? { body: { ...call, roomName, sentiment: '', participants: [] } } : ended(request)
  }
  const seed = [{ batchId: 'b1', name: 'b1', agentId: null }]
  const world = await startGatewayWithService(script, { environment: oneWorkspace, seed })
  await setOutcomeShare(world.grace, 0)
  await world.grace.get('/v1/api/batch-calls/b1/status')
  for (let index = 0; index < 40; index += 1) {
    const roomName = `agent1-single${index}`
    await send(world, 'call.started', { callId: `s${index}`, agentId: 'agent1', roomName, toNumber: '+12125551000' })
  }
  const before = world.service.received.length
  await setOutcomeShare(world.grace, 50)
  const paths = () => world.service.received.slice(before).map(({ path }) => path)
  await expect.poll(() => paths().length, { timeout: 10_000 }).toBeGreaterThan(20)
  const ofBatch = paths()
    .slice(0, 20)
    .filter((path) => path.includes('/batch-calls/'))
  expect(ofBatch.length).toBeGreaterThanOrEqual(9)
})

const pastCall = (index: number) => ({
  callId: `past${index}`,
  roomName: `agent1-past${index}`,
  agentId: 'agent1',
  batchId: null,
  jobId: null,
  toNumber: `+1212555${1_000 + index}`,
  status: 'failed',
  outcome: 'busy',
  duration: 0,
  startedAt: new Date(Date.now() - (index + 1) * 60_000).toISOString(),
  endedAt: new Date(Date.now() - index * 60_000).toISOString(),
})

test('reads the history of calls where it is offered, page by page, and at once when an event announces an end', {
  tags: ['R54'],
}, async () => {
  let calls = Array.from({ length: 150 }, (_, index) => pastCall(index + 1))
  const script: Script = ({ path }) => {
    const { pathname, searchParams } = new URL(path, 'http://service')
    if (pathname !== '/v2/api/call-history') return undefined
    const [page, limit] = [Number(searchParams.get('page')), Number(searchParams.get('limit'))]
    const totalPages = Math.ceil(calls.length / limit)
    const pagination = { page, limit, total: calls.length, totalPages, hasNext: page < totalPages, hasPrev: page > 1 }
    return { body: { calls: calls.slice((page - 1) * limit, page * limit), pagination } }
  }
  const [store, clock] = [await openTestStore(), createTestClock()]
  const world = await startGatewayWithService(script, { store, clock, environment: oneWorkspace })
  // Only a service that has it is asked.
  await world.grace.get('/v2/api/call-history?page=1&limit=1')
  const known = async () => (await store.selectFrom('call_facts').select('call_id').execute()).length
  await expect.poll(known).toBe(100)
  clock.advance(20_000)
  await expect.poll(known).toBe(150)
  const pages = () => world.service.requestsTo('GET', '/v2/api/call-history?page=').map(({ path }) => path.slice(20))
  expect(pages().slice(1)).toEqual(['?page=1&limit=100', '?page=2&limit=100'])
  calls = [pastCall(0), ...calls]
  const { callId, agentId, roomName, toNumber } = pastCall(0)
  await send(world, 'call.failed', { callId, agentId, roomName, toNumber })
  await expect.poll(() => pages().slice(3)).toEqual(['?page=1&limit=100'])
  await expect
    .poll(() => store.selectFrom('call_facts').select('outcome').where('call_id', '=', callId).execute())
    .toEqual([{ outcome: 'busy' }])
})

test('keeps what was said in a batch in the workspace of its calls', { tags: ['R13'] }, async () => {
  const ended = scriptEndedBatches({ b1: 10 })
  const script: Script = (request) => {
    const { path, headers } = request
    if (!path.startsWith('/v2/api/call-history')) return ended(request)
    const call = { ...pastCall(1), callId: 'b1c1', roomName: 'agent1-b1c1', batchId: 'b1', jobId: 'b1_1' }
    const calls =
      headers['x-workspace-id'] === 'ws_other' ? [{ ...call, status: 'completed', outcome: 'completed' }] : []
    const count = calls.length
    const pagination = { page: 1, limit: 100, total: count, totalPages: 1, hasNext: false, hasPrev: false }
    return { body: { calls, pagination } }
  }
  const { SERVICE_WORKSPACE_ID: _, ...environment } = oneWorkspace
  const seed = [{ batchId: 'b1', name: 'b1', agentId: null }]
  const world = await startGatewayWithService(script, { environment, seed })
  await world.grace.get('/v2/api/call-history?page=1&limit=1')
  await world.grace.get('/v1/api/batch-calls/b1/status')
  await expect.poll(async () => (await findSaid(world, 'leave a message', 'ws_other')).length).toBe(2)
  expect(await findSaid(world, 'leave a message')).toEqual([])
})

test('asks the history to which workspace a batch belongs, also before it is known that there is one', {
  tags: ['R13'],
}, async () => {
  const ended = scriptEndedBatches({ b1: 10 })
  const { promise: late, resolve: answerLate } = Promise.withResolvers<void>()
  const call = { ...pastCall(1), callId: 'b1c1', roomName: 'agent1-b1c1', batchId: 'b1', jobId: 'b1_1' }
  const script: Script = (request) => {
    const { pathname, searchParams } = new URL(request.path, 'http://service')
    if (pathname !== '/v2/api/call-history') return ended(request)
    const calls = request.headers['x-workspace-id'] === 'ws_other' ? [{ ...call, status: 'completed' }] : []
    const pagination = { page: 1, limit: 1, total: calls.length, totalPages: 1, hasNext: false, hasPrev: false }
    // Nobody knows that the service has a history before this read is answered.
    return { body: { calls, pagination }, ...(!searchParams.has('batchId') && { after: late }) }
  }
  const { SERVICE_WORKSPACE_ID: _, ...environment } = oneWorkspace
  const seed = [{ batchId: 'b1', name: 'b1', agentId: null }]
  const world = await startGatewayWithService(script, { environment, seed })
  await world.grace.get('/v1/api/batch-calls/b1/status')
  await expect.poll(() => readRecords(world.service).length).toBe(8)
  answerLate()
  await expect.poll(async () => (await findSaid(world, 'leave a message', 'ws_other')).length).toBe(2)
})

test('reads the calls of a batch at once, if the service refuses to say in which workspace they are', {
  tags: ['R54'],
}, async () => {
  const ended = scriptEndedBatches({ b1: 10 })
  const refused = { status: 400, body: { error: { code: 'invalid_request', message: 'No such filter.' } } }
  const script: Script = (request) => (request.path.startsWith('/v2/api/call-history') ? refused : ended(request))
  const { SERVICE_WORKSPACE_ID: _, ...environment } = oneWorkspace
  const seed = [{ batchId: 'b1', name: 'b1', agentId: null }]
  const { grace, service } = await startGatewayWithService(script, { environment, seed })
  await grace.get('/v1/api/batch-calls/b1/status')
  await expect.poll(() => readRecords(service).length).toBe(8)
  expect(service.received.filter(({ path }) => path.includes('batchId=b1'))).toHaveLength(1)
})

test('asks for the history of no more than two batches that have ended, if the service has none of them', {
  tags: ['R54'],
}, async () => {
  const ids = ['b1', 'b2', 'b3', 'b4']
  const ended = scriptEndedBatches(Object.fromEntries(ids.map((id) => [id, 10])))
  const { SERVICE_WORKSPACE_ID: _, ...environment } = oneWorkspace
  const seed = ids.map((id) => ({ batchId: id, name: id, agentId: null }))
  const { grace, service } = await startGatewayWithService(ended, { environment, seed })
  for (const id of ids) await grace.get(`/v1/api/batch-calls/${id}/status`)
  await expect.poll(() => new Set(readRecords(service)).size, { timeout: 20_000 }).toBe(32)
  expect(
    service.requestsTo('GET', '/v2/api/call-history').filter(({ path }) => path.includes('batchId=')),
  ).toHaveLength(2)
})

test('keeps what was said in the workspace where its batch was started, if the service has no history', {
  tags: ['R13'],
}, async () => {
  const ended = scriptEndedBatches({ b1: 10, b2: 10 })
  const script: Script = (request) =>
    request.method === 'POST'
      ? { body: { batchId: 'b1', totalCalls: 2, status: 'queued', message: 'ok' } }
      : ended(request)
  const { SERVICE_WORKSPACE_ID: _, ...environment } = oneWorkspace
  const seed = [{ batchId: 'b2', name: 'b2', agentId: 'agent1' }]
  const world = await startGatewayWithService(script, { environment, seed })
  const start = { body: batchForm(), key: 'start', headers: { 'x-workspace-id': 'ws_other' } }
  expect((await world.grace.request('POST', '/gateway/launches', start)).status).toBe(200)
  for (const batchId of ['b1', 'b2']) await world.grace.get(`/v1/api/batch-calls/${batchId}/status`)
  // Of each batch, six were answered by a person and two by a machine.
  await expect.poll(() => new Set(readRecords(world.service)).size).toBe(16)
  await expect.poll(async () => (await findSaid(world, 'leave a message', 'ws_other')).length).toBe(2)
  expect(await findSaid(world, 'leave a message')).toEqual([])
})

test('reads a conversation that an event named, if the service has no list of them', { tags: ['R54'] }, async () => {
  const script: Script = ({ path }) => {
    if (path !== '/v1/api/conversations/conv1') return undefined
    const message = { _id: 'm1', direction: 'inbound', sent: true, message: 'Where is my parcel?', status: 'received' }
    const customer = { name: 'Ava', phone: '+12125551000', email: null }
    const at = new Date().toISOString()
    const messages = [{ ...message, createdAt: at, updatedAt: at }]
    return { body: { _id: 'conv1', agentId: 'a1', pathwayId: 'f1', customer, messages, createdAt: at, updatedAt: at } }
  }
  const world = await startGatewayWithService(script, { environment: oneWorkspace })
  const { grace, service } = world
  // The service was asked whether it has a list.
  await grace.get('/v1/api/conversations')
  await send(world, 'sms.delivered', { conversationId: 'conv1', messageId: 'm1', to: '+12125551000' })
  const found = async () => (await grace.post('/gateway/search', { text: 'parcel' })).json.found as Found[]
  await expect.poll(async () => (await found())[0]).toMatchObject({ kind: 'conversation', id: 'conv1' })
  expect(service.requestsTo('GET', '/v1/api/conversations/conv1')).toHaveLength(1)
})

test('reads the newest batch first, and then the others', { tags: ['R54'] }, async () => {
  const store = await openTestStore()
  const ended = { status: 'completed', isComplete: true, waiting: 0, active: 0, completed: 8, failed: 2, total: 10 }
  const batch = { words: '', agent_id: null, started_by: null, effect_id: null, complete: 1, progress_at: null }
  const rows = ['b2', 'b3', 'b1'].map((id) => {
    const startedAt = Date.now() - 3_600_000 + Number(id[1]) * 60_000
    const stored = { ...batch, batch_id: id, launch_id: id, name: id, progress: JSON.stringify(ended) }
    return { ...stored, started_at: startedAt, seen_at: startedAt }
  })
  await store.insertInto('known_batches').values(rows).execute()
  const script = scriptEndedBatches({ b1: 10, b2: 10, b3: 10 })
  const { service } = await startGatewayWithService(script, { store, environment: oneWorkspace })
  await expect.poll(() => readRecords(service).length).toBe(24)
  const batches = readRecords(service).map((jobId) => jobId.slice(0, 2))
  expect(batches).toEqual([...batches].toSorted().toReversed())
})
