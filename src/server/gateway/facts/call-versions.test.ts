/** Which versions of agent and flow a call used, from what was seen of both by then. */
import { expect, test } from 'vitest'
import type { CallCounts, CallGrouping, CountedCall } from '#contract/index.ts'
import { openTestStore } from '../testing/store.ts'
import { createTestClock, type Script, setOutcomeShare, startGatewayWithService } from '../testing/testing.ts'

const agentId = 'a1'
/** A Monday, 09:00 in New York. */
const start = Date.parse('2026-11-23T14:00:00Z')
const hourMs = 3_600_000
const agent = {
  id: agentId,
  name: 'Finn',
  model: 'gpt-4o',
  voice: { provider: 'openai', voiceId: 'alloy' },
  settings: {},
}
const flowOf = (id: string) => ({
  id,
  name: `Flow ${id}`,
  agentId,
  direction: 'outbound',
  isActive: true,
  prompt: 'Renew.',
  flowData: { nodes: [], edges: [] },
  rules: [],
  settings: {},
  welcomeMessage: '',
})
const rowAt = (number: number, startTime: number) => ({
  jobId: `j${number}`,
  callId: `c${number}`,
  phone_number: `+1212555${1000 + number}`,
  status: 'completed',
  startTime,
  duration: 30,
})
const pagination = { page: 1, limit: 20, total: 1, totalPages: 1, hasNext: false, hasPrev: false }

async function openWorld() {
  const state = {
    agent: agent as object,
    flows: { f1: flowOf('f1'), f2: flowOf('f2') } as Record<string, object>,
    rows: [] as object[],
  }
  const script: Script = ({ path, method, body }) => {
    if (path === `/api/v1/agents/${agentId}`) return { body: state.agent }
    const flow = /^\/api\/v1\/flows\/(\w+)$/.exec(path)?.[1]
    if (flow !== undefined && method === 'PATCH')
      state.flows[flow] = { ...state.flows[flow], ...(JSON.parse(body) as object) }
    if (flow !== undefined) return { body: state.flows[flow] }
    if (path.startsWith('/v1/api/batch-calls/b1/calls')) return { body: { calls: state.rows, pagination, summary: {} } }
    if (path.startsWith('/v2/api/call-history')) {
      const calls = (state.rows as ReturnType<typeof rowAt>[]).map(({ callId, phone_number, startTime, duration }) => ({
        callId,
        roomName: '',
        agentId,
        batchId: null,
        jobId: null,
        toNumber: phone_number,
        status: 'completed',
        outcome: 'completed',
        duration,
        startedAt: new Date(startTime).toISOString(),
        endedAt: new Date(startTime + duration * 1000).toISOString(),
      }))
      return { body: { calls, pagination } }
    }
    return undefined
  }
  const clock = createTestClock(start)
  const store = await openTestStore()
  const started = await startGatewayWithService(script, { clock, store })
  const { grace } = started
  await setOutcomeShare(grace, 0)
  type Gateway = Pick<typeof started, 'grace' | 'service'>
  const fresh = { headers: { 'cache-control': 'no-cache' } }
  return {
    state,
    store,
    clock,
    /** Lets the gateway see records an hour later. */
    see: async (...paths: string[]) => {
      clock.advance(hourMs)
      for (const path of paths) expect((await grace.get(path, fresh)).status).toBe(200)
      return clock.now()
    },
    /** Changes a flow through the gateway an hour later. */
    change: async (flowId: string, body: object) => {
      clock.advance(hourMs)
      const answer = await grace.request('PATCH', `/api/v1/flows/${flowId}`, { body, key: crypto.randomUUID() })
      expect(answer.status).toBe(200)
      return clock.now()
    },
    countBy: async (by: CallGrouping, more: Record<string, string> = {}, { grace, service }: Gateway = started) => {
      const before = service.received.length
      const query = new URLSearchParams({ from: '0', to: `${start + 1_000 * hourMs}`, by, ...more })
      const { groups } = (await grace.get(`/gateway/reports/calls?${query.toString()}`)).json as unknown as CallCounts
      expect(service.received).toHaveLength(before)
      return new Map(groups.map(({ key, name, outcomes }) => [key, [outcomes.answered, name]]))
    },
    /** The agent's name beside each listed call, and the names of the filters. */
    listNames: async ({ grace }: Gateway) => {
      const period = `from=0&to=${start + 1_000 * hourMs}`
      const list = (await grace.get(`/gateway/reports/calls/rows?${period}`)).json as unknown as {
        calls: CountedCall[]
      }
      const filters = (await grace.get(`/gateway/reports/names?agentId=${agentId}&flowId=f1`)).json as unknown as {
        agent: { name: string | null }
        flow: { name: string | null }
      }
      return [...list.calls.map(({ agentName }) => agentName), filters.agent.name, filters.flow.name]
    },
  }
}
const agentPath = `/api/v1/agents/${agentId}`
const historyPath = '/v2/api/call-history'

