import { expect, test } from 'vitest'
import type { Contacted, KnownBatch } from '#contract/index.ts'
import { answerSnapshot } from '../cache/cached-reads.ts'
import type { Read } from '../cache/read.ts'
import { findBatchWorkspace } from '../calls/batch-workspace.ts'
import { clock } from '../shared/clock.ts'
import { insertRows, knownBatch, openTestStore } from '../testing/store.ts'
import {
  csvForm,
  preparedBatchPath,
  readPreparedBatches,
  type Script,
  startGatewayWithService,
} from '../testing/testing.ts'
import { openRegistry } from './registry.ts'

/** A script in which every start creates another batch. The second batch is complete. */
const createScript = (): Script => {
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

test("the list can be filtered by running, by agent, by the operator's own starts, by words of their names, and turned around", async () => {
  const { grace, browser } = await startGatewayWithService(createScript())
  const tomas = await browser().signInAsDemo('ready-campaign-manager')
  const start = (person: typeof grace, agentId: string, number: number) =>
    person.post('/gateway/launches', csvForm({ agentId, name: 'R' }, `phone_number\n+1415555010${number}\n`), {
      key: `k${number}`,
    })
  await start(grace, 'agent1', 1)
  await start(grace, 'agent2', 2)
  await start(tomas, 'agent2', 3)
  for (const number of [1, 2, 3]) await grace.get(`/v1/api/batch-calls/batch_${number}/status`)
  const listIds = async (query: string) => {
    const { batches, pagination } = (await grace.get(`/gateway/batches?${query}`)).json as unknown as {
      batches: KnownBatch[]
      pagination: { total: number }
    }
    expect(pagination.total).toBe(batches.length)
    return batches.map(({ batchId }) => batchId).toSorted()
  }
  expect(await listIds('')).toEqual(['batch_1', 'batch_2', 'batch_3'])
  await expect.poll(() => listIds('state=ended')).toEqual(['batch_2'])
  expect(await listIds('state=running')).toEqual(['batch_1', 'batch_3'])
  expect(await listIds('agentId=agent2')).toEqual(['batch_2', 'batch_3'])
  expect(await listIds('by=me')).toEqual(['batch_1', 'batch_2'])
  expect(await listIds('by=me&state=running&agentId=agent1')).toEqual(['batch_1'])
  expect(await listIds('days=7')).toEqual(['batch_1', 'batch_2', 'batch_3'])
  const inOrder = async (query: string) => {
    const { batches } = (await grace.get(`/gateway/batches?${query}`)).json as unknown as { batches: KnownBatch[] }
    return batches.map(({ batchId }) => batchId)
  }
  expect(await inOrder('order=oldest')).toEqual((await inOrder('')).toReversed())
  expect((await grace.get('/gateway/batches?by=Grace')).status).toBe(400)
})

test('a search of batches by words shows pages of all that have them, within the filters', async () => {
  const { grace } = await startGatewayWithService(({ path }) => ({
    body: { status: 'processing', isComplete: false, waiting: 1, batchId: path.split('/').at(-1) },
  }))
  for (let number = 1; number <= 45; number += 1) await grace.post('/gateway/batches', { batchId: `batch_${number}` })
  const find = async (body: object) => {
    const { json } = await grace.post('/gateway/batches/find', body)
    const { batches, pagination } = json as unknown as { batches: KnownBatch[]; pagination: { total: number } }
    return [batches.length, pagination.total]
  }
  expect(await find({ text: 'BATCH', limit: 40 })).toEqual([40, 45])
  expect(await find({ text: 'BATCH', limit: 40, page: 2 })).toEqual([5, 45])
  expect(await find({ text: 'batch_4' })).toEqual([7, 7])
  expect(await find({ text: 'batch_4', state: 'ended' })).toEqual([0, 0])
  expect(await find({ text: 'no such batch' })).toEqual([0, 0])
  expect(await find({ text: '!' })).toEqual([0, 0])
})

test('a batch has the workspace that an event named, whether it was listed before or is listed afterwards', {
  tags: ['R13'],
}, async () => {
  const store = await openTestStore()
  const registry = await openRegistry(store, clock)
  const batch = { batchId: 'followed', name: '', agentId: null, startedBy: null, startedAt: null, effectId: null }
  await registry.recordBatch(batch)
  // The first event came to an address without a workspace.
  for (const workspace of [null, 'ws_a', 'ws_b', null])
    await registry.recordAnnounced([], [{ batchId: 'followed', agentId: null, workspace }])
  expect(await findBatchWorkspace(store, 'followed')).toBe('ws_a')
  await registry.recordAnnounced([], [{ batchId: 'settled', agentId: null, workspace: 'ws_a' }])
  await registry.recordBatch({ ...batch, batchId: 'settled', startedBy: 'Grace' })
  expect(await findBatchWorkspace(store, 'settled')).toBe('ws_a')
})

test("the number of dropped calls comes from the cancel's answer if the service does not report it, and is never 0", {
  tags: ['R19'],
}, async () => {
  const progress = { status: 'processing', isComplete: false, waiting: 5, active: 1, completed: 3, failed: 1 }
  const { grace, service } = await startGatewayWithService(({ path }) =>
    path.startsWith('/v1/api/batch-calls/b1') ? { body: progress } : undefined,
  )
  const read = async () =>
    (await grace.get('/v1/api/batch-calls/b1/status', { headers: { 'cache-control': 'no-cache' } })).json
  const listedProgress = async () =>
    ((await grace.get('/gateway/batches')).json as unknown as { batches: KnownBatch[] }).batches[0]?.progress
  expect((await grace.post('/gateway/batches', { batchId: 'b1' })).status).toBe(200)
  expect(await read()).toMatchObject({ waiting: 5, cancelled: null, total: null })
  await expect.poll(listedProgress).toMatchObject({ waiting: 5, cancelled: null, total: null })
  const details = { completedCalls: 3, failedCalls: 1, cancelledCalls: 5, totalCalls: 10 }
  service.setScript(({ method, path }) => {
    if (method === 'DELETE') return { body: { batchId: 'b1', status: 'cancelled', message: 'ok', details } }
    return path.endsWith('/status') ? { body: { ...progress, status: 'cancelled', waiting: 0 } } : undefined
  })
  await grace.request('DELETE', '/v1/api/batch-calls/b1', { key: 'k1' })
  expect(await read()).toMatchObject({ status: 'cancelled', cancelled: 5 })
  expect(await read()).toMatchObject({ status: 'cancelled', cancelled: 5 })
  await expect.poll(listedProgress).toMatchObject({ status: 'cancelled', cancelled: 5 })
})

test('a batch that the service no longer knows has ended, and its people are no longer in a running batch', async () => {
  let clockOffsetMs = 0
  const { grace, service } = await startGatewayWithService(createScript(), {
    clock: { now: () => clock.now() + clockOffsetMs, steady: () => clock.steady() + clockOffsetMs },
  })
  const csv = 'phone_number\n+14155550101\n'
  await grace.post('/gateway/launches', csvForm({ agentId: 'agent1', name: 'R' }, csv), { key: 'k1' })
  const read = () => grace.get('/v1/api/batch-calls/batch_1/status', { headers: { 'cache-control': 'no-cache' } })
  expect((await read()).status).toBe(200)
  service.setScript(() => undefined)
  clockOffsetMs = 11 * 60_000
  expect((await read()).status).toBe(404)
  const listContactStates = async () => {
    const { json } = await grace.post('/gateway/launches/recipients', csvForm({}, csv))
    return (json as unknown as { contacted: Contacted }).contacted.by.map(({ state }) => state)
  }
  // One answer proves nothing.
  expect(await listContactStates()).toEqual(['running'])
  clockOffsetMs += 5_000
  expect((await read()).status).toBe(404)
  await expect.poll(listContactStates).toEqual(['unknown'])
})

test('a batch shows where its people come from, and whether it calls back', async () => {
  const { grace } = await startGatewayWithService(createScript())
  const start = (key: string, number: number, fields: Record<string, string>) =>
    grace.post('/gateway/launches', csvForm({ agentId: 'agent1', ...fields }, `phone_number\n+1415555010${number}\n`), {
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

/** Creates functions that start and list batches. A batch has one person, or as many as `rows`. */
async function createStarter() {
  const { grace, browser, service } = await startGatewayWithService(createScript())
  let started = 0
  const start = async (fields: Record<string, string> = {}, { by = grace, rows = 1 } = {}) => {
    started += 1
    const numbers = Array.from({ length: rows }, (_, index) => `+1907555${started}${String(index).padStart(3, '0')}`)
    const form = csvForm({ agentId: 'agent1', name: `R${started}`, ...fields }, `phone_number\n${numbers.join('\n')}\n`)
    return (await by.post('/gateway/launches', form, { key: `k${started}` })).json as unknown as { effectId: string }
  }
  const listBatches = async (query = '') => {
    const { json } = await grace.get(`/gateway/batches?${query}`)
    return json as unknown as { batches: KnownBatch[]; pagination: { total: number } }
  }
  const listIds = async (query = '') => (await listBatches(query)).batches.map(({ batchId }) => batchId)
  return { grace, browser, service, start, listBatches, listIds }
}

test('a batch and the batches for its remaining people are one launch; a selection of its calls is another', async () => {
  const { start, listBatches } = await createStarter()
  const first = await start()
  await start({ originId: 'batch_1', originCalls: 'never_called' })
  await start({ originId: 'batch_2', originCalls: 'never_called' })
  const failedAgain = await start({ originId: 'batch_1', originCalls: 'failed' })
  const selected = await start({ originId: 'batch_1', originCalls: 'selected' })
  const fromUnknownBatch = await start({ originId: 'batch_x', originCalls: 'never_called' })
  const { batches, pagination } = await listBatches()
  expect(batches.map(({ batchId, launchId }) => [batchId, launchId])).toEqual([
    ['batch_6', fromUnknownBatch.effectId],
    ['batch_5', selected.effectId],
    ['batch_4', failedAgain.effectId],
    ['batch_1', first.effectId],
    ['batch_2', first.effectId],
    ['batch_3', first.effectId],
  ])
  expect(batches[1]?.origin).toEqual({ batchId: 'batch_1', name: 'R1', calls: 'selected' })
  expect(pagination.total).toBe(4)
})

test('people held back after the first ten are called in the same launch, also if a batch was opened by its ID', async () => {
  const { grace, start, listBatches } = await createStarter()
  expect((await grace.post('/gateway/batches', { batchId: 'batch_9' })).json).toMatchObject({ launchId: 'batch_9' })
  await start({ originId: 'batch_9', originCalls: 'never_called', first: '10' }, { rows: 12 })
  await grace.post(`${preparedBatchPath((await readPreparedBatches(grace))[0])}/start`, {}, { key: 'rest' })
  const { batches } = await listBatches()
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
  const { browser, grace, start, listBatches, listIds } = await createStarter()
  const tomas = await browser().signInAsDemo('ready-campaign-manager')
  // batch_2 is complete once it is read; the others run.
  await start()
  await start({ agentId: 'agent2' })
  await start({ originId: 'batch_2', originCalls: 'never_called', agentId: 'agent3' }, { by: tomas })
  await start()
  const wholeLaunch = ['batch_2', 'batch_3']
  expect(await listIds('limit=1')).toEqual(['batch_4'])
  expect(await listIds('limit=1&page=2')).toEqual(wholeLaunch)
  expect(await listIds('limit=1&page=3')).toEqual(['batch_1'])
  expect((await listBatches('limit=1')).pagination).toMatchObject({ total: 3, totalPages: 3 })
  expect(await listIds('agentId=agent2')).toEqual(wholeLaunch)
  expect(await listIds('by=me')).toEqual(['batch_4', ...wholeLaunch, 'batch_1'])
  expect(await listIds('by=me&agentId=agent3')).toEqual([])
  await grace.get('/v1/api/batch-calls/batch_2/status')
  await expect.poll(async () => (await listBatches()).batches[1]?.progress?.isComplete).toBe(true)
  expect(await listIds('state=ended')).toEqual([])
  expect(await listIds('state=running')).toEqual(['batch_4', ...wholeLaunch, 'batch_1'])
})

test('a start that is settled later belongs to the launch whose people it called', async () => {
  const { grace, service, start, listBatches } = await createStarter()
  await start()
  service.setScript(({ method }) => (method === 'POST' ? 'lost' : undefined))
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
  const { batches } = await listBatches()
  expect(batches.map(({ batchId }) => batchId)).toEqual(['batch_1', 'batch_8'])
  expect(new Set(batches.map(({ launchId }) => launchId)).size).toBe(1)
})

test('progress that was read earlier and arrives later takes nothing back: a batch that has ended stays ended', async () => {
  const store = await openTestStore()
  await insertRows(store, 'known_batches', [
    { ...knownBatch({ batch_id: 'b1', started_at: clock.now() }), complete: 0 },
  ])
  const registry = await openRegistry(store, clock)
  const read: Read = { name: 'batchProgress', params: { batchId: 'b1' }, query: {}, workspace: null }
  const progressAt = (readAt: number, counts: object) =>
    registry.observe(read, answerSnapshot(read, Buffer.from(JSON.stringify(counts)), readAt))
  const now = clock.steady()
  await progressAt(now - 1_000, { status: 'completed', isComplete: true, total: 2, completed: 2 })
  await progressAt(now - 2_000, { status: 'processing', isComplete: false, total: 2, waiting: 1, completed: 1 })
  expect(await registry.isComplete('b1')).toBe(true)
  expect(await registry.find('b1')).toMatchObject({ progress: { completed: 2 } }) // Nor does an earlier reading of the end, without what the service corrected.
  await progressAt(now - 3_000, { status: 'completed', isComplete: true, total: 2, completed: 1, failed: 1 })
  expect(await registry.find('b1')).toMatchObject({ progress: { completed: 2 } })
})
