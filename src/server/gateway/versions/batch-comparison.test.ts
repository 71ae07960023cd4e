/** The comparison of two batches: the agents and flows that they used. */
import { expect, test } from 'vitest'
import { type Contract, headers, type ResponseOf } from '#contract/index.ts'
import { batchForm, confirmOwnNumber, createTestClock, startGatewayWithService } from '../testing/testing.ts'

type Comparison = ResponseOf<Contract['batchComparisonShow']>
type Fields = Record<string, unknown>

const anna = { id: 'anna', name: 'Anna', model: 'gpt-4o', voice: { provider: 'openai', voiceId: 'alloy' } }
const flowOf = (id: string, more: Fields = {}) => ({
  id,
  name: `Flow ${id}`,
  direction: 'outbound',
  agentId: 'anna',
  prompt: 'Ask politely.',
  flowData: { nodes: [{ id: 's1', type: 'say', position: { x: 0, y: 0 }, data: { label: 'Hello' } }], edges: [] },
  rules: [],
  isActive: true,
  welcomeMessage: 'ai_dynamic',
  settings: {},
  ...more,
})

/** A service whose flows a test can change, and a gateway in which a second passes before each action. */
async function openWorld(...flows: readonly Fields[]) {
  const records = new Map<string, Fields>([
    ['agents/anna', anna],
    ['agents/bo', { ...anna, id: 'bo', name: 'Bo' }],
    ...flows.map((flow): [string, Fields] => [`flows/${String(flow.id)}`, flow]),
  ])
  let started = 0
  const clock = createTestClock()
  const { grace, service } = await startGatewayWithService(
    ({ method, path, body }) => {
      if (method === 'POST' && path === '/v1/api/batch-calls')
        return { body: { batchId: `batch_${++started}`, totalCalls: 1, status: 'queued', message: 'ok' } }
      const name = path.replace('/api/v1/', '')
      const record = records.get(name)
      if (method === 'POST' && name === 'flows') return { body: { ...(JSON.parse(body) as Fields), id: 'f4' } }
      if (!record) return undefined
      if (method === 'PATCH') records.set(name, { ...record, ...(JSON.parse(body) as Fields) })
      return { body: records.get(name) }
    },
    { clock },
  )
  let people = 100
  const start = async (fields: Record<string, string> = {}, number = `+14155550${++people}`) => {
    clock.advance(1_000)
    const form = batchForm(`phone_number\n${number}\n`, { agentId: 'anna', ...fields })
    const { json } = await grace.post('/gateway/launches', form, { key: crypto.randomUUID() })
    return json.batchId as string
  }
  return {
    grace,
    service,
    records,
    read: async (name: string) => {
      clock.advance(1_000)
      await grace.get(`/api/v1/${name}`, { headers: { 'cache-control': 'no-cache' } })
    },
    change: async (name: string, body: Fields) => {
      clock.advance(1_000)
      expect(await grace.request('PATCH', `/api/v1/${name}`, { body, key: crypto.randomUUID() })).toMatchObject({
        status: 200,
      })
    },
    start,
    startTest: async () => {
      const number = '+14155550199'
      await confirmOwnNumber(grace, number)
      return start({ test: '1' }, number)
    },
    changeRules: async (above: number, workspace = 'ws_main') => {
      clock.advance(1_000)
      const own = { [headers.workspace]: workspace }
      const body = { approval: { above } }
      expect(await grace.request('PUT', '/gateway/calling-rules', { body, headers: own })).toMatchObject({
        status: 200,
      })
    },
    compare: async (batchId: string, other = '') => {
      const { json } = await grace.get(`/gateway/batches/${batchId}/comparison${other && `?with=${other}`}`)
      return json as unknown as Comparison
    },
  }
}

const fieldsIn = ({ records }: Comparison) =>
  records.map(({ kind, earlier, later, changes }) => [
    kind,
    earlier?.version?.number ?? null,
    later?.version?.number ?? null,
    changes?.map(({ part, field }) => `${part} ${field}`) ?? null,
  ])

