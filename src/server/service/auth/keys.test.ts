import { describe, expect, it } from 'vitest'
import { type EndpointDefinition, needsReview, serviceEndpoints } from '#contract/index.ts'
import { apiKey, csv, numberOf, openTestService, type TestService, workspace } from '../testing/test-service.ts'
import { type ConfiguredKey, installKeys, parseKeys } from './keys.ts'

const endpoints = Object.entries(serviceEndpoints) as [string, EndpointDefinition][]
const night: ConfiguredKey = { key: 'key-of-the-night', organisation: 'main', workspaces: ['night', workspace] }
const partner: ConfiguredKey = { key: 'key-of-a-partner', organisation: 'partner', workspaces: ['lab'] }
const as = ({ key, workspaces }: ConfiguredKey, own = workspaces[0] ?? '') => ({
  headers: { 'x-api-key': key, 'x-workspace-id': own },
})
const codeOf = (body: unknown) => (body as { error?: { code?: string } }).error?.code

describe('a key', () => {
  it('that is missing or unknown gets 401 from every endpoint, before any other check', async () => {
    const { request } = await openTestService({ plan: 'developer' })
    for (const [name, { method, path }] of endpoints) {
      for (const key of ['', 'nobody-has-this']) {
        const headers = { 'x-api-key': key, 'x-workspace-id': '' }
        const { status, body } = await request(method, path.replace(/\{\w+\}/g, '..'), { headers })
        expect([name, status, codeOf(body)]).toEqual([name, 401, 'unauthorized'])
      }
    }
  })

  it('gets 400 without a workspace and 403 with a foreign one, only where the endpoint needs it', async () => {
    const { request } = await openTestService({ keys: [partner] })
    for (const [name, { method, path, workspace: required }] of endpoints) {
      const address = path.replace(/\{\w+\}/g, 'none')
      const missing = await request(method, address, { headers: { 'x-workspace-id': '' } })
      const foreign = await request(method, address, { headers: { 'x-workspace-id': 'lab' } })
      const refused = [missing, foreign].map(({ status, body }) => `${status} ${codeOf(body)}`)
      const expected = ['400 workspace_required', '403 forbidden']
      expect([name, expected.map((one) => refused.includes(one))]).toEqual([name, [required, required]])
    }
  })

  it('of the same organization shares records and budget, and works in the workspace of its header', async () => {
    const service = await openTestService({ plan: 'developer', keys: [night] })
    const body = { name: 'Owl', model: 'gpt-4o', voice: { provider: 'openai', voiceId: 'alloy' } }
    const made = await service.request<{ id: string }>('POST', '/api/v1/agents', { body, ...as(night, workspace) })
    const row = await service.database.selectFrom('agent').selectAll().executeTakeFirstOrThrow()
    expect([row.id, row.workspace]).toEqual([made.body.id, workspace])
    expect((await service.request('GET', `/api/v1/agents/${made.body.id}`)).status).toBe(200)
    for (let i = 0; i < 29; i++) await service.request('GET', '/api/v1/agents')
    for (let i = 0; i < 29; i++) await service.request('GET', '/api/v1/agents', as(night))
    expect((await service.request('GET', '/api/v1/agents', as(night))).status).toBe(429)
    expect((await service.request('GET', '/api/v1/agents')).status).toBe(429)
  })
})

