/** The database's connection breaks during a commit: the commit succeeded, but its confirmation was lost. */
import { expect, test } from 'vitest'
import { DatabaseUnavailable } from '#server/database/faults.ts'
import { effectRows } from '../ledger/effect-rows.ts'
import { postDecision, readLatestDecision, startGatewayWithDrafts } from '../testing/review.ts'
import { loseCommitAnswer, openTestStore } from '../testing/store.ts'
import {
  batchForm,
  preparedBatchPath,
  readPreparedBatches,
  type Script,
  startGatewayWithService,
} from '../testing/testing.ts'
import type { Store } from './store.ts'

const agent = { id: 'agent1', name: 'Nora' }
const serviceScript: Script = ({ method, path }) => {
  if (method === 'PATCH' && path.startsWith('/api/v1/agents/')) return { body: agent }
  if (method === 'POST' && path === '/v1/api/batch-calls')
    return { body: { batchId: 'batch_1', totalCalls: 1, status: 'queued', message: 'ok' } }
  return undefined
}

async function openWorldWithStore() {
  const store = await openTestStore()
  return { store, ...(await startGatewayWithService(serviceScript, { store })) }
}
const readEffectStates = async (store: Store) =>
  (await effectRows(store).orderBy('e.at').execute()).map(({ state }) => state)

test('an outcome whose commit was not confirmed is recorded once and blocks no later effect', {
  tags: ['R22'],
}, async () => {
  const { store, grace } = await openWorldWithStore()
  const renameAgent = (name: string, key: string) =>
    grace.request('PATCH', '/api/v1/agents/agent1', { body: { name }, key })
  const readAnswers = () => store.selectFrom('answers').select('effect_id').execute()
  loseCommitAnswer(store, async () => (await readAnswers()).length > 0)
  expect((await renameAgent('Nora', 'k1')).status).toBe(200)
  expect((await renameAgent('Nora', 'k2')).status).toBe(200)
  expect(await readEffectStates(store)).toEqual(['done', 'done'])
  const history = await store.selectFrom('history').select('state').orderBy('seq').execute()
  expect(history.map(({ state }) => state)).toEqual(['sending', 'done', 'sending', 'done'])
})

const csv = `phone_number\n${Array.from({ length: 12 }, (_, i) => `+1907555${String(100 + i)}`).join('\n')}\n`
const notRecorded = { status: 503, json: { error: { code: 'not_recorded', sent: 'no' } } }

test('a start that was not sent blocks neither its held-back people nor later starts', {
  tags: ['R22'],
}, async () => {
  const { store, grace, service } = await openWorldWithStore()
  const startWithFirstTen = (key: string) => grace.post('/gateway/launches', batchForm(csv, { first: '10' }), { key })
  const readPrepared = () => store.selectFrom('prepared_batches').selectAll().execute()
  loseCommitAnswer(store, async () => (await readPrepared()).length > 0)
  expect(await startWithFirstTen('k1')).toMatchObject(notRecorded)
  await expect.poll(readPrepared).toEqual([])
  expect((await startWithFirstTen('k2')).status).toBe(200)

  const startPath = `${preparedBatchPath((await readPreparedBatches(grace))[0])}/start`
  loseCommitAnswer(store, async () => (await readPrepared()).some(({ start_id }) => start_id !== null))
  expect(await grace.post(startPath, {}, { key: 'k3' })).toMatchObject(notRecorded)
  await expect.poll(() => readPreparedBatches(grace)).toHaveLength(1)
  expect((await grace.post(startPath, {}, { key: 'k4' })).status).toBe(200)
  expect(service.requestsTo('POST', '/v1/api/batch-calls')).toHaveLength(2)
})

test('a decision that was recorded as being sent but was not is held again, can be undone, and is sent once', {
  tags: ['R04', 'R22'],
}, async () => {
  const store = await openTestStore()
  const { priya, service } = await startGatewayWithDrafts(2, { store })
  const countSent = () => service.requestsTo('POST', '/v1/api/conversations').length
  const lastStateIsSending = async () =>
    (await store.selectFrom('history').select('state').orderBy('seq', 'desc').executeTakeFirst())?.state === 'sending'

  const firstLoss = loseCommitAnswer(store, lastStateIsSending)
  const firstDecision = await postDecision(priya, { holdSeconds: 0 })
  await firstLoss.lost
  const undo = await priya.post(`/gateway/decisions/${String(firstDecision.json.effectId)}/undo`)
  expect(undo).toMatchObject({ status: 200, json: { state: 'withdrawn' } })

  const secondLoss = loseCommitAnswer(store, lastStateIsSending)
  await postDecision(priya, { id: '2', holdSeconds: 0 })
  await secondLoss.lost
  await expect.poll(async () => (await readLatestDecision(priya))?.state).toBe('done')
  expect(countSent()).toBe(1)
})

test('a decision whose recording was not confirmed is held by this process and sent on time', {
  tags: ['R04', 'R22'],
}, async () => {
  const store = await openTestStore()
  const { priya, service } = await startGatewayWithDrafts(1, { store })
  const readHeld = () => store.selectFrom('open_effects').select('effect_id').where('state', '=', 'held').execute()
  loseCommitAnswer(store, async () => (await readHeld()).length > 0)
  expect(await postDecision(priya, { holdSeconds: 0 })).toMatchObject({ status: 200 })
  await expect.poll(async () => (await readLatestDecision(priya))?.state).toBe('done')
  expect(service.requestsTo('POST', '/v1/api/conversations')).toHaveLength(1)
})

test('a recorded decision is reported as held, although it cannot be read back now', {
  tags: ['R22', 'recorded-decision-is-told'],
}, async () => {
  const store = await openTestStore()
  const { priya, scriptedDrafts } = await startGatewayWithDrafts(1, { store })
  const transaction = store.transaction.bind(store)
  const select = store.selectFrom.bind(store)
  store.transaction = () => {
    const original = transaction()
    const execute = original.execute.bind(original)
    original.execute = async (work) => {
      const result = await execute(work)
      if ((await select('effects').select('id').execute()).length === 0) return result
      store.transaction = transaction
      store.selectFrom = ((table: 'decisions' | 'decisions as d') => {
        if (table !== 'decisions as d') return select(table)
        store.selectFrom = select
        throw new DatabaseUnavailable()
      }) as typeof store.selectFrom
      return result
    }
    return original
  }
  expect(await postDecision(priya)).toMatchObject({ status: 200, json: { state: 'held', messageId: 'm1' } })
  await expect.poll(() => scriptedDrafts.draft('c1').sent).toBe(true)
})
