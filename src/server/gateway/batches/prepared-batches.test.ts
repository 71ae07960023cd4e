import { expect, test } from 'vitest'
import { insertEffect } from '../ledger/history.ts'
import { createWriteQueue } from '../ledger/write-queue.ts'
import { clock } from '../shared/clock.ts'
import { createSilentLog } from '../shared/log.ts'
import { openEmbeddedTestStore, openTestStore } from '../testing/store.ts'
import {
  batchForm,
  preparedBatchPath,
  readPreparedBatches,
  type Script,
  startGatewayWithService,
} from '../testing/testing.ts'
import { type BatchToPrepare, createPreparedBatches } from './prepared-batches.ts'

const csvRows = (count: number) =>
  Array.from({ length: count }, (_, index) => `+1907555${String(100 + index).padStart(4, '0')},Ava ${index}`)
const csvFile = (count: number) => `phone_number,first_name\n${csvRows(count).join('\n')}\n`
/** Most of Alaska; the authority's table and its western islands. */
const zonesOf907 = ['America/Anchorage', 'Pacific/Honolulu', 'America/Adak']
/** A launch that calls ten people first and asks before it calls the others. */
const firstTenLaunch = (count = 600) => batchForm(csvFile(count), { first: '10' })

/** A service that starts every batch and counts them. */
const countingService = (): Script => {
  let started = 0
  return ({ method, path }) => {
    if (method !== 'POST' || path !== '/v1/api/batch-calls') return undefined
    started += 1
    return { body: { batchId: `batch_${started}`, totalCalls: 1, status: 'queued', message: 'ok' } }
  }
}
type Person = Awaited<ReturnType<typeof startGatewayWithService>>['grace']
const startLaunch = (person: Person, key = 'k1', form = firstTenLaunch()) =>
  person.post('/gateway/launches', form, { key })
const sentNumbers = (body: string | undefined) => body?.match(/\+1907555\d{4}/g) ?? []

test('after the first ten, the others are called once, when any manager confirms', async () => {
  const { service, grace, browser } = await startGatewayWithService(countingService())
  const tomas = await browser().signInAsDemo('ready-campaign-manager')
  expect((await startLaunch(grace)).json).toMatchObject({ batchId: 'batch_1' })
  const [waiting] = await readPreparedBatches(tomas)
  expect(waiting).toMatchObject({ batchId: 'batch_1', calls: 590, name: 'Renewals', operator: 'Grace Okafor' })
  expect(waiting?.destinations).toEqual([
    { country: 'US', calls: 590, zones: zonesOf907, areas: [{ calls: 590, zones: zonesOf907 }] },
  ])
  const startPath = `${preparedBatchPath(waiting)}/start`
  const answers = await Promise.all([
    grace.post(startPath, {}, { key: 'k2' }),
    grace.post(startPath, {}, { key: 'k2' }),
    tomas.post(startPath, {}, { key: 'k3' }),
  ])
  const [first, repeat, byTomas] = answers.map(({ status }) => status)
  const [winner, refused] =
    first === 200 ? [{ person: grace, key: 'k2' }, [byTomas]] : [{ person: tomas, key: 'k3' }, [first, repeat]]
  expect([first, repeat, byTomas].filter((status) => status === 200)).toHaveLength(3 - refused.length)
  for (const status of refused) expect([404, 409]).toContain(status)
  const sent = service.requestsTo('POST', '/v1/api/batch-calls').map(({ body }) => sentNumbers(body))
  expect(sent.map(({ length }) => length)).toEqual([10, 590])
  expect(sent.flat()).toEqual(csvRows(600).map((row) => row.split(',')[0]))
  expect(await readPreparedBatches(grace)).toEqual([])
  expect((await grace.post(startPath, {}, { key: 'k4' })).status).toBe(404)
  // A repeat with the same key gets the same answer.
  expect((await winner.person.post(startPath, {}, { key: winner.key })).json).toMatchObject({ batchId: 'batch_2' })
  const { batches } = (await grace.get('/gateway/batches')).json as unknown as { batches: { name: string }[] }
  expect(batches.map(({ name }) => name)).toContain('Renewals, the others')
})

const grace = { id: 'grace', name: 'Grace', roles: [] }

