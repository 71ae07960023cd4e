import { expect, test } from 'vitest'
import type { AgentUse } from '#contract/index.ts'
import { csvForm, type Script, startGatewayWithService } from '../testing/testing.ts'

const numbers = (count: number, from = 100) =>
  Array.from({ length: count }, (_, index) => `+1907555${String(from + index).padStart(4, '0')}`)
const runningProgress = { status: 'processing', isComplete: false, total: 45, waiting: 40, active: 5 }

/** A service that creates another batch for each start. `states`: the state of each batch, by its id. */
const batchService = (states: Record<string, object>): Script => {
  let started = 0
  return ({ method, path, body }) => {
    if (method === 'POST' && path === '/v1/api/batch-calls') {
      // A start with the agent "lost" gets no answer.
      if (body.includes('name="agentId"\r\n\r\nlost')) return 'lost'
      started += 1
      return { body: { batchId: `batch_${started}`, totalCalls: 1, status: 'queued', message: 'ok' } }
    }
    const [, id = '', status] = /^\/v1\/api\/batch-calls\/(\w+)(\/status)?$/.exec(path) ?? []
    const state = states[id]
    if (!state) return undefined
    return { body: status ? state : { id, agentId: 'agent1', ...state, progress: state } }
  }
}
type Person = Awaited<ReturnType<typeof startGatewayWithService>>['grace']
const startBatch = (
  person: Person,
  agentId: string,
  firstNumber: number,
  fields: Record<string, string> = {},
  count = 20,
) => {
  const file = `phone_number\n${numbers(count, firstNumber).join('\n')}\n`
  return person.post('/gateway/launches', csvForm({ agentId, name: `List ${firstNumber}`, ...fields }, file), {
    key: `k${firstNumber}`,
  })
}
const readAgentUse = async (person: Person, agentId = 'agent1') =>
  (await person.get(`/gateway/agents/${agentId}/use`)).json as unknown as AgentUse

test('lists the running, scheduled and held-back batches of an agent with their counts', async () => {
  const script = batchService({
    batch_1: runningProgress,
    batch_2: { status: 'scheduled', isComplete: false, total: 20, waiting: 20 },
    batch_3: { status: 'cancelled', isComplete: false, total: 20, active: 2, cancelled: 18 },
    batch_4: { status: 'processing', isComplete: false, total: 10, waiting: 8, active: 2 },
    batch_5: { status: 'completed', isComplete: true, total: 20, completed: 20 },
    batch_6: runningProgress,
  })
  const { service, grace } = await startGatewayWithService(script)
  for (const firstNumber of [100, 200, 300]) await startBatch(grace, 'agent1', firstNumber)
  await startBatch(grace, 'agent1', 400, { first: '10' }, 30)
  await startBatch(grace, 'agent1', 500)
  await startBatch(grace, 'agent2', 600)
  await startBatch(grace, 'lost', 700)

  const { batches, prepared, unknownStarts } = await readAgentUse(grace)
  expect(
    batches
      .map(({ batchId, progress }) => [batchId, progress?.status, progress?.waiting])
      .toSorted(([a], [b]) => String(a).localeCompare(String(b))),
  ).toEqual([
    ['batch_1', 'processing', 40],
    ['batch_2', 'scheduled', 20],
    ['batch_4', 'processing', 8],
  ])
  expect(prepared).toMatchObject([{ batchId: 'batch_4', calls: 20 }])
  expect(unknownStarts).toBe(0)
  expect(await readAgentUse(grace, 'lost')).toMatchObject({ batches: [], prepared: [], unknownStarts: 1 })
  expect((await readAgentUse(grace, 'agent2')).batches).toMatchObject([
    { batchId: 'batch_6', progress: { waiting: 40 } },
  ])

  // An immediate repeat sends no request to the service.
  const requestsBefore = service.received.length
  await readAgentUse(grace)
  expect(service.received).toHaveLength(requestsBefore)
})

test('a batch with an unknown agent is read once, and listed if its agent stays unknown', async () => {
  const states = { followed_1: runningProgress, followed_2: runningProgress, followed_3: runningProgress }
  const { service, grace } = await startGatewayWithService(
    ({ path, ...request }) => {
      if (path.startsWith('/v1/api/batch-calls/followed_2'))
        return { body: { id: 'followed_2', agentId: 'agent2', ...runningProgress, progress: runningProgress } }
      if (path.startsWith('/v1/api/batch-calls/followed_3'))
        return { body: { id: 'followed_3', agentId: null, ...runningProgress, progress: runningProgress } }
      return batchService(states)({ path, ...request })
    },
    { seed: Object.keys(states).map((batchId) => ({ batchId, name: batchId, agentId: null })) },
  )
  const { batches } = await readAgentUse(grace)
  const agents = Object.fromEntries(batches.map(({ batchId, agentId }) => [batchId, agentId]))
  expect(agents).toEqual({ followed_1: 'agent1', followed_3: null })
  expect(service.received.filter(({ path }) => /followed_\d$/.test(path))).toHaveLength(3)
})

test('while no request can be sent, lists the batches as last known', async () => {
  const { grace, service } = await startGatewayWithService(batchService({ batch_1: runningProgress }), {
    environment: { SERVICE_REQUESTS_PER_MINUTE: '12' },
  })
  await startBatch(grace, 'agent1', 100)
  await expect.poll(async () => (await readAgentUse(grace)).batches[0]?.progress?.waiting).toBe(40)
  service.setScript(() => ({ status: 429, headers: { 'retry-after': '600' } }))
  await grace.get('/v1/api/batch-calls/batch_9')
  await startBatch(grace, 'agent1', 200)
  expect((await readAgentUse(grace)).batches).toMatchObject([{ batchId: 'batch_1', progress: { waiting: 40 } }])
})
