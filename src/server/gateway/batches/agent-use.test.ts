import { expect, test } from 'vitest'
import type { AgentUse } from '#contract/index.ts'
import { csvForm, type Script, world } from '../testing/testing.ts'

const numbers = (count: number, from = 100) =>
  Array.from({ length: count }, (_, at) => `+1907555${String(from + at).padStart(4, '0')}`)
const running = { status: 'processing', isComplete: false, total: 45, waiting: 40, active: 5 }

/** Each start creates another batch. `states` gives the state of each batch by its id. */
const service = (states: Record<string, object>): Script => {
  let started = 0
  return ({ method, path, body }) => {
    if (method === 'POST' && path === '/v1/api/batch-calls') {
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
type Person = Awaited<ReturnType<typeof world>>['grace']
const start = (person: Person, agentId: string, from: number, more: Record<string, string> = {}, count = 20) => {
  const file = `phone_number\n${numbers(count, from).join('\n')}\n`
  return person.post('/gateway/launches', csvForm({ agentId, name: `List ${from}`, ...more }, file), {
    key: `k${from}`,
  })
}
const useOf = async (person: Person, agentId = 'agent1') =>
  (await person.get(`/gateway/agents/${agentId}/use`)).json as unknown as AgentUse

test('lists the running, scheduled and held-back batches of an agent with their counts', async () => {
  const script = service({
    batch_1: running,
    batch_2: { status: 'scheduled', isComplete: false, total: 20, waiting: 20 },
    batch_3: { status: 'cancelled', isComplete: false, total: 20, active: 2, cancelled: 18 },
    batch_4: { status: 'processing', isComplete: false, total: 10, waiting: 8, active: 2 },
    batch_5: { status: 'completed', isComplete: true, total: 20, completed: 20 },
    batch_6: running,
  })
  const { service: asked, grace } = await world(script)
  for (const from of [100, 200, 300]) await start(grace, 'agent1', from)
  await start(grace, 'agent1', 400, { first: '10' }, 30)
  await start(grace, 'agent1', 500)
  await start(grace, 'agent2', 600)
  await start(grace, 'lost', 700)

  const { batches, prepared, unknownStarts } = await useOf(grace)
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
  expect(await useOf(grace, 'lost')).toMatchObject({ batches: [], prepared: [], unknownStarts: 1 })
  expect((await useOf(grace, 'agent2')).batches).toMatchObject([{ batchId: 'batch_6', progress: { waiting: 40 } }])

  // An immediate repeat sends no request to the service.
  const before = asked.received.length
  await useOf(grace)
  expect(asked.received).toHaveLength(before)
})

test('a batch with an unknown agent is read once, and listed if its agent stays unknown', async () => {
  const states = { heard_1: running, heard_2: running, heard_3: running }
  const { service: asked, grace } = await world(
    ({ path, ...rest }) => {
      if (path.startsWith('/v1/api/batch-calls/heard_2'))
        return { body: { id: 'heard_2', agentId: 'agent2', ...running, progress: running } }
      if (path.startsWith('/v1/api/batch-calls/heard_3'))
        return { body: { id: 'heard_3', agentId: null, ...running, progress: running } }
      return service(states)({ path, ...rest })
    },
    { seed: Object.keys(states).map((batchId) => ({ batchId, name: batchId, agentId: null })) },
  )
  const { batches } = await useOf(grace)
  const agents = Object.fromEntries(batches.map(({ batchId, agentId }) => [batchId, agentId]))
  expect(agents).toEqual({ heard_1: 'agent1', heard_3: null })
  expect(asked.received.filter(({ path }) => /heard_\d$/.test(path))).toHaveLength(3)
})

test('while no request can be sent, lists the batches as last known', async () => {
  const { grace, service: asked } = await world(service({ batch_1: running }), {
    environment: { SERVICE_REQUESTS_PER_MINUTE: '12' },
  })
  await start(grace, 'agent1', 100)
  await expect.poll(async () => (await useOf(grace)).batches[0]?.progress?.waiting).toBe(40)
  asked.behave(() => ({ status: 429, headers: { 'retry-after': '600' } }))
  await grace.get('/v1/api/batch-calls/batch_9')
  await start(grace, 'agent1', 200)
  expect((await useOf(grace)).batches).toMatchObject([{ batchId: 'batch_1', progress: { waiting: 40 } }])
})
