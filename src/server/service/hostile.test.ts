/** Fuzzing: any input gets only status codes of specification 7, and errors in the specified form. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type EndpointDefinition, errorForms, serviceEndpoints } from '#contract/index.ts'
import { propertyTestParameters } from '#tools/soak-scale.ts'
import { apiKey, csvFile, openTestService, testNumber, workspace } from './testing/test-service.ts'

const endpoints = Object.entries(serviceEndpoints) as [string, EndpointDefinition][]
/** Without 500: no input may cause an internal error. */
const allowedStatuses = [200, 400, 401, 403, 404, 429]

/** Hostile texts: path, format and query syntax, numbers out of range, and arbitrary text. */
const hostileText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.constantFrom(
    '',
    ' ',
    '..',
    '../../x',
    '%00',
    '%2e%2e%2f',
    '%',
    '\u0000',
    "' or 1=1 --",
    '{{7*7}}',
    '__proto__',
    'constructor',
    '-1',
    '0',
    '1e309',
    'NaN',
    '9007199254740993',
    '+14155550199',
    'null',
    '\ud800',
    'x'.repeat(5_000),
  ),
)
const hostileValue = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  hostileText,
  fc.constantFrom([], {}, null, 0, -1, 1e308, true, [[]], { $ne: 1 }),
)
/** Arbitrary field names and those of the contract, so that some bodies pass the parser. */
const fieldName = fc.oneof(
  hostileText,
  fc.constantFrom(
    ...`name model voice provider voiceId settings phoneNumber direction flowData nodes rules agentId toNumber metadata action
      editedMessage flowId to autopilot dynamic participantIdentity agent isActive scheduledAt smartCallbackConfig page limit
      search`.split(/\s+/),
  ),
)
const bodyText = fc.oneof(
  { weight: 3, arbitrary: fc.dictionary(fieldName, hostileValue, { maxKeys: 8 }).map((body) => JSON.stringify(body)) },
  fc.jsonValue().map((body) => JSON.stringify(body)),
  hostileText,
  fc.constantFrom('{', '[1', '"', 'NaN', '{"name":', '[]'.padEnd(2_000, ' '), '['.repeat(5_000)),
)

/** Opens a seeded service with the IDs of its records, so that requests reach them. */
async function openSeededService() {
  const service = await openTestService({ seeded: true })
  const firstIdIn = async (
    table: 'agent' | 'flow' | 'messaging_agent' | 'message_flow' | 'batch' | 'conversation' | 'message',
  ) => (await service.database.selectFrom(table).select('id').executeTakeFirstOrThrow()).id
  const { room_name } = await service.database.selectFrom('call').selectAll().executeTakeFirstOrThrow()
  const { job_id } = await service.database.selectFrom('job').selectAll().executeTakeFirstOrThrow()
  const ids: Record<string, string> = {
    agentId: await firstIdIn('agent'),
    flowId: await firstIdIn('flow'),
    messagingAgentId: await firstIdIn('messaging_agent'),
    messageFlowId: await firstIdIn('message_flow'),
    batchId: await firstIdIn('batch'),
    jobId: job_id,
    conversationId: await firstIdIn('conversation'),
    messageId: await firstIdIn('message'),
    roomName: room_name,
  }
  return { ...service, ids }
}

/** Whether an error has a form of this endpoint. Send Call has its own form in addition to the general one. */
function hasValidForm({ errorForm }: EndpointDefinition, status: number, type: string, body: unknown): boolean {
  if (status === 429) return type === 'application/problem+json' && errorForms.rateLimit.safeParse(body).success
  const forms = errorForm === 'sendCall' ? [errorForms.general, errorForms.sendCall] : [errorForms.general]
  return type === 'application/json' && forms.some((form) => form.safeParse(body).success)
}

/** Uploads with arbitrary bytes and field names. */
const hostileUpload = fc.record({
  file: fc.option(
    fc.oneof(fc.uint8Array({ maxLength: 400 }), hostileText, fc.constant('phone_number\n+14155550199\n')),
    {
      nil: null,
    },
  ),
  fields: fc.dictionary(fieldName, hostileText, { maxKeys: 3 }),
})

