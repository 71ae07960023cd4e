import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Agent, type Conversation, needsReview } from '#contract/index.ts'
import { type ForcedAnswer, failingNumbers, reservedNumbers } from '../carrier/reserved-numbers.ts'
import { apiKey, csvFile, openTestService, type TestService, workspace } from '../testing/test-service.ts'
import { sentinels } from './sentinels.ts'

type ErrorBody = { error: { code: string } }
const agentBody = (name: string) => ({ name, model: 'gpt-4o', voice: { provider: 'openai', voiceId: 'alloy' } })
const codes = { 400: 'invalid_request', 401: 'unauthorized', 403: 'forbidden', 404: 'not_found', 500: 'UNKNOWN_ERROR' }

const listAgents = async ({ request }: TestService) =>
  (await request<{ agents: Agent[] }>('GET', '/api/v1/agents?limit=100')).body.agents
const listCalls = ({ database }: TestService) => database.selectFrom('call').selectAll().execute()

describe('texts in a request', () => {
  it('in a cell of a file force the answers of Validate and Preview separately', async () => {
    const { request } = await openTestService()
    const file = csvFile(['simulate 404 on validate; simulate 500 on preview'])
    const statusOf = async (operation: string) =>
      (await request('POST', `/v1/api/batch-calls/${operation}`, { form: { file } })).status
    expect([await statusOf('validate'), await statusOf('preview')]).toEqual([404, 500])
  })

  it('force each error of the specification in the general form, without effect', { tags: ['S7-2'] }, async () => {
    const service = await openTestService()
    for (const [status, code] of Object.entries(codes)) {
      const answer = await service.request<ErrorBody>('POST', '/api/v1/agents', {
        body: agentBody(`Simulate ${status}`),
      })
      expect([answer.status, answer.body.error.code]).toEqual([Number(status), code])
    }
    expect(await listAgents(service)).toEqual([])
  })

  it('force the rate limit form with a correct wait', { tags: ['S7-3', 'I6-15'] }, async () => {
    const { request } = await openTestService()
    const { status, headers, body } = await request('GET', '/v1/api/conversations/simulate_429')
    expect([status, headers.get('content-type'), headers.get('retry-after')]).toEqual([
      429,
      'application/problem+json',
      '2',
    ])
    expect(Object.keys(body)).toEqual(['status', 'title', 'detail'])
  })

  it('work in an ID, a search, a name, an edited text and an agent of a call or batch', async () => {
    const { request } = await openTestService({ seeded: true })
    const [conversation] = (await request<Conversation[]>('GET', '/v1/api/conversations')).body
    const message = conversation?.messages.find(needsReview)
    const statuses = await Promise.all([
      request('GET', '/v2/api/active-calls/simulate-500'),
      request('DELETE', '/v1/api/batch-calls/simulate_500'),
      request('GET', '/api/v1/flows?search=simulate%20500'),
      request('PATCH', '/api/v1/flows/x', { body: { name: 'simulate 500' } }),
      request('POST', `/v1/api/conversations/${conversation?._id}/message/${message?._id}/action`, {
        body: { metadata: { action: 'Edit', editedMessage: 'Please simulate 500 here' } },
      }),
      request('POST', '/v1/api/batch-calls', { form: { agentId: 'simulate_500', file: csvFile(['+14155550199']) } }),
    ])
    expect(statuses.map(({ status }) => status)).toEqual([500, 500, 500, 500, 500, 500])
    const sendCall = await request('POST', '/api/v1/calls/call', {
      body: { agentId: 'simulate_500', toNumber: '+14155550199' },
    })
    expect([sendCall.status, sendCall.body]).toEqual([
      500,
      { error: 'Failed to initiate call', details: 'The carrier did not accept the call.', code: 'UNKNOWN_ERROR' },
    ])
  })
})

