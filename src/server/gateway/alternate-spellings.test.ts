/** Tests the gateway in front of a service that uses the alternate spellings of interface 8, without optional endpoints and events. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  type Agent,
  type EndpointDefinition,
  type Flow,
  fillPath,
  headers,
  needsReview,
  plans,
  type ResponseOf,
  type ServiceReadName,
  serviceEndpoints,
  textHash,
} from '#contract/index.ts'
import { startService } from '#server/service/start.ts'
import { startAlternateSpellings } from '#tools/testing/alternate-spellings.ts'
import { isReadName, readEndpoint } from './cache/read-rules.ts'
import { readDecisions } from './testing/review.ts'
import { afterTest, startTestGateway } from './testing/testing.ts'
import { parseAnswer, pathWithQuery } from './upstream/answers.ts'

const workspace = 'alternate'
const apiKey = 'key_of_alternate_0123456789'

async function start() {
  const dataDir = mkdtempSync(join(tmpdir(), 'switchboard-'))
  const service = await startService({
    dataDir,
    plan: plans.enterprise,
    seed: 'alternate',
    apiKey,
    workspaceId: workspace,
    port: 0,
    speed: 1,
    specificationOnly: true,
  })
  const respelled = await startAlternateSpellings(service.url)
  const environment = { SERVICE_API_KEY: apiKey, SERVICE_WORKSPACE_ID: workspace, SERVICE_BURST: '100' }
  const { gateway, browser } = await startTestGateway(respelled.url, { environment })
  afterTest(async () => {
    await gateway.close()
    await respelled.close()
    await service.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  /** Reads from the service directly, in the usual spelling. */
  const readDirectly = async <Name extends ServiceReadName>(
    name: Name,
    params: Record<string, string> = {},
    query: Record<string, string> = {},
  ) => {
    const endpoint: EndpointDefinition = serviceEndpoints[name]
    const sent = { [headers.apiKey]: apiKey, [headers.workspace]: workspace }
    const text = await (
      await fetch(service.url + pathWithQuery(endpoint.path, params, query), { headers: sent })
    ).text()
    return (endpoint.response ? parseAnswer(endpoint, text) : text) as ResponseOf<(typeof serviceEndpoints)[Name]>
  }
  return { grace: await browser().signInAsDemo(), readDirectly, seed: service.seeded }
}

/** Fields that change between two reads are not compared, nor is the id inside a batch's progress. */
const changingFields = new Set(['timestamp', 'duration', 'transcript'])
const comparable = ({ progress, ...answer }: Record<string, unknown>) => {
  const rest = Object.entries(answer).filter(([name]) => !changingFields.has(name))
  const counts = Object.entries(progress ?? {}).filter(([name]) => name !== 'id' && !changingFields.has(name))
  return { ...Object.fromEntries(rest), ...(progress !== undefined && { progress: Object.fromEntries(counts) }) }
}