it.each(endpoints)(
  'answers %s as the specification requires, whatever the input',
  { tags: ['soak'] },
  async (name, endpoint) => {
    const { app, ids, clock, errors } = await openSeededService()
    const request = fc.record({
      /** Replaces the path's parameters; null: the ID of an existing record. */
      parameters: fc.array(fc.option(hostileText, { nil: null, freq: 1 }), { minLength: 2, maxLength: 2 }),
      query: fc.dictionary(fieldName, hostileText, { maxKeys: 3 }),
      body: bodyText,
      form: hostileUpload,
      type: fc.constantFrom(
        'correct',
        'correct',
        'correct',
        'text/plain',
        'application/json',
        'multipart/form-data',
        '',
      ),
      key: fc.constantFrom(apiKey, apiKey, apiKey, `${apiKey}.elsewhere`, 'x', ''),
      workspaceId: fc.constantFrom(workspace, workspace, workspace, 'elsewhere', '', '../x'),
    })
    await fc.assert(
      fc.asyncProperty(request, async ({ parameters, query, body, form, type, key, workspaceId }) => {
        // Let the bucket refill, so that the rate limit refuses only some requests.
        clock.set(clock.now() + 20_000)
        let parameterIndex = 0
        const path = endpoint.path.replace(/\{(\w+)\}/g, (_, parameter: string) => {
          const hostilePart = parameters[parameterIndex++] ?? null
          return hostilePart === null ? (ids[parameter] ?? '') : encodeURIComponent(hostilePart.toWellFormed())
        })
        const queryText = new URLSearchParams(Object.entries(query)).toString()
        const headers = new Headers({ 'x-api-key': key, 'x-workspace-id': workspaceId })
        let requestBody: FormData | string | null = null
        if (endpoint.upload !== undefined && type === 'correct') {
          const data = new FormData()
          for (const [name, content] of Object.entries(form.fields)) data.set(name, content)
          if (form.file !== null) data.set('file', new Blob([form.file]))
          requestBody = data
        } else if (endpoint.method !== 'GET') {
          headers.set('content-type', type === 'correct' ? 'application/json' : type)
          requestBody = body
        }
        const answer = await app.request(`${path}${queryText === '' ? '' : `?${queryText}`}`, {
          method: endpoint.method,
          headers,
          body: requestBody,
        })
        const responseText = await answer.text()
        expect(errors).toEqual([])
        expect([name, allowedStatuses.includes(answer.status)]).toEqual([name, true])
        expect(answer.headers.get('x-simulation')).toBe('switchboard')
        if (answer.status === 200) return
        const mediaType = answer.headers.get('content-type') ?? ''
        expect([responseText, hasValidForm(endpoint, answer.status, mediaType, JSON.parse(responseText))]).toEqual([
          responseText,
          true,
        ])
      }),
      propertyTestParameters(12),
    )
  },
)

it('answers unknown paths and methods with 404 in the general form', async () => {
  const { app, errors } = await openTestService()
  const anyMethod = fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'PROPFIND')
  await fc.assert(
    fc.asyncProperty(anyMethod, fc.array(hostileText, { maxLength: 4 }), async (method, parts) => {
      const path = parts.map((part) => encodeURIComponent(part.toWellFormed())).join('/')
      const answer = await app.request(`/${path}`, { method, headers: { 'x-api-key': apiKey } })
      const responseText = await answer.text()
      const isWrongForm = method !== 'HEAD' && !errorForms.general.safeParse(JSON.parse(responseText)).success
      expect([answer.status, isWrongForm]).toEqual([404, false])
    }),
    propertyTestParameters(60),
  )
  expect(errors).toEqual([])
})

it('refuses a file with hostile rows and places no call', async () => {
  const { request, database, createCallingAgent } = await openTestService()
  const { agentId } = await createCallingAgent()
  const file = csvFile([testNumber(1), '=1+1', "'; drop table call; --"])
  expect((await request('POST', '/v1/api/batch-calls', { form: { agentId, file } })).status).toBe(400)
  expect(await database.selectFrom('call').selectAll().execute()).toEqual([])
})

it.each([
  [
    'nested 5,000 deep',
    Buffer.from(
      `{"name":"A","model":"m","voice":{"provider":"p","voiceId":"v","more":${'['.repeat(5_000)}${']'.repeat(5_000)}}}`,
    ),
  ],
  ['not UTF-8', Buffer.from('{"name":"Bj\xf6rn","model":"m","voice":{"provider":"p","voiceId":"v"}}', 'latin1')],
])('refuses a body that is %s', async (_, body) => {
  const { app, errors, database } = await openTestService()
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
  const answer = await app.request('/api/v1/agents', { method: 'POST', headers, body: new Uint8Array(body) })
  expect([answer.status, errors]).toEqual([400, []])
  expect(errorForms.general.safeParse(await answer.json()).success).toBe(true)
  expect(await database.selectFrom('agent').selectAll().execute()).toEqual([])
})
