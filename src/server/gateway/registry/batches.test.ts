import { expect, test } from 'vitest'
import type { Contacted, KnownBatch } from '#contract/index.ts'
import { clock } from '../shared/clock.ts'
import { csvForm, preparedOf, preparedPath, type Script, world } from '../testing/testing.ts'

/** Every start makes another batch; the second is complete. */
const script = (): Script => {
  let started = 0
  return ({ method, path }) => {
    if (method === 'POST' && path === '/v1/api/batch-calls') {
      started += 1
      return { body: { batchId: `batch_${started}`, totalCalls: 1, status: 'queued', message: 'ok' } }
    }
    if (path === '/v1/api/batch-calls/batch_2/status')
      return { body: { status: 'completed', isComplete: true, total: 1, completed: 1 } }
    // A batch that was started elsewhere.
    if (path === '/v1/api/batch-calls/batch_9')
      return { body: { status: 'cancelled', isComplete: true, waiting: 0, cancelled: 12 } }
    return path.endsWith('/status')
      ? { body: { status: 'processing', isComplete: false, total: 1, waiting: 1 } }
      : undefined
  }
}

test("the list can be filtered by running, by agent, and by the operator's own starts", async () => {
  const { grace, browser } = await world(script())
  const tomas = await browser().land('ready-campaign-manager')
  const start = (person: typeof grace, agentId: string, number: number) =>
    person.post('/gateway/launches', csvForm({ agentId, name: 'R' }, `phone_number\n+1415555010${number}\n`), {
      key: `k${number}`,
    })
  await start(grace, 'agent1', 1)
  await start(grace, 'agent2', 2)
  await start(tomas, 'agent2', 3)
  for (const at of [1, 2, 3]) await grace.get(`/v1/api/batch-calls/batch_${at}/status`)
  const listed = async (query: string) => {
    const { batches, pagination } = (await grace.get(`/gateway/batches?${query}`)).json as unknown as {
      batches: KnownBatch[]
      pagination: { total: number }
    }
    expect(pagination.total).toBe(batches.length)
    return batches.map(({ batchId }) => batchId).toSorted()
  }
  expect(await listed('')).toEqual(['batch_1', 'batch_2', 'batch_3'])
  await expect.poll(() => listed('state=ended')).toEqual(['batch_2'])
  expect(await listed('state=running')).toEqual(['batch_1', 'batch_3'])
  expect(await listed('agentId=agent2')).toEqual(['batch_2', 'batch_3'])
  expect(await listed('by=me')).toEqual(['batch_1', 'batch_2'])
  expect(await listed('by=me&state=running&agentId=agent1')).toEqual(['batch_1'])
  expect((await grace.get('/gateway/batches?by=Grace')).status).toBe(400)
})

test("the number of dropped calls comes from the cancel's answer if the service does not count them, and is never 0", {
  tags: ['R19'],
}, async () => {
  const told = { status: 'processing', isComplete: false, waiting: 5, active: 1, completed: 3, failed: 1 }
  const { grace, service } = await world(({ path }) =>
    path.startsWith('/v1/api/batch-calls/b1') ? { body: told } : undefined,
  )
  const read = async () =>
    (await grace.get('/v1/api/batch-calls/b1/status', { headers: { 'cache-control': 'no-cache' } })).json
  const listed = async () =>
    ((await grace.get('/gateway/batches')).json as unknown as { batches: KnownBatch[] }).batches[0]?.progress
  expect((await grace.post('/gateway/batches', { batchId: 'b1' })).status).toBe(200)
  expect(await read()).toMatchObject({ waiting: 5, cancelled: null, total: null })
  await expect.poll(listed).toMatchObject({ waiting: 5, cancelled: null, total: null })
  const details = { completedCalls: 3, failedCalls: 1, cancelledCalls: 5, totalCalls: 10 }
  service.behave(({ method, path }) => {
    if (method === 'DELETE') return { body: { batchId: 'b1', status: 'cancelled', message: 'ok', details } }
    return path.endsWith('/status') ? { body: { ...told, status: 'cancelled', waiting: 0 } } : undefined
  })
  await grace.ask('DELETE', '/v1/api/batch-calls/b1', { key: 'k1' })
  expect(await read()).toMatchObject({ status: 'cancelled', cancelled: 5 })
  expect(await read()).toMatchObject({ status: 'cancelled', cancelled: 5 })
  await expect.poll(listed).toMatchObject({ status: 'cancelled', cancelled: 5 })
})