test('shows what was changed in the flow between two batches, in the same words as a comparison of versions', async () => {
  const { read, start, change, compare, grace, service } = await openWorld(flowOf('f1'))
  await read('agents/anna')
  await read('flows/f1')
  const first = await start()
  await change('flows/f1', { prompt: 'Ask firmly.' })
  await change('flows/f1', { flowData: { nodes: [], edges: [] } })
  const second = await start()
  await change('flows/f1', { prompt: 'Shout.' })
  const requests = service.received.length
  const comparison = await compare(second)
  expect(service.received).toHaveLength(requests)
  expect(comparison).toMatchObject({ otherId: first, batches: [{ batchId: first }, { batchId: second }] })
  expect(fieldsIn(comparison)).toEqual([
    ['agent', 1, 1, []],
    ['flow', 1, 3, ['field prompt', 'step ']],
  ])
  const [, flow] = comparison.records
  const versions = (await grace.get('/gateway/versions/flow/f1/3?since=1')).json as unknown as Fields
  expect(flow?.changes).toEqual(versions.changes)
  expect(flow).toMatchObject({
    earlier: { name: 'Flow f1', isUsed: true, next: { number: 2, cause: 'changed', operator: 'Grace Okafor' } },
    later: { isUsed: true, next: { number: 4 } },
  })
  // The other way around it is the same comparison.
  expect(await compare(first, second)).toEqual({ ...comparison, otherId: second })
})

test('says that a record was first seen after the start, instead of comparing with what it was later', async () => {
  const { read, start, change, compare } = await openWorld(flowOf('f1'))
  await read('agents/anna')
  await start()
  await read('flows/f1')
  await change('flows/f1', { prompt: 'Ask firmly.' })
  const comparison = await compare(await start())
  expect(fieldsIn(comparison)).toEqual([
    ['agent', 1, 1, []],
    ['flow', null, 2, null],
  ])
  expect(comparison.records[1]?.earlier).toMatchObject({
    name: 'Flow f1',
    isUsed: null,
    version: null,
    next: { number: 1, cause: 'seen' },
  })
})

test('a flow that was created or activated in between was not used before', async () => {
  const { read, start, change, compare, grace } = await openWorld(
    flowOf('f1'),
    flowOf('f2', { isActive: false }),
    flowOf('f3', { direction: 'inbound' }),
  )
  for (const name of ['agents/anna', 'flows/f1', 'flows/f2', 'flows/f3']) await read(name)
  await start()
  await change('flows/f2', { isActive: true })
  const { id: _, ...created } = flowOf('f4')
  expect((await grace.post('/api/v1/flows', created, { key: 'k' })).status).toBe(200)
  const comparison = await compare(await start())
  const flows = comparison.records.filter(({ kind }) => kind === 'flow')
  expect(
    flows.map(({ earlier, later, changes }) => [
      later?.recordId,
      earlier?.isUsed,
      later?.isUsed,
      changes?.map(({ field }) => field) ?? null,
    ]),
  ).toEqual([
    ['f1', true, true, []],
    ['f2', false, true, ['isActive']],
    ['f4', false, true, null],
  ])
})

test('compares the flows of two agents with each other, and skips tests when it chooses the batch before', async () => {
  const { read, start, startTest, compare } = await openWorld(
    flowOf('f1'),
    flowOf('f2', { agentId: 'bo', prompt: 'Ask firmly.' }),
  )
  for (const name of ['agents/anna', 'agents/bo', 'flows/f1', 'flows/f2']) await read(name)
  const first = await start()
  const ofBo = await start({ agentId: 'bo' })
  await startTest()
  const second = await start()
  expect((await compare(second)).otherId).toBe(first)
  expect(await compare(ofBo)).toMatchObject({ otherId: null, batches: [{ batchId: ofBo }], records: [] })
  const comparison = await compare(second, ofBo)
  expect(fieldsIn(comparison)).toEqual([
    ['agent', 1, 1, ['field name']],
    ['flow', 1, 1, ['field name', 'field agentId', 'field prompt']],
  ])
  expect(comparison.records[1]?.agentNames).toEqual({ anna: 'Anna', bo: 'Bo' })
})

test("names the changes of the workspace's calling rules between the batches", async () => {
  const { start, changeRules, compare } = await openWorld()
  await changeRules(500)
  await start()
  await changeRules(600)
  await changeRules(500, 'ws_other')
  const second = await start()
  await changeRules(700)
  expect((await compare(second)).ruleChanges).toMatchObject([{ operator: 'Grace Okafor' }])
})

test.each(['/gateway/batches/batch_7/comparison', '/gateway/batches/batch_1/comparison?with=batch_7'])(
  '%s does not exist',
  { tags: ['unknown-version-is-not-found'] },
  async (path) => {
    const { start, grace } = await openWorld()
    expect(await start()).toBe('batch_1')
    expect(await grace.get(path)).toMatchObject({
      status: 404,
      json: { error: { message: expect.stringContaining('does not know this batch') } },
    })
  },
)