describe('stored texts', () => {
  it('take effect on their action: call, start, cancel, update, delete, show', async () => {
    const service = await openTestService()
    const { agentId } = await service.createCallingAgent('Nora (simulate 500 on call)')
    const rename = (verb: string) =>
      service.database
        .updateTable('agent')
        .set({ name: `Simulate 403 on ${verb}` })
        .where('id', '=', agentId)
        .execute()
    const call = await service.request('POST', '/api/v1/calls/call', { body: { agentId, toNumber: '+14155550199' } })
    expect(call.status).toBe(500)
    await rename('start')
    expect((await service.startBatch(agentId, 2)).status).toBe(403)
    await rename('cancel')
    const { batchId } = (await service.startBatch(agentId, 20)).body
    expect((await service.request('DELETE', `/v1/api/batch-calls/${batchId}`)).status).toBe(403)
    await rename('update')
    expect((await service.request('PATCH', `/api/v1/agents/${agentId}`, { body: {} })).status).toBe(403)
    await rename('delete')
    expect((await service.request('DELETE', `/api/v1/agents/${agentId}`)).status).toBe(403)
    await rename('show')
    expect((await service.request('GET', `/api/v1/agents/${agentId}`)).status).toBe(403)
    expect(await listCalls(service)).toHaveLength(8)
  })

  it('in a message take effect on its approval, and it is not sent', async () => {
    const service = await openTestService()
    const { agentId } = await service.createCallingAgent()
    await service.request('POST', '/api/v1/calls/call', { body: { agentId, toNumber: '+12025550100' } })
    await service.advance(300_000)
    const [conversation] = (await service.request<Conversation[]>('GET', '/v1/api/conversations')).body
    const path = `/v1/api/conversations/${conversation?._id}/message/${conversation?.messages[0]?._id}/action`
    const sendAction = (action: string, editedMessage?: string) =>
      service.request('POST', path, { body: { metadata: { action, editedMessage } } })
    expect((await sendAction('Edit', 'Hello (simulate 500 on approve)')).status).toBe(200)
    expect((await sendAction('Approve')).status).toBe(500)
    expect((await sendAction('Edit', 'Hello (simulate undelivered)')).status).toBe(200)
    expect((await sendAction('Approve')).body).toMatchObject({ message: { status: 'approved', sent: false } })
  })
})

describe('reserved numbers', () => {
  it('force each answer of Send Call, in its form, without a call', { tags: ['S7-5', 'S7-9', 'I6-13'] }, async () => {
    const service = await openTestService()
    const { agentId } = await service.createCallingAgent()
    const refusing = Object.entries(reservedNumbers).filter(([, { answer }]) => /^\d+$/.test(answer ?? ''))
    expect(new Set(refusing.map(([, { answer }]) => answer))).toEqual(
      new Set(['400', '401', '403', '404', '429', '500']),
    )
    for (const [toNumber, { answer }] of refusing) {
      const { status, body } = await service.request<Record<string, unknown>>('POST', '/api/v1/calls/call', {
        body: { agentId, toNumber },
      })
      expect(String(status)).toBe(answer)
      expect(['400', '404', '500'].includes(answer ?? '')).toBe(typeof body.details === 'string')
    }
    expect(await listCalls(service)).toEqual([])
  })

  it('in a batch force the answer of Start, and no call is placed', async () => {
    const service = await openTestService()
    const { agentId } = await service.createCallingAgent()
    const { status } = await service.startBatch(agentId, ['+14155550199', '+12025550150'])
    expect(status).toBe(500)
    expect(await listCalls(service)).toEqual([])
  })
})

/** Opens a service on a port, because some sentinels cut the connection. */
async function openOnPort() {
  const service = await openTestService()
  const server = createAdaptorServer({ fetch: service.app.fetch })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const post = (path: string, body: unknown) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey, 'x-workspace-id': workspace, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  return { ...service, post }
}
type ServiceOnPort = Awaited<ReturnType<typeof openOnPort>>

interface Attempt {
  answer: Promise<Response>
  /** Counts how many times the request took effect. */
  countEffects: () => Promise<number>
  service: ServiceOnPort
}

/** Expects this error and no effect. */
const expectRefusal =
  (status: number) =>
  async ({ answer, countEffects }: Attempt) => {
    expect([(await answer).status, await countEffects()]).toEqual([status, 0])
  }
/** Checks each forced answer from the client’s side. */
const checksByAnswer: Record<ForcedAnswer, (attempt: Attempt) => Promise<void>> = {
  '400': expectRefusal(400),
  '401': expectRefusal(401),
  '403': expectRefusal(403),
  '404': expectRefusal(404),
  '429': expectRefusal(429),
  '500': expectRefusal(500),
  slow: async ({ answer, countEffects, service }) => {
    let isAnswered = false
    const whenAnswered = answer.then(() => {
      isAnswered = true
    })
    await expect.poll(countEffects).toBe(1)
    await service.advance(4_900)
    expect(isAnswered).toBe(false)
    await service.advance(200)
    await whenAnswered
  },
  lost: async ({ answer, countEffects }) => {
    await expect(answer).rejects.toThrow('fetch failed')
    expect(await countEffects()).toBe(1)
  },
  dropped: async ({ answer, countEffects }) => {
    await expect(answer).rejects.toThrow('fetch failed')
    expect(await countEffects()).toBe(0)
  },
  truncated: async ({ answer, countEffects }) => {
    const response = await answer
    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow('terminated')
    expect(await countEffects()).toBe(1)
  },
  drifted: async ({ answer, countEffects }) => {
    const body = (await (await answer).json()) as Record<string, unknown>
    expect(body.addedLater).toBeDefined()
    expect(await countEffects()).toBe(1)
  },
}