test('a batch that the service no longer knows has ended, and its people are no longer in a running batch', async () => {
  let ahead = 0
  const { grace, service } = await world(script(), { clock: { ...clock, now: () => Date.now() + ahead } })
  const csv = 'phone_number\n+14155550101\n'
  await grace.post('/gateway/launches', csvForm({ agentId: 'agent1', name: 'R' }, csv), { key: 'k1' })
  const read = () => grace.get('/v1/api/batch-calls/batch_1/status', { headers: { 'cache-control': 'no-cache' } })
  expect((await read()).status).toBe(200)
  service.behave(() => undefined)
  ahead = 11 * 60_000
  expect((await read()).status).toBe(404)
  const states = async () => {
    const { json } = await grace.post('/gateway/launches/recipients', csvForm({}, csv))
    return (json as unknown as { contacted: Contacted }).contacted.by.map(({ state }) => state)
  }
  await expect.poll(states).toEqual(['unknown'])
})

test('a batch shows where its people come from, and whether it calls back', async () => {
  const { grace } = await world(script())
  const start = (key: string, number: number, more: Record<string, string>) =>
    grace.post('/gateway/launches', csvForm({ agentId: 'agent1', ...more }, `phone_number\n+1415555010${number}\n`), {
      key,
    })
  const callBack = { enabled: true, maxAttempts: 3, gaps: [{ days: 0, hours: 4 }] }
  await start('k1', 1, { name: 'Renewals', smartCallbackConfig: JSON.stringify(callBack) })
  await start('k2', 2, { name: 'Renewals, continued', originId: 'batch_1', originCalls: 'never_called' })
  await start('k3', 3, { name: 'From elsewhere', originId: 'batch_x', originCalls: 'failed' })
  const { batches } = (await grace.get('/gateway/batches')).json as unknown as { batches: KnownBatch[] }
  expect(Object.fromEntries(batches.map(({ batchId, origin, callsBack }) => [batchId, { origin, callsBack }]))).toEqual(
    {
      batch_1: { origin: null, callsBack: true },
      batch_2: { origin: { batchId: 'batch_1', name: 'Renewals', calls: 'never_called' }, callsBack: false },
      batch_3: { origin: { batchId: 'batch_x', name: 'batch_x', calls: 'failed' }, callsBack: false },
    },
  )
  expect((await start('k4', 4, { name: 'R', originId: 'batch_1', originCalls: 'some' })).status).toBe(400)
})

/** A manager who starts batches of one person each, or of more with `rows`. */
async function starter() {
  const { grace, browser, service } = await world(script())
  let started = 0
  const start = async (more: Record<string, string> = {}, { by = grace, rows = 1 } = {}) => {
    started += 1
    const numbers = Array.from({ length: rows }, (_, at) => `+1907555${started}${String(at).padStart(3, '0')}`)
    const form = csvForm({ agentId: 'agent1', name: `R${started}`, ...more }, `phone_number\n${numbers.join('\n')}\n`)
    return (await by.post('/gateway/launches', form, { key: `k${started}` })).json as unknown as { effectId: string }
  }
  const listed = async (query = '') => {
    const { json } = await grace.get(`/gateway/batches?${query}`)
    return json as unknown as { batches: KnownBatch[]; pagination: { total: number } }
  }
  const idsOf = async (query = '') => (await listed(query)).batches.map(({ batchId }) => batchId)
  return { grace, browser, service, start, listed, idsOf }
}

