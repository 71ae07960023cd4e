/** The document against the service: its answers and errors are what the document says. */
import { expect, it } from 'vitest'
import { fromJSONSchema } from 'zod'
import { type EndpointDefinition, type ServiceEndpointName, serviceEndpoints } from '#contract/index.ts'
import { requestsToEveryEndpoint } from '../testing/every-request.ts'
import { minutesInMs, openTestService, type TestService } from '../testing/test-service.ts'
import { errorCodesOf } from './errors.ts'
import { openApiDocument, type Schema } from './openapi.ts'

const { paths, components } = openApiDocument(false)
const endpoints = Object.entries(serviceEndpoints) as [ServiceEndpointName, EndpointDefinition][]
const operationOf = ({ path, method }: EndpointDefinition) => {
  const operation = paths[path]?.[method.toLowerCase()]
  if (operation === undefined) throw new Error(`${method} ${path} is not in the document`)
  return operation
}

/** A schema whose records are closed: a field that the document does not know is a mistake of one of the two. */
function closed<T>(schema: T): T {
  const close = (_: string, value: unknown) =>
    (value as Schema | null)?.properties === undefined ? value : { ...(value as Schema), additionalProperties: false }
  return JSON.parse(JSON.stringify(schema).replaceAll('#/components/schemas/', '#/$defs/'), close) as T
}
const $defs = closed(components.schemas)
const problemsOf = (schema: Schema, value: unknown) =>
  fromJSONSchema({ ...closed(schema), $defs } as never).safeParse(value).error?.issues ?? []
const answerSchema = (name: ServiceEndpointName): Schema =>
  operationOf(serviceEndpoints[name]).responses[200]?.content['application/json']?.schema ?? {}

it('finds unknown and missing fields and wrong types', () => {
  const answer = { status: 'success', message: 'Deleted.' }
  expect(problemsOf({ $ref: '#/components/schemas/Deleted' }, answer)).toEqual([])
  for (const wrong of [{ ...answer, more: 1 }, { status: 'success' }, { ...answer, message: 1 }])
    expect(problemsOf({ $ref: '#/components/schemas/Deleted' }, wrong)).toHaveLength(1)
})

it('describes every answer of the service, field by field', async () => {
  const service = await openTestService({ seeded: true })
  for (const [name, args] of Object.entries(await requestsToEveryEndpoint(service))) {
    const { body } = await service.request<unknown>(...args)
    expect([name, problemsOf(answerSchema(name as ServiceEndpointName), body)]).toEqual([name, []])
  }
})

it('describes every call of a batch in each of its states', async () => {
  const service = await openTestService()
  const { agentId } = await service.createCallingAgent()
  const { body } = await service.startBatch(agentId, 30)
  for (let minute = 0; minute < 8; minute++) {
    const list = await service.request<unknown>('GET', `/v1/api/batch-calls/${body.batchId}/calls?limit=100`)
    expect(problemsOf(answerSchema('batchCallList'), list.body)).toEqual([])
    const status = await service.request<unknown>('GET', `/v1/api/batch-calls/${body.batchId}`)
    expect(problemsOf(answerSchema('batchShow'), status.body)).toEqual([])
    const live = await service.request<unknown>('GET', '/v2/api/active-calls')
    expect(problemsOf(answerSchema('activeCallList'), live.body)).toEqual([])
    await service.advance(minutesInMs(1))
  }
  // Customers whose name nobody knows.
  await service.request('POST', '/api/v1/calls/call', { body: { agentId, toNumber: '+12025550100' } })
  await service.advance(minutesInMs(10))
  const conversations = await service.request<unknown[]>('GET', '/v1/api/conversations')
  expect(conversations.body.length).toBeGreaterThan(0)
  expect(problemsOf(answerSchema('conversationList'), conversations.body)).toEqual([])
  const scheduled = await service.startBatch(agentId, 1, { scheduledAt: '2027-01-01T00:00:00Z' })
  const path = `/v1/api/batch-calls/${scheduled.body.batchId}`
  for (const [name, address] of [
    ['batchShow', path],
    ['batchProgress', `${path}/status`],
    ['batchCallList', `${path}/calls`],
  ] as const) {
    const { body } = await service.request<unknown>('GET', address)
    expect([name, problemsOf(answerSchema(name), body)]).toEqual([name, []])
  }
})

