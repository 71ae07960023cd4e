/** The document against the service: its examples are valid, and its answers and errors are what the document says. */
import { expect, it } from 'vitest'
import { fromJSONSchema } from 'zod'
import { type EndpointDefinition, type ServiceEndpointName, serviceEndpoints } from '#contract/index.ts'
import { requestsToEveryEndpoint } from '../testing/every-request.ts'
import { minutesInMs, openTestService, type TestService } from '../testing/test-service.ts'
import { errorCodesOf } from './errors.ts'
import { exampleFile } from './examples.ts'
import { openApiDocument } from './openapi.ts'
import type { MediaType, Schema } from './openapi-types.ts'

const { paths, webhooks, components } = openApiDocument(false)
const endpoints = Object.entries(serviceEndpoints) as [ServiceEndpointName, EndpointDefinition][]
const operationOf = ({ path, method }: EndpointDefinition) => {
  const operation = paths[path]?.[method.toLowerCase()]
  if (operation === undefined) throw new Error(`${method} ${path} is not in the document`)
  return operation
}

/** The document's schemas without its own words, and closed: a field that the document does not know is a mistake of one of the two. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed)
  if (typeof value !== 'object' || value === null) return value
  const { description: _text, examples: _examples, default: _default, ...rest } = value as Record<string, unknown>
  const entries = Object.entries(rest).map(([name, inner]): [string, unknown] => [
    name,
    name === '$ref' ? String(inner).replace('#/components/schemas/', '#/$defs/') : closed(inner),
  ])
  return { ...Object.fromEntries(entries), ...('properties' in rest && { additionalProperties: false }) }
}
/** A field may be named as a keyword of JSON Schema, so fields are closed one by one. */
const closedSchema = (schema: Schema): unknown => ({
  ...(closed({ ...schema, properties: undefined }) as object),
  ...(schema.properties && {
    properties: Object.fromEntries(Object.entries(schema.properties).map(([name, field]) => [name, closed(field)])),
    additionalProperties: false,
  }),
})
const $defs = Object.fromEntries(
  Object.entries(components.schemas).map(([name, schema]) => [name, closedSchema(schema)]),
)
const problemsOf = (schema: Schema, value: unknown) =>
  fromJSONSchema({ ...(closedSchema(schema) as object), $defs } as never).safeParse(value).error?.issues ?? []

function examplesIn({ example, examples }: MediaType): unknown[] {
  return examples === undefined ? [example] : Object.values(examples).map(({ value }) => value)
}

it('finds unknown and missing fields, wrong types and unknown words', () => {
  const answer = { status: 'success', message: 'Deleted.' }
  expect(problemsOf({ $ref: '#/components/schemas/Deleted' }, answer)).toEqual([])
  for (const wrong of [
    { ...answer, more: 1 },
    { status: 'success' },
    { ...answer, message: 1 },
    { ...answer, status: 'gone' },
  ])
    expect(problemsOf({ $ref: '#/components/schemas/Deleted' }, wrong)).toHaveLength(1)
  expect(problemsOf({ $ref: '#/components/schemas/AgentState' }, 'asleep')).toHaveLength(1)
})

it.each(endpoints)('has valid examples for %s', (_, endpoint) => {
  const { requestBody, responses } = operationOf(endpoint)
  const contents = [requestBody, ...Object.values(responses)].flatMap((part) => Object.values(part?.content ?? {}))
  // Error 429 is the only one whose form has its examples in the fields.
  for (const media of contents.filter(({ example, examples }) => example !== undefined || examples !== undefined)) {
    for (const example of examplesIn(media)) expect([example, problemsOf(media.schema, example)]).toEqual([example, []])
  }
  // A form has its examples in its parts.
  const jsonBodies = Object.entries(requestBody?.content ?? {}).filter(([type]) => type === 'application/json')
  for (const [, media] of jsonBodies) expect(examplesIn(media)[0]).toBeDefined()
  expect(examplesIn(Object.values(responses[200]?.content ?? {})[0] as MediaType)[0]).toBeDefined()
})

it('has a valid example for each event', () => {
  for (const { post } of Object.values(webhooks)) {
    const media = Object.values(post.requestBody?.content ?? {})[0] as MediaType
    expect([media.example, problemsOf(media.schema, media.example)]).toEqual([media.example, []])
  }
})