test('a batch and the batches for its remaining people are one launch; a selection of its calls is another', async () => {
  const { start, listed } = await starter()
  const first = await start()
  await start({ originId: 'batch_1', originCalls: 'never_called' })
  await start({ originId: 'batch_2', originCalls: 'never_called' })
  const again = await start({ originId: 'batch_1', originCalls: 'failed' })
  const chosen = await start({ originId: 'batch_1', originCalls: 'selected' })
  const elsewhere = await start({ originId: 'batch_x', originCalls: 'never_called' })
  const { batches, pagination } = await listed()
  expect(batches.map(({ batchId, launchId }) => [batchId, launchId])).toEqual([
    ['batch_6', elsewhere.effectId],
    ['batch_5', chosen.effectId],
    ['batch_4', again.effectId],
    ['batch_1', first.effectId],
    ['batch_2', first.effectId],
    ['batch_3', first.effectId],
  ])
  expect(batches[1]?.origin).toEqual({ batchId: 'batch_1', name: 'R1', calls: 'selected' })
  expect(pagination.total).toBe(4)
})

test('people held back after the first ten are called in the same launch, also if a batch was opened by its ID', async () => {
  const { grace, start, listed } = await starter()
  expect((await grace.post('/gateway/batches', { batchId: 'batch_9' })).json).toMatchObject({ launchId: 'batch_9' })
  await start({ originId: 'batch_9', originCalls: 'never_called', first: '10' }, { rows: 12 })
  await grace.post(`${preparedPath((await preparedOf(grace))[0])}/start`, {}, { key: 'rest' })
  const { batches } = await listed()
  expect(Object.fromEntries(batches.map(({ batchId, launchId }) => [batchId, launchId]))).toEqual({
    batch_9: 'batch_9',
    batch_1: 'batch_9',
    batch_2: 'batch_9',
  })
  expect(batches.find(({ batchId }) => batchId === 'batch_2')?.origin).toEqual({
    batchId: 'batch_1',
    name: 'R1',
    calls: 'held_back',
  })
})

test('pages and filters count whole launches; a launch runs until its last batch has ended', async () => {
  const { browser, grace, start, listed, idsOf } = await starter()
  const tomas = await browser().land('ready-campaign-manager')
  // batch_2 is complete at its first reading; the others run.
  await start()
  await start({ agentId: 'agent2' })
  await start({ originId: 'batch_2', originCalls: 'never_called', agentId: 'agent3' }, { by: tomas })
  await start()
  const whole = ['batch_2', 'batch_3']
  expect(await idsOf('limit=1')).toEqual(['batch_4'])
  expect(await idsOf('limit=1&page=2')).toEqual(whole)
  expect(await idsOf('limit=1&page=3')).toEqual(['batch_1'])
  expect((await listed('limit=1')).pagination).toMatchObject({ total: 3, totalPages: 3 })
  expect(await idsOf('agentId=agent2')).toEqual(whole)
  expect(await idsOf('by=me')).toEqual(['batch_4', ...whole, 'batch_1'])
  expect(await idsOf('by=me&agentId=agent3')).toEqual([])
  await grace.get('/v1/api/batch-calls/batch_2/status')
  await expect.poll(async () => (await listed()).batches[1]?.progress?.isComplete).toBe(true)
  expect(await idsOf('state=ended')).toEqual([])
  expect(await idsOf('state=running')).toEqual(['batch_4', ...whole, 'batch_1'])
})

test('a start that is settled later belongs to the launch whose people it called', async () => {
  const { grace, service, start, listed } = await starter()
  await start()
  service.behave(({ method }) => (method === 'POST' ? 'lost' : undefined))
  const lost = await grace.post(
    '/gateway/launches',
    csvForm(
      { agentId: 'agent1', name: 'R', originId: 'batch_1', originCalls: 'never_called' },
      'phone_number\n+14155550199\n',
    ),
    { key: 'lost' },
  )
  await grace.post(`/gateway/effects/${lost.json.error.effectId}/settle`, {
    happened: true,
    reason: 'Its calls are there.',
    batchId: 'batch_8',
  })
  const { batches } = await listed()
  expect(batches.map(({ batchId }) => batchId)).toEqual(['batch_1', 'batch_8'])
  expect(new Set(batches.map(({ launchId }) => launchId)).size).toBe(1)
})
