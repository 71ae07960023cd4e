/** Tests the gateway with the embedded service, as `npm start` runs it except for the port. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Conversation, type Draft, type Effect, lastInbound, type MessageFlow, textHash } from '#contract/index.ts'
import { startGateway } from './main.ts'
import { readConfiguration } from './shared/configuration.ts'
import { createTestDatabase } from './testing/store.ts'
import { afterTest, allHours, batchForm, openBrowser, startScriptedService } from './testing/testing.ts'

interface ListResponses {
  agents: { id: string; name: string; phoneNumber: string | null }[]
  batches: { batchId: string; name: string; progress: { total: number } | null }[]
  calls: { roomName: string; readAt: number; live: boolean }[]
  flows: { agentId: string; isActive: boolean; direction: string }[]
}

function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-'))
  afterTest(async () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function start(environment: Record<string, string> = {}) {
  const DATA_DIR = environment.DATA_DIR ?? dataFolder()
  const running = await startGateway(
    readConfiguration({ DATA_DIR, CALLING_HOURS: allHours, EMBEDDED_ACTIVITY: 'false', ...environment }),
    null,
  )
  afterTest(running.close)
  const grace = await openBrowser(running.gateway.fetch).signInAsDemo()
  return { ...running, grace }
}
type SignedInBrowser = Awaited<ReturnType<typeof start>>['grace']
const read = async (grace: SignedInBrowser, path: string) => (await grace.get(path)).json as unknown as ListResponses

async function findCallingAgent(grace: SignedInBrowser): Promise<string> {
  const { agents } = await read(grace, '/api/v1/agents?limit=100')
  const { flows } = await read(grace, '/api/v1/flows?limit=100')
  const agent = agents.find(
    ({ id, phoneNumber }) =>
      phoneNumber && flows.some((flow) => flow.agentId === id && flow.isActive && flow.direction !== 'inbound'),
  )
  return agent?.id ?? ''
}

describe('the first start', () => {
  test('shows agents, the two seeded batches, and live calls', async () => {
    const { grace, description } = await start()
    expect(description).toBe('embedded service (simulation), plan enterprise, 10 calls at once')
    expect((await read(grace, '/api/v1/agents')).agents.length).toBeGreaterThan(10)
    expect((await read(grace, '/gateway/batches')).batches).toHaveLength(2)
    await expect.poll(async () => (await read(grace, '/gateway/live-calls')).calls.length).toBeGreaterThan(0)
    const { calls } = await read(grace, '/gateway/live-calls')
    const room = await grace.get(`/v2/api/active-calls/${calls[0]?.roomName}`)
    expect(room.json).toMatchObject({ roomName: calls[0]?.roomName, transcript: expect.any(Array) })
  })

  test('lists the batches that the service schedules by itself', async () => {
    const { grace } = await start({ EMBEDDED_ACTIVITY: 'true' })
    const names = async () =>
      (await read(grace, '/gateway/batches')).batches
        .map(({ name }) => name)
        .filter((name) => / (?:US|UK|EU), /.test(name))
    await expect.poll(names).toHaveLength(3)
  })

  test('saves messaging agents and message flows, generates a draft, and records each command', async () => {
    const { grace } = await start()
    const flows = async () => (await grace.get('/v1/api/message-flows?limit=100')).json as unknown as MessageFlow[]
    const [first] = await flows()
    const body = { ...first, name: 'Replies at night', tone: 'soft' }
    const replaced = await grace.request('PUT', `/v1/api/message-flows/${first?._id}`, { body, key: 'k1' })
    expect(replaced).toMatchObject({ status: 200, json: { _id: first?._id, name: 'Replies at night', tone: 'soft' } })
    expect(await flows()).toContainEqual(replaced.json)
    const made = await grace.post('/v1/api/omni-flow-agents', { name: 'Juno' }, { key: 'k2' })
    expect(made).toMatchObject({ status: 200, json: { name: 'Juno' } })
    const request = { flowId: first?._id, to: '+447700900123', autopilot: false }
    const drafted = await grace.post('/v1/api/conversations/message/generate', request, { key: 'k3' })
    expect(drafted).toMatchObject({ status: 200, json: { status: 'success' } })
    const { effects } = (await grace.get('/gateway/effects')).json as unknown as { effects: Effect[] }
    expect(effects.map(({ endpoint, state }) => [endpoint, state])).toEqual([
      ['messageGenerate', 'done'],
      ['messagingAgentCreate', 'done'],
      ['messageFlowReplace', 'done'],
    ])
  })

  test('starts a batch from a file, shows its progress, finds it, and cancels it', async () => {
    const { grace } = await start()
    const agentId = await findCallingAgent(grace)
    const started = await grace.post('/gateway/launches', batchForm(undefined, { agentId }), { key: 'k1' })
    expect(started).toMatchObject({ status: 200, json: { totalCalls: 2 } })
    const { batchId } = started.json as unknown as { batchId: string }
    expect((await grace.get(`/v1/api/batch-calls/${batchId}/status`)).json).toMatchObject({ total: 2 })
    expect((await grace.post('/gateway/search', { text: 'renew' })).json.found).toContainEqual(
      expect.objectContaining({ kind: 'batch', id: batchId }),
    )
    const searched = await grace.post(`/gateway/batches/${batchId}/search`, { text: '(415) 555-0135' })
    expect(searched.json).toMatchObject({ calls: [{ phone_number: '+14155550135' }] })
    const cancelled = await grace.request('DELETE', `/v1/api/batch-calls/${batchId}`, { key: 'k2' })
    expect(cancelled).toMatchObject({ status: 200, json: { status: 'cancelled' } })
  })

  test('without optional endpoints builds the wall from running batches', { tags: ['I0-3'] }, async () => {
    const { grace } = await start({ EMBEDDED_SPECIFICATION_ONLY: 'true' })
    const wall = () => grace.get('/gateway/live-calls')
    expect((await wall()).json).toMatchObject({ listed: false })
    await expect.poll(async () => (await read(grace, '/gateway/live-calls')).calls.length).toBeGreaterThan(0)
    expect(await grace.get('/v2/api/active-calls')).toMatchObject({
      status: 404,
      json: { error: { code: 'not_offered' } },
    })
  })

  test('shows drafts with and without a conversation list, and sends an approved one', async () => {
    for (const EMBEDDED_SPECIFICATION_ONLY of ['false', 'true']) {
      const { grace } = await start({ EMBEDDED_SPECIFICATION_ONLY })
      const queue = async () =>
        (await grace.get('/gateway/review-queue')).json as unknown as { drafts: Draft[]; watching: number }
      expect((await queue()).watching).toBeGreaterThanOrEqual(60)
      await expect.poll(async () => (await queue()).drafts.length).toBeGreaterThan(0)
      const [draft] = (await queue()).drafts
      const { conversationId = '', messageId = '', message = '' } = draft ?? {}
      const conversation = (await grace.get(`/v1/api/conversations/${conversationId}`)).json as unknown as Conversation
      const body = {
        conversationId,
        messageId,
        action: 'Approve',
        textHash: await textHash(message),
        lastInbound: lastInbound(conversation),
        holdSeconds: 0,
      }
      expect((await grace.post('/gateway/decisions', body, { key: 'k1' })).status).toBe(200)
      const made = async () => (await grace.get('/gateway/decisions')).json.decisions
      await expect.poll(made).toMatchObject([{ state: 'done', sent: true }])
      expect((await queue()).drafts.map((one) => one.messageId)).not.toContain(messageId)
    }
  })

  test('creates and revokes simulation keys, but does not revoke its own', async () => {
    const { grace } = await start()
    expect((await grace.get('/gateway/simulation')).json).toMatchObject({
      keys: [{ id: 'own' }],
      webhookSecret: expect.stringMatching(/^whsec_/),
    })
    const { json } = await grace.post('/gateway/simulation/keys', { name: 'Laptop' })
    const { id } = json.kept as { id: string }
    expect((await grace.request('DELETE', `/gateway/simulation/keys/${id}`)).json).toEqual({ revoked: true })
    expect(await grace.request('DELETE', '/gateway/simulation/keys/own')).toMatchObject({ status: 409 })
    expect((await grace.post('/gateway/connection-test')).json).toMatchObject({ state: 'up' })
  })

  test('stays within the plan when many pages are open', {
    tags: ['R10'],
  }, async () => {
    const { grace } = await start()
    const agents = await read(grace, '/api/v1/agents?limit=100')
    const asked = await Promise.all(agents.agents.map(({ id }) => grace.get(`/api/v1/agents/${id}`)))
    const { batches } = await read(grace, '/gateway/batches')
    await Promise.all(batches.map(({ batchId }) => grace.get(`/v1/api/batch-calls/${batchId}/status`)))
    const { used, lastRefusal } = (await grace.get('/gateway/budget')).json
    expect(lastRefusal).toBeNull()
    expect(used).toBeLessThanOrEqual(48)
    expect(asked.filter(({ status }) => status !== 200).every(({ json }) => json.error.code === 'over_budget')).toBe(
      true,
    )
  })
})

test('each service has its own ledger in the same data folder or PostgreSQL database', async () => {
  const DATABASE_URL = await createTestDatabase()
  const shared = { DATA_DIR: dataFolder(), ...(DATABASE_URL && { DATABASE_URL }) }
  const services = await Promise.all([1, 2].map(() => startScriptedService(() => undefined)))
  for (const { close } of services) afterTest(close)
  const [first, second] = services.map(({ url }) => ({
    SERVICE_URL: url,
    SERVICE_API_KEY: 'k',
    SERVICE_WORKSPACE_ID: 'w',
  }))
  const effects = async ({ grace }: Awaited<ReturnType<typeof start>>) =>
    ((await grace.get('/gateway/effects')).json as unknown as { effects: Effect[] }).effects.length
  const before = await start({ ...shared, ...first })
  await before.grace.request('DELETE', '/api/v1/agents/a1', { key: 'k' })
  expect(await effects(before)).toBe(1)
  await before.close()
  expect(await effects(await start({ ...shared, ...second }))).toBe(0)
  expect(await effects(await start({ ...shared, ...first }))).toBe(1)
})