/** IDs of existing records, by path parameter. */
async function idsOf({ database }: TestService): Promise<Record<string, string>> {
  const first = async (table: 'agent' | 'flow' | 'messaging_agent' | 'message_flow' | 'batch' | 'conversation') =>
    (await database.selectFrom(table).select('id').executeTakeFirstOrThrow()).id
  const conversationId = await first('conversation')
  const messages = await database
    .selectFrom('message')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .execute()
  const waiting = messages.find((row) =>
    needsReview({ ...row, _id: row.id, sent: row.sent === 1, createdAt: '', updatedAt: '' }),
  )
  const job = await database.selectFrom('job').selectAll().executeTakeFirstOrThrow()
  const call = await database.selectFrom('call').selectAll().where('status', '=', 'active').executeTakeFirstOrThrow()
  return {
    agentId: await first('agent'),
    flowId: await first('flow'),
    messagingAgentId: await first('messaging_agent'),
    messageFlowId: await first('message_flow'),
    conversationId,
    messageId: waiting?.id ?? messages[0]?.id ?? '',
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
    const service = await openTestService({ seeded: true, keys: [partner] })
    const ids = await idsOf(service)
    const everything = async () =>
      JSON.stringify(
        await Promise.all(
          (['agent', 'flow', 'messaging_agent', 'message_flow', 'batch', 'message', 'conversation'] as const).map(
            (table) => service.database.selectFrom(table).selectAll().execute(),
          ),
        ),
      )
    const before = await everything()
    for (const [name, { method, path, upload }] of endpoints) {
      if (!path.includes('{') && bodies[name] === undefined) continue
      const address = path.replace(/\{(\w+)\}/g, (_, parameter: string) => ids[parameter] ?? '')
      const sending = upload
        ? { form: {} }
        : method === 'GET' || method === 'DELETE'
          ? {}
          : { body: bodies[name]?.(ids) ?? {} }
      expect([name, (await service.request(method, address, { ...sending, ...as(partner) })).status]).toEqual([
        name,
        404,
      ])
    }
    expect(await everything()).toBe(before)
    const start = { form: { agentId: ids.agentId ?? '', file: csv([numberOf(1)]) } }
    expect((await service.request('POST', '/v1/api/batch-calls', { ...start, ...as(partner) })).status).toBe(404)
    const flow = { body: { name: 'Theirs', agentId: ids.agentId } }
    expect((await service.request('POST', '/api/v1/flows', { ...flow, ...as(partner) })).status).toBe(400)
  })

  it('has empty lists and a budget of its own', async () => {
    const service = await openTestService({ seeded: true, plan: 'developer', keys: [partner] })
    for (let i = 0; i < 61; i++) await service.request('GET', '/api/v1/agents')
    expect((await service.request('GET', '/api/v1/agents')).status).toBe(429)
    for (const [name, { method, path }] of endpoints) {
      if (method !== 'GET' || path.includes('{') || name === 'batchTemplate') continue
      const { status, body } = await service.request<Record<string, unknown>>('GET', path, as(partner))
      const list = Array.isArray(body) ? body : Object.values(body).find(Array.isArray)
      expect([name, status, list]).toEqual([name, 200, []])
    }
  })
})

describe('configured keys', () => {
  it('have the format key=organization/workspace', () => {
    expect(parseKeys('key-of-the-night=main/night/day, key-of-a-partner=partner')).toEqual([
      { key: 'key-of-the-night', organisation: 'main', workspaces: ['night', 'day'] },
      { key: 'key-of-a-partner', organisation: 'partner', workspaces: [] },
    ])
    for (const text of [
      'short=main',
      'key-of-the-night',
      'key-of-the-night=',
      'key-of-the-night=a/b c',
      'a-long-key=a=b',
    ])
      expect(() => parseKeys(text)).toThrow('must be key=organization/workspace')
  })

  it('may not give a workspace to two organizations or name a key twice', async () => {
    const { database } = await openTestService()
    const install = (...others: ConfiguredKey[]) =>
      installKeys(database, { apiKey, workspaces: [{ id: workspace, name: 'Tests' }], others }, 0)
    await expect(install(partner, { ...partner, key: 'another-key', organisation: 'other' })).rejects.toThrow(
      'The workspace lab cannot belong to both partner and other.',
    )
    await expect(install({ ...partner, workspaces: [workspace] })).rejects.toThrow('cannot belong to both')
    await expect(install(partner, partner)).rejects.toThrow('One key is given twice.')
    await expect(install({ ...partner, key: apiKey })).rejects.toThrow('One key is given twice.')
  })

  it('stop working once they are removed', async () => {
    const { database, request } = await openTestService({ keys: [partner] })
    expect((await request('GET', '/api/v1/agents', as(partner))).status).toBe(200)
    await installKeys(database, { apiKey, workspaces: [{ id: workspace, name: 'Tests' }] }, 0)
    expect((await request('GET', '/api/v1/agents', as(partner))).status).toBe(401)
  })
})