/** The statuses and codes of errors that bad requests to an endpoint get. */
async function provokedErrors({ request }: TestService, { method, path, body, upload }: EndpointDefinition) {
  const existing = path.replace(/\{\w+\}/g, 'nothing')
  const file = { file: new Blob(['phone_number\n+14155550134\n']) }
  const content = upload ? { form: { ...file, agentId: 'nothing' } } : body ? { body: bodyFor(path) } : {}
  const attempts: [string, object][] = [
    [existing, { ...content, headers: { 'x-api-key': '' } }],
    [existing, { ...content, headers: { 'x-workspace-id': '' } }],
    [existing, { ...content, headers: { 'x-workspace-id': 'foreign' } }],
    [existing, content],
    [existing, { ...content, headers: { 'content-type': 'text/plain' } }],
    [`${existing}?page=none&limit=none&other=1`, content],
    [path.replace(/\{\w+\}/g, 'no%20ID'), content],
    [existing, upload ? { form: {} } : body ? { body: [] } : content],
  ]
  const seen = new Set<string>()
  for (const [address, options] of attempts) {
    const answer = await request<{ error?: { code?: string }; code?: string }>(method, address, options)
    if (answer.status === 200) continue
    seen.add(`${answer.status} ${answer.body.error?.code ?? answer.body.code ?? ''}`.trim())
  }
  return seen
}
/** A body that the parser accepts. */
const bodyFor = (path: string): Record<string, unknown> =>
  path.endsWith('/generate')
    ? { flowId: 'nothing', to: '+14155550134', autopilot: false }
    : path.endsWith('/action')
      ? { metadata: { action: 'Approve' } }
      : path.endsWith('/remove-agent')
        ? { participantIdentity: 'x' }
        : path.endsWith('/call')
          ? { agentId: 'nothing', toNumber: '+14155550134' }
          : { name: 'Named', ...(path.endsWith('/agents') && { model: 'm', voice: { provider: 'p', voiceId: 'v' } }) }

/** Codes that need a record in a certain state, or a bad number. The tests of their endpoints provoke them. */
const codesOfState = ['invalid_state', 'invalid_message', 'invalid_number', 'concurrency_limit']

it.each(endpoints)('names the errors of %s, those and no others', async (name, endpoint) => {
  const codes = errorCodesOf(name, endpoint)
  const documented = Object.entries(codes)
    .filter(([status]) => status !== '429' && status !== '500')
    .flatMap(([status, words]) => (words.length === 0 ? [status] : words.map((word) => `${status} ${word}`)))
    .filter((error) => !codesOfState.some((code) => error.endsWith(code)))
  expect([...(await provokedErrors(await openTestService(), endpoint))].toSorted()).toEqual(documented.toSorted())
  const { responses } = operationOf(endpoint)
  expect(Object.keys(responses).filter((status) => status !== '200')).toEqual(Object.keys(codes))
})

it('names the codes that depend on a number or on the state of a record', async () => {
  const service = await openTestService({ plan: 'developer' })
  const { request, createCallingAgent, createMessagingAgent } = service
  const { agentId } = await createCallingAgent()
  const { flowId } = await createMessagingAgent()
  const batch = await service.startBatch(agentId, ['+12025550101'])
  await service.advance(minutesInMs(10))
  const call = { agentId, toNumber: '+12025550100' }
  await request('POST', '/api/v1/calls/call', { body: call })
  const drafted = await request<{ conversation_id: string; message_id: string }>(
    'POST',
    '/v1/api/conversations/message/generate',
    { body: { flowId, to: '+14155550134', autopilot: false } },
  )
  const action = `/v1/api/conversations/${drafted.body.conversation_id}/message/${drafted.body.message_id}/action`
  const voice = { provider: 'openai', voiceId: 'alloy' }
  const attempts: [ServiceEndpointName, string, string, unknown][] = [
    ['agentCreate', 'POST', '/api/v1/agents', { name: 'N', model: 'm', voice, phoneNumber: '1' }],
    ['agentUpdate', 'PATCH', `/api/v1/agents/${agentId}`, { phoneNumber: '1' }],
    ['callSend', 'POST', '/api/v1/calls/call', { ...call, toNumber: '1' }],
    ['callSend', 'POST', '/api/v1/calls/call', call],
    ['batchCancel', 'DELETE', `/v1/api/batch-calls/${batch.body.batchId}`, undefined],
    ['messageGenerate', 'POST', '/v1/api/conversations/message/generate', { flowId, to: '1', autopilot: true }],
    ['messageAction', 'POST', action, { metadata: { action: 'Edit', editedMessage: ' ' } }],
    ['messageAction', 'POST', action, { metadata: { action: 'Reject' } }],
    ['messageAction', 'POST', action, { metadata: { action: 'Approve' } }],
  ]
  const seen = new Map<ServiceEndpointName, string[]>()
  for (const [name, method, path, body] of attempts) {
    const answer = await request<{ error?: { code?: string }; code?: string }>(method, path, { body })
    if (answer.status === 400)
      seen.set(name, [...(seen.get(name) ?? []), answer.body.error?.code ?? answer.body.code ?? ''])
  }
  for (const [name, endpoint] of endpoints) {
    const documented = (errorCodesOf(name, endpoint)[400] ?? []).filter((code) => codesOfState.includes(code))
    expect([name, documented.toSorted()]).toEqual([name, (seen.get(name) ?? []).toSorted()])
  }
})