/** Prepared batches in a store with three recorded starts: `launch`, `one` and `another`. */
async function openPreparedBatches() {
  const store = await openTestStore()
  const effect = {
    endpoint: 'batchStart',
    ids: '{}',
    target: null,
    body: '',
    operator_id: 'grace',
    operator: 'Grace',
    at: 0,
  }
  for (const id of ['launch', 'one', 'another'])
    await insertEffect(store, { ...effect, id, key: id }, { state: 'sending', gateway: 1 })
  const contacts = { addHeldBack: () => Promise.resolve() }
  const prepared = createPreparedBatches({
    store,
    contacts,
    recordAction: (_, perform) => perform(),
    writeQueue: createWriteQueue(createSilentLog()),
    clock,
  })
  const addBatch = (fields: Pick<BatchToPrepare, 'reason'> & Partial<BatchToPrepare>) =>
    prepared.add(store, 'launch', {
      target: 't',
      fields: { agentId: 'agent1', name: 'Renewals', print: '' },
      file: '',
      recipients: [],
      list: { hashes: [] },
      operator: grace,
      workspace: 'ws_main',
      startedBy: 'person',
      ...fields,
    })
  return { store, prepared, addBatch }
}

test('only the first of two recorded starts claims a prepared batch', {
  tags: ['prepared-batch-starts-once'],
}, async () => {
  const { store, prepared, addBatch } = await openPreparedBatches()
  const id = await addBatch({ reason: 'after_first_ten' })
  await prepared.claim(store, id, 'one')
  await expect(prepared.claim(store, id, 'another')).rejects.toMatchObject({ code: 'already_done' })
})

test('a part that is being started cannot be discarded, and the later parts stay', {
  tags: ['started-part-is-not-discarded'],
}, async () => {
  const { store, prepared, addBatch } = await openPreparedBatches()
  const second = await addBatch({ reason: 'next_part', part: { number: 2, of: 3 } })
  const third = await addBatch({ reason: 'next_part', part: { number: 3, of: 3 } })
  await prepared.claim(store, second, 'one')
  await expect(prepared.discard(second, grace)).rejects.toMatchObject({ code: 'already_done' })
  expect(await prepared.find(third)).toMatchObject({ id: third })
})

test('a start that was never recorded does not release another start’s claim', {
  tags: ['prepared-batch-starts-once'],
}, async () => {
  const { store, prepared, addBatch } = await openPreparedBatches()
  const id = await addBatch({ reason: 'after_first_ten' })
  await prepared.claim(store, id, 'one')
  await prepared.onStartEnded('another', 'refused')
  expect(await prepared.find(id)).toMatchObject({ start_id: 'one' })
  await prepared.onStartEnded('one', 'refused')
  expect(await prepared.find(id)).toMatchObject({ start_id: null })
})

test('a part cannot be claimed while an earlier one is being started', {
  tags: ['parts-start-in-their-order'],
}, async () => {
  const { store, prepared, addBatch } = await openPreparedBatches()
  const second = await addBatch({ reason: 'next_part', part: { number: 2, of: 3 } })
  const third = await addBatch({ reason: 'next_part', part: { number: 3, of: 3 } })
  await prepared.claim(store, second, 'one')
  await expect(prepared.claim(store, third, 'another')).rejects.toMatchObject({ code: 'part_before' })
})

test('a start of all people is refused while some of them wait; discarded people are not called', {
  tags: ['R02'],
}, async () => {
  const { service, grace } = await startGatewayWithService(countingService())
  await startLaunch(grace)
  const refused = await startLaunch(grace, 'k2', batchForm(csvFile(600), { callAgain: '600' }))
  expect(refused).toMatchObject({ status: 409, json: { error: { fields: { batchId: 'batch_1' } } } })
  expect(refused.json.error.message).toMatch(/first 10 of these .* 590 more are waiting/)
  const [waiting] = await readPreparedBatches(grace)
  expect((await grace.request('DELETE', preparedBatchPath(waiting))).json).toEqual({ prepared: [] })
  expect(service.requestsTo('POST', '/v1/api/batch-calls')).toHaveLength(1)
})

test('a prepared batch is stored in the database, and deleted after a week', async () => {
  let aheadMs = 0
  const shiftedClock = { now: () => clock.now() + aheadMs, steady: clock.steady }
  const store = await openEmbeddedTestStore()
  const { grace } = await startGatewayWithService(countingService(), { store, clock: shiftedClock })
  await startLaunch(grace)
  expect(await store.selectFrom('prepared_batches').select('calls').execute()).toEqual([{ calls: 590 }])
  aheadMs = (7 * 24 - 1) * 3_600_000
  expect(await store.selectFrom('prepared_batches').select('calls').execute()).toHaveLength(1)
  aheadMs = (7 * 24 + 1) * 3_600_000
  await grace.signInAsDemo()
  expect(await readPreparedBatches(grace)).toEqual([])
  expect(await store.selectFrom('prepared_batches').select('calls').execute()).toEqual([])
})

