import { describe, expect, it } from 'vitest'
import { type EndpointDefinition, needsReview, serviceEndpoints } from '#contract/index.ts'
import { apiKey, csvFile, openTestService, type TestService, testNumber, workspace } from '../testing/test-service.ts'
import { installKeys } from './keys.ts'

const endpoints = Object.entries(serviceEndpoints) as [string, EndpointDefinition][]
const withSecondKey = { headers: { 'x-api-key': `${apiKey}.second` } }
const withForeignKey = { headers: { 'x-api-key': `${apiKey}.elsewhere`, 'x-workspace-id': 'elsewhere' } }
const codeOf = (body: unknown) => (body as { error?: { code?: string } }).error?.code

describe('a key', () => {
  it('that is missing or unknown gets 401 from every endpoint, before any other check', async () => {
    const { request } = await openTestService({ plan: 'developer' })
    for (const [name, { method, path }] of endpoints) {
      for (const key of ['', 'unknown-key']) {
        const headers = { 'x-api-key': key, 'x-workspace-id': '' }
        const { status, body } = await request(method, path.replace(/\{\w+\}/g, '..'), { headers })
        expect([name, status, codeOf(body)]).toEqual([name, 401, 'unauthorized'])
      }
    }
  })

  it('gets 400 without a workspace and 403 with a foreign one, only where the endpoint needs it', async () => {
    const { request } = await openTestService()
    for (const [name, { method, path, workspace: needsWorkspace }] of endpoints) {
      const url = path.replace(/\{\w+\}/g, 'none')
      const missing = await request(method, url, { headers: { 'x-workspace-id': '' } })
      const foreign = await request(method, url, { headers: { 'x-workspace-id': 'elsewhere' } })
      const errors = [missing, foreign].map(({ status, body }) => `${status} ${codeOf(body)}`)
      const expected = ['400 workspace_required', '403 forbidden']
      expect([name, expected.map((error) => errors.includes(error))]).toEqual([name, [needsWorkspace, needsWorkspace]])
    }
  })

  it('of the same organization shares records and budget, and works in the workspace of its header', async () => {
    const service = await openTestService({ plan: 'developer' })
    const body = { name: 'Owl', model: 'gpt-4o', voice: { provider: 'openai', voiceId: 'alloy' } }
    const created = await service.request<{ id: string }>('POST', '/api/v1/agents', { body, ...withSecondKey })
    const row = await service.database.selectFrom('agent').selectAll().executeTakeFirstOrThrow()
    expect([row.id, row.workspace]).toEqual([created.body.id, workspace])
    expect((await service.request('GET', `/api/v1/agents/${created.body.id}`)).status).toBe(200)
    for (let i = 0; i < 29; i++) await service.request('GET', '/api/v1/agents')
    for (let i = 0; i < 29; i++) await service.request('GET', '/api/v1/agents', withSecondKey)
    expect((await service.request('GET', '/api/v1/agents', withSecondKey)).status).toBe(429)
    expect((await service.request('GET', '/api/v1/agents')).status).toBe(429)
  })
})

/** IDs of existing records, by path parameter. */
async function existingIds({ database }: TestService): Promise<Record<string, string>> {
  const firstIdIn = async (table: 'agent' | 'flow' | 'messaging_agent' | 'message_flow' | 'batch' | 'conversation') =>
    (await database.selectFrom(table).select('id').executeTakeFirstOrThrow()).id
  const conversationId = await firstIdIn('conversation')
  const messages = await database
    .selectFrom('message')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .execute()
  const draft = messages.find((row) =>
    needsReview({ ...row, _id: row.id, sent: row.sent === 1, createdAt: '', updatedAt: '' }),
  )
  const job = await database.selectFrom('job').selectAll().executeTakeFirstOrThrow()
  const call = await database.selectFrom('call').selectAll().where('status', '=', 'active').executeTakeFirstOrThrow()
  return {
    agentId: await firstIdIn('agent'),
    flowId: await firstIdIn('flow'),
    messagingAgentId: await firstIdIn('messaging_agent'),
    messageFlowId: await firstIdIn('message_flow'),
    conversationId,
    messageId: draft?.id ?? messages[0]?.id ?? '',
    batchId: job.batch_id,
    jobId: job.job_id,
    roomName: call.room_name,
  }
}

/** Valid bodies of requests that name these IDs. */
const bodies: Partial<Record<string, (ids: Record<string, string>) => unknown>> = {
  callSend: ({ agentId }) => ({ agentId, toNumber: '+14155550199' }),
  messageAction: () => ({ metadata: { action: 'Approve' } }),
  messageGenerate: ({ messageFlowId }) => ({ flowId: messageFlowId, to: '+14155550199', autopilot: true }),
  activeCallTakeOver: () => ({ participantIdentity: 'agent' }),
  messagingAgentReplace: () => ({ name: 'Theirs' }),
  messageFlowReplace: () => ({ name: 'Theirs' }),
}

describe('another organization', () => {
  it('cannot find or change anything by the IDs of this one', async () => {
    const service = await openTestService({ seeded: true })
    const ids = await existingIds(service)
    const readAllRows = async () =>
      JSON.stringify(
        await Promise.all(
          (['agent', 'flow', 'messaging_agent', 'message_flow', 'batch', 'message', 'conversation'] as const).map(
            (table) => service.database.selectFrom(table).selectAll().execute(),
          ),
        ),
      )
    const before = await readAllRows()
    for (const [name, { method, path, upload }] of endpoints) {
      if (!path.includes('{') && bodies[name] === undefined) continue
      const url = path.replace(/\{(\w+)\}/g, (_, parameter: string) => ids[parameter] ?? '')
      const content = upload
        ? { form: {} }
        : method === 'GET' || method === 'DELETE'
          ? {}
          : { body: bodies[name]?.(ids) ?? {} }
      expect([name, (await service.request(method, url, { ...content, ...withForeignKey })).status]).toEqual([
        name,
        404,
      ])
    }
    expect(await readAllRows()).toBe(before)
    const startOptions = { form: { agentId: ids.agentId ?? '', file: csvFile([testNumber(1)]) } }
    expect((await service.request('POST', '/v1/api/batch-calls', { ...startOptions, ...withForeignKey })).status).toBe(
      404,
    )
    const flowOptions = { body: { name: 'Theirs', agentId: ids.agentId } }
    expect((await service.request('POST', '/api/v1/flows', { ...flowOptions, ...withForeignKey })).status).toBe(400)
  })

  it('has empty lists and a budget of its own', async () => {
    const service = await openTestService({ seeded: true, plan: 'developer' })
    for (let i = 0; i < 61; i++) await service.request('GET', '/api/v1/agents')
    expect((await service.request('GET', '/api/v1/agents')).status).toBe(429)
    for (const [name, { method, path }] of endpoints) {
      if (method !== 'GET' || path.includes('{') || name === 'batchTemplate') continue
      const { status, body } = await service.request<Record<string, unknown>>('GET', path, withForeignKey)
      const list = Array.isArray(body) ? body : Object.values(body).find(Array.isArray)
      expect([name, status, list]).toEqual([name, 200, []])
    }
  })
})

describe('the keys of an installation', () => {
  it('stop working once another one is configured', async () => {
    const { database, request } = await openTestService()
    expect((await request('GET', '/api/v1/agents', withSecondKey)).status).toBe(200)
    await installKeys(database, { apiKey: 'another-key', workspaces: [{ id: workspace, name: 'Tests' }] }, 0)
    expect((await request('GET', '/api/v1/agents', withSecondKey)).status).toBe(401)
  })
})