it('describes every answer of the service, field by field', async () => {
  const service = await openTestService({ seeded: true })
  for (const [name, args] of Object.entries(await requestsToEveryEndpoint(service))) {
    const { body } = await service.request<unknown>(...args)
    const media = operationOf(serviceEndpoints[name as ServiceEndpointName]).responses[200]?.content?.[
      'application/json'
    ]
    expect([name, problemsOf(media?.schema ?? {}, body)]).toEqual([name, []])
  }
})

it('describes every call of a batch in each of its states', async () => {
  const service = await openTestService()
  const { agentId } = await service.createCallingAgent()
  const { body } = await service.startBatch(agentId, 30)
  for (let minute = 0; minute < 8; minute++) {
    const list = await service.request<unknown>('GET', `/v1/api/batch-calls/${body.batchId}/calls?limit=100`)
    expect(problemsOf({ $ref: '#/components/schemas/BatchCallList' }, list.body)).toEqual([])
    const status = await service.request<unknown>('GET', `/v1/api/batch-calls/${body.batchId}`)
    expect(problemsOf({ $ref: '#/components/schemas/Batch' }, status.body)).toEqual([])
    const live = await service.request<unknown>('GET', '/v2/api/active-calls')
    expect(problemsOf({ $ref: '#/components/schemas/ActiveCallListAnswer' }, live.body)).toEqual([])
    await service.advance(minutesInMs(1))
  }
  // Customers whose name nobody knows.
  await service.request('POST', '/api/v1/calls/call', { body: { agentId, toNumber: '+12025550100' } })
  await service.advance(minutesInMs(10))
  const conversations = await service.request<unknown[]>('GET', '/v1/api/conversations')
  expect(conversations.body.length).toBeGreaterThan(0)
  expect(problemsOf({ $ref: '#/components/schemas/ConversationListAnswer' }, conversations.body)).toEqual([])
  const scheduled = await service.startBatch(agentId, 1, { scheduledAt: '2027-01-01T00:00:00Z' })
  const path = `/v1/api/batch-calls/${scheduled.body.batchId}`
  for (const [schema, address] of [
    ['Batch', path],
    ['BatchProgress', `${path}/status`],
    ['BatchCallList', `${path}/calls`],
  ]) {
    const { body } = await service.request<unknown>('GET', address ?? '')
    expect([schema, problemsOf({ $ref: `#/components/schemas/${schema}` }, body)]).toEqual([schema, []])
  }
})

it('takes its own examples, and has the defaults that the service takes', async () => {
  const { request, createCallingAgent, createMessagingAgent } = await openTestService()
  const agent = (await createCallingAgent()).agentId
  const messaging = await createMessagingAgent()
  const schemaOf = (name: string) => components.schemas[name] ?? {}
  for (const [name, path, ids] of [
    ['agentCreate', '/api/v1/agents', {}],
    ['flowCreate', '/api/v1/flows', { agentId: agent }],
    ['messagingAgentCreate', '/v1/api/omni-flow-agents', {}],
    ['messageFlowCreate', '/v1/api/message-flows', { agent: messaging.agentId }],
    ['messageGenerate', '/v1/api/conversations/message/generate', { flowId: messaging.flowId }],
  ] as const) {
    const [media] = Object.values(operationOf(serviceEndpoints[name]).requestBody?.content ?? {}) as [MediaType]
    for (const example of examplesIn(media)) {
      const answer = await request('POST', path, { body: { ...(example as object), ...ids } })
      expect([name, answer.status, answer.body]).toEqual([name, 200, answer.body])
    }
  }
  for (const [schema, path, required] of [
    ['AgentCreate', '/api/v1/agents', { name: 'A', model: 'm', voice: { provider: 'p', voiceId: 'v' } }],
    ['FlowCreate', '/api/v1/flows', { name: 'F' }],
    ['MessagingAgentBody', '/v1/api/omni-flow-agents', { name: 'M' }],
    ['MessageFlowBody', '/v1/api/message-flows', { name: 'T' }],
  ] as const) {
    const { properties = {} } = schemaOf(schema)
    const defaults = Object.entries(properties).flatMap(([field, property]) =>
      'default' in property ? [[field, property.default] as const] : [],
    )
    const { body } = await request<Record<string, unknown>>('POST', path, { body: required })
    expect(defaults.length).toBeGreaterThan(2)
    expect([schema, Object.fromEntries(defaults.map(([field]) => [field, body[field]]))]).toEqual([
      schema,
      Object.fromEntries(defaults),
    ])
  }
})

it('shows a file that is valid', async () => {
  const { request } = await openTestService()
  const form = { file: new Blob([exampleFile]) }
  expect((await request('POST', '/v1/api/batch-calls/validate', { form })).body).toMatchObject({ valid: true })
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