test('if the start of the first ten has an unknown outcome, the others wait until someone settles it', {
  tags: ['R07'],
}, async () => {
  const { service, grace } = await startGatewayWithService(({ method }) => (method === 'POST' ? 'lost' : undefined))
  const unknown = await startLaunch(grace)
  expect(await readPreparedBatches(grace)).toEqual([])
  await grace.post(`/gateway/effects/${unknown.json.error.effectId}/settle`, {
    happened: true,
    reason: 'Its calls are there.',
    batchId: 'batch_9',
  })
  const [waiting] = await readPreparedBatches(grace)
  expect(waiting).toMatchObject({ batchId: 'batch_9', calls: 590 })
  // The start of the others is blocked while its outcome is unknown, and offered again if it did not happen.
  const startPath = `${preparedBatchPath(waiting)}/start`
  const second = await grace.post(startPath, {}, { key: 'k2' })
  expect(second.json.error.sent).toBe('unknown')
  expect(await readPreparedBatches(grace)).toEqual([])
  expect((await grace.post(startPath, {}, { key: 'k3' })).status).toBe(409)
  expect(service.requestsTo('POST', '/v1/api/batch-calls')).toHaveLength(2)
  await grace.post(`/gateway/effects/${second.json.error.effectId}/settle`, { happened: false, reason: 'No calls.' })
  expect(await readPreparedBatches(grace)).toMatchObject([{ calls: 590 }])
})

test('a refused start of the first ten leaves no prepared batch', async () => {
  const { grace } = await startGatewayWithService(({ method }) =>
    method === 'POST' ? { status: 400, body: { error: { code: 'invalid_request', message: 'No agent.' } } } : undefined,
  )
  expect((await startLaunch(grace)).status).toBe(400)
  expect(await readPreparedBatches(grace)).toEqual([])
  // The refused start does not block the next one.
  expect((await startLaunch(grace, 'k2')).json.error.message).toContain('No agent.')
})

test('a prepared batch shows its call-backs', async () => {
  const { grace } = await startGatewayWithService(countingService())
  const smartCallbackConfig = JSON.stringify({ enabled: true, maxAttempts: 3, gaps: [{ days: 1, hours: 2 }] })
  await startLaunch(grace, 'k1', batchForm(csvFile(600), { first: '10', smartCallbackConfig }))
  expect(await readPreparedBatches(grace)).toMatchObject([{ callBacks: 2, gapHours: 26 }])
})

test('a refused start is cleaned up after a restart if the process died before the cleanup', async () => {
  const store = await openTestStore()
  const deleteFrom = store.deleteFrom.bind(store)
  const updateTable = store.updateTable.bind(store)
  const throwIfPrepared = (table: string) => {
    if (table === 'prepared_batches') throw new Error('The process is gone.')
  }
  /** Refuses a start, and lets every later change to the table fail. */
  const refuseAndDie: Script = ({ method, path }) => {
    if (method !== 'POST' || path !== '/v1/api/batch-calls') return undefined
    Object.assign(store, {
      deleteFrom: (table: 'prepared_batches') => throwIfPrepared(table) ?? deleteFrom(table),
      updateTable: (table: 'prepared_batches') => throwIfPrepared(table) ?? updateTable(table),
    })
    return { status: 400, body: { error: { code: 'invalid_request', message: 'No agent.' } } }
  }
  /** Opens a gateway on the same store, in which changes succeed again. */
  const restart = async () => {
    Object.assign(store, { deleteFrom, updateTable })
    return startGatewayWithService(countingService(), { store })
  }
  const { grace } = await startGatewayWithService(refuseAndDie, { store })
  expect((await startLaunch(grace)).status).toBe(400)
  const second = await restart()
  expect((await startLaunch(second.grace, 'k2')).status).toBe(200)

  const [waiting] = await readPreparedBatches(second.grace)
  second.service.setScript(refuseAndDie)
  expect((await second.grace.post(`${preparedBatchPath(waiting)}/start`, {}, { key: 'k3' })).status).toBe(400)
  const third = await restart()
  expect(await readPreparedBatches(third.grace)).toMatchObject([{ id: waiting?.id, calls: 590 }])
  expect((await third.grace.post(`${preparedBatchPath(waiting)}/start`, {}, { key: 'k4' })).status).toBe(200)
})