describe('a service with alternate spellings', () => {
  test('is read like one with the usual spellings, for every read of the specification', async () => {
    const { grace, readDirectly, seed } = await start()
    const { agents } = await readDirectly('agentList', {}, { limit: '100' })
    const { flows } = await readDirectly('flowList', {}, { limit: '100' })
    const [finished, running] = seed.batches.map(({ batchId }) => batchId)
    const [job] = (await readDirectly('batchCallList', { batchId: finished ?? '' })).calls
    const live = (await readDirectly('batchCallList', { batchId: running ?? '' }, { status: 'active' })).calls
    const reads: Partial<Record<ServiceReadName, [params: Record<string, string>, query?: Record<string, string>]>> = {
      agentList: [{}, { limit: '5', page: '2' }],
      agentShow: [{ agentId: agents[0]?.id ?? '' }],
      flowList: [{}, { search: flows[0]?.name ?? '' }],
      flowShow: [{ flowId: flows[0]?.id ?? '' }],
      batchTemplate: [{}],
      batchShow: [{ batchId: finished ?? '' }],
      batchProgress: [{ batchId: finished ?? '' }],
      batchCallList: [{ batchId: finished ?? '' }, { limit: '10' }],
      batchCallShow: [{ batchId: finished ?? '', jobId: job?.jobId ?? '' }],
      conversationShow: [{ conversationId: seed.conversations[0] ?? '' }],
      activeCallShow: [{ roomName: live[0]?.roomName ?? '' }],
    }
    // A new read of the specification has to be added here.
    const specified = Object.keys(serviceEndpoints)
      .filter(isReadName)
      .filter((name) => !('extension' in readEndpoint(name)))
    expect(Object.keys(reads).toSorted()).toEqual(specified.toSorted())
    for (const [name, [params, query = {}]] of Object.entries(reads)) {
      const { path } = readEndpoint(name as ServiceReadName)
      const expected = await readDirectly(name as ServiceReadName, params, query)
      const read = await grace.get(pathWithQuery(path, params, query))
      expect({ name, status: read.status, text: read.json ? 'JSON' : read.text }).toEqual({
        name,
        status: 200,
        text: typeof expected === 'string' ? expected : 'JSON',
      })
      expect({ name, ...comparable(read.json ?? {}) }).toMatchObject({
        name,
        ...comparable(typeof expected === 'object' ? (expected as Record<string, unknown>) : {}),
      })
    }
    for (const path of ['/gateway/live-calls', '/gateway/review-queue', '/gateway/batches', '/gateway/session'])
      expect({ path, status: (await grace.get(path)).status }).toEqual({ path, status: 200 })
    expect((await grace.get('/api/v1/agents/nobody')).json.error).toMatchObject({
      status: 404,
      code: 'not_found',
      by: 'service',
    })
  })

  test('loses no unknown fields when a record is edited', {
    tags: ['R29'],
  }, async () => {
    const { grace, readDirectly } = await start()
    const agentId = (await readDirectly('agentList')).agents[0]?.id ?? ''
    const path = fillPath(serviceEndpoints.agentShow.path, { agentId })
    const read = (await grace.get(path)).json as unknown as Agent
    expect(read).toMatchObject({ tenant: 'north', settings: { emotion: 'calm' } })
    const settings = { ...read.settings, speed: 0.25 }
    const saved = await grace.request('PATCH', path, { body: { settings }, key: 'k1' })
    expect(saved).toMatchObject({ status: 200, json: { ...read, settings, updatedAt: expect.any(String) } })
    expect(await readDirectly('agentShow', { agentId })).toMatchObject({
      name: read.name,
      settings: { ...settings, emotion: 'calm' },
    })

    const flows = (await readDirectly('flowList', {}, { limit: '100' })).flows
    const flow = flows.find(({ flowData }) => flowData.nodes.length > 1)
    const flowPath = fillPath(serviceEndpoints.flowShow.path, { flowId: flow?.id ?? '' })
    const { flowData } = (await grace.get(flowPath)).json as unknown as Flow
    const nodes = flowData.nodes.map((node) => ({ ...node, colour: 'red', data: { ...node.data, weight: 3 } }))
    const body = { flowData: { ...flowData, nodes } }
    expect(await grace.request('PATCH', flowPath, { body, key: 'k2' })).toMatchObject({ status: 200, json: body })
    expect(await readDirectly('flowShow', { flowId: flow?.id ?? '' })).toMatchObject({ ...body, rules: flow?.rules })
    // An unknown field at the top level is refused.
    expect(await grace.request('PATCH', path, { body: { tenant: 'south' }, key: 'k3' })).toMatchObject({ status: 400 })
  })

  test('gets a decision and a cancel once, and its answers are understood', async () => {
    const { grace, readDirectly, seed } = await start()
    for (const conversationId of seed.conversations.slice(0, 12))
      await grace.get(fillPath(serviceEndpoints.conversationShow.path, { conversationId }))
    const { drafts } = (await grace.get('/gateway/review-queue')).json as unknown as {
      drafts: { conversationId: string; messageId: string; message: string }[]
    }
    const { conversationId = '', messageId = '', message = '' } = drafts[0] ?? {}
    const before = await readDirectly('conversationShow', { conversationId })
    const lastInbound = before.messages.findLast(({ direction }) => direction === 'inbound')?._id ?? null
    const decision = { conversationId, messageId, action: 'Approve', textHash: await textHash(message), lastInbound }
    await grace.post('/gateway/decisions', { ...decision, holdSeconds: 0 }, { key: 'k1' })
    await expect.poll(() => readDecisions(grace)).toMatchObject([{ state: 'done', sent: true }])
    const after = await readDirectly('conversationShow', { conversationId })
    expect(after.messages.find(({ _id }) => _id === messageId)).toMatchObject({ sent: true })
    expect(after.messages.filter(needsReview)).toHaveLength(before.messages.filter(needsReview).length - 1)

    const running = seed.batches[1]?.batchId ?? ''
    const cancelled = await grace.request('DELETE', `/v1/api/batch-calls/${running}`, { key: 'k2' })
    expect(cancelled).toMatchObject({ status: 200, json: { batchId: running, status: 'cancelled' } })
  })
})