test('a call is counted for the versions that were in use when it began, although it is seen later', async () => {
  const { state, see, countBy } = await openWorld()
  const first = await see(agentPath, '/api/v1/flows/f1')
  state.agent = { ...agent, personality: 'Strict' }
  const second = await see(agentPath)
  state.flows.f1 = { ...flowOf('f1'), prompt: 'Renew, please.' }
  const third = await see('/api/v1/flows/f1')
  state.rows = [
    rowAt(1, first - 1),
    rowAt(2, first + 1),
    rowAt(3, second - 1),
    rowAt(4, second + 1),
    rowAt(5, third + 1),
    rowAt(6, third + 2),
  ]
  await see(historyPath)
  expect(await countBy('agent_version', { agentId })).toEqual(
    new Map([
      ['', [1, null]],
      ['1', [2, null]],
      ['2', [3, null]],
    ]),
  )
  expect(await countBy('flow')).toEqual(
    new Map([
      ['', [1, null]],
      ['f1', [5, 'Flow f1']],
    ]),
  )
  expect(await countBy('flow_version', { flowId: 'f1' })).toEqual(
    new Map([
      ['1', [3, null]],
      ['2', [2, null]],
    ]),
  )
})

test('of several active flows, a call is counted for the one that was changed last, if it is known when', async () => {
  const { state, see, change, countBy } = await openWorld()
  const seen = await see('/api/v1/flows/f1', '/api/v1/flows/f2')
  state.flows.f1 = { ...flowOf('f1'), prompt: 'Renew, please.' }
  // Somebody else may have changed the other flow after it was read.
  const elsewhere = await see('/api/v1/flows/f1')
  const changed = await change('f1', { prompt: 'Please renew.' })
  state.flows.f1 = { ...flowOf('f1'), isActive: false }
  const inactive = await see('/api/v1/flows/f1')
  state.rows = [rowAt(1, seen + 1), rowAt(2, elsewhere + 1), rowAt(3, changed + 1), rowAt(4, inactive + 1)]
  await see(historyPath)
  expect(await countBy('flow')).toEqual(
    new Map([
      ['', [2, null]],
      ['f1', [1, 'Flow f1']],
      ['f2', [1, 'Flow f2']],
    ]),
  )
})

test('a call keeps its versions when they are deleted', async () => {
  const { state, see, store, countBy } = await openWorld()
  const seen = await see(agentPath, '/api/v1/flows/f1')
  state.rows = [rowAt(1, seen + 1)]
  await see(historyPath)
  expect([...(await countBy('flow_version', { flowId: 'f1' })).keys()]).toEqual(['1'])
  await store.deleteFrom('record_versions').execute()
  state.rows = [{ ...rowAt(1, seen + 1), duration: 31 }]
  await see(historyPath)
  expect([...(await countBy('flow_version', { flowId: 'f1' })).keys()]).toEqual(['1'])
  expect([...(await countBy('agent_version', { agentId })).keys()]).toEqual(['1'])
})

test('an agent and a flow that no answer names any more have the name of their last version', async () => {
  const { state, see, store, countBy, clock, listNames } = await openWorld()
  const seen = await see(agentPath, '/api/v1/flows/f1')
  state.agent = { ...agent, name: 'Finn B' }
  await see(agentPath)
  state.rows = [rowAt(1, seen + 1), { ...rowAt(2, seen + 2) }]
  await see(historyPath)
  await store.deleteFrom('seen').execute()
  const restarted = await startGatewayWithService(() => undefined, { clock, store })
  expect(await countBy('agent', {}, restarted)).toEqual(new Map([[agentId, [2, 'Finn B']]]))
  expect(await countBy('flow', {}, restarted)).toEqual(new Map([['f1', [2, 'Flow f1']]]))
  expect(await listNames(restarted)).toEqual(['Finn B', 'Finn B', 'Finn B', 'Flow f1'])
  await store.deleteFrom('record_versions').execute()
  expect(await countBy('agent', {}, restarted)).toEqual(new Map([[agentId, [2, null]]]))
})