const checkByName = (forced: ForcedAnswer) => async (service: ServiceOnPort) => {
  const name = `Simulate ${forced}`
  const countEffects = async () =>
    (await service.database.selectFrom('agent').selectAll().where('name', '=', name).execute()).length
  await checksByAnswer[forced]({ service, countEffects, answer: service.post('/api/v1/agents', agentBody(name)) })
}
const checkByNumber = (forced: ForcedAnswer, toNumber: string) => async (service: ServiceOnPort) => {
  const { agentId } = await service.createCallingAgent()
  const countEffects = async () => (await listCalls(service)).filter(({ to_number }) => to_number === toNumber).length
  await checksByAnswer[forced]({
    service,
    countEffects,
    answer: service.post('/api/v1/calls/call', { agentId, toNumber }),
  })
}
const checkOutcome = (toNumber: string, outcome: string) => async (service: ServiceOnPort) => {
  const { agentId } = await service.createCallingAgent()
  expect((await service.post('/api/v1/calls/call', { agentId, toNumber })).status).toBe(200)
  await service.advance(3_700_000)
  expect((await listCalls(service)).find(({ to_number }) => to_number === toNumber)?.outcome).toBe(outcome)
}
const approveDraftTo = async (service: ServiceOnPort, to: string, text: string) => {
  const { flowId } = await service.createMessagingAgent({ initiationMessage: text })
  const drafted = await service.post('/v1/api/conversations/message/generate', { flowId, to, autopilot: false })
  const { conversation_id, message_id } = (await drafted.json()) as Record<string, string>
  const path = `/v1/api/conversations/${conversation_id}/message/${message_id}/action`
  return (await service.post(path, { metadata: { action: 'Approve' } })).json()
}
const undelivered = { message: { status: 'approved', sent: false } }
const statusWithKey = async ({ request }: ServiceOnPort, suffix: string, path: string) =>
  (await request('GET', path, { headers: { 'x-api-key': apiKey + suffix } })).status

/** Triggers every sentinel. A sentinel without an entry fails the test below. */
const checksBySentinel: Record<string, (service: ServiceOnPort) => Promise<void>> = {
  ...Object.fromEntries(
    Object.keys(checksByAnswer).map((forced) => [`simulate ${forced}`, checkByName(forced as ForcedAnswer)]),
  ),
  ...Object.fromEntries(
    Object.entries(reservedNumbers).flatMap(([number, { answer }]) =>
      answer === undefined ? [] : [[number, checkByNumber(answer, number)]],
    ),
  ),
  '+12025550100': checkOutcome('+12025550100', 'completed'),
  '+12025550101': checkOutcome('+12025550101', 'busy'),
  '+12025550102': checkOutcome('+12025550102', 'no_answer'),
  '+12025550103': checkOutcome('+12025550103', 'voicemail'),
  '+12025550104': checkOutcome('+12025550104', 'failed'),
  [failingNumbers]: checkOutcome('+12025550185', 'failed'),
  '+12025550105': async (service) => {
    await checkOutcome('+12025550105', 'completed')(service)
    const longCall = (await listCalls(service)).find(({ to_number }) => to_number === '+12025550105')
    expect(longCall?.duration).toBeGreaterThan(600)
  },
  '+12025550160': async (service) => {
    expect(await approveDraftTo(service, '+12025550160', 'Hello')).toMatchObject(undelivered)
  },
  'simulate undelivered': async (service) => {
    expect(await approveDraftTo(service, '+14155550199', 'Hello, simulate undelivered')).toMatchObject(undelivered)
  },
  '.second': async (service) => {
    expect(await statusWithKey(service, '.second', '/v1/api/conversations')).toBe(200)
  },
  '.no-workspace': async (service) => {
    expect(await statusWithKey(service, '.no-workspace', '/api/v1/agents')).toBe(200)
    expect(await statusWithKey(service, '.no-workspace', '/v1/api/conversations')).toBe(403)
  },
  '.elsewhere': async (service) => {
    await approveDraftTo(service, '+14155550199', 'Hello')
    const headers = { 'x-api-key': `${apiKey}.elsewhere`, 'x-workspace-id': 'elsewhere' }
    expect((await service.request('GET', '/v1/api/conversations', { headers })).body).toEqual([])
  },
}

describe('the table of sentinels', () => {
  it.each(sentinels.flatMap(({ rows }) => rows.map(({ put, means }) => [put, means])))('%s: %s', async (put = '') => {
    expect(Object.keys(checksBySentinel)).toContain(put)
    await checksBySentinel[put]?.(await openOnPort())
  })

  it('has each sentinel once, with an explanation', () => {
    const texts = sentinels.flatMap(({ rows }) => rows.map(({ put }) => put))
    expect(texts.toSorted()).toEqual(Object.keys(checksBySentinel).toSorted())
    expect(sentinels.flatMap(({ rows }) => rows).every(({ means }) => means.endsWith('.'))).toBe(true)
  })
})
