/** Records of called people with concurrent transactions, on a real PostgreSQL. */
import { expect, test } from 'vitest'
import { openStore } from '../store/store.ts'
import { postgres } from '../testing/shared-postgres.ts'
import { createStoreDatabase } from '../testing/store.ts'
import { batchForm, csvForm, placedCallAnswer, type Script, startGatewayWithService } from '../testing/testing.ts'
import { rowsPerSlice } from './slices.ts'

const toNumber = '+19075550100'
const csv = `phone_number\n${toNumber}\n+19075550101\n`
let started = 0
const script: Script = ({ method, path }) => {
  if (method !== 'POST') return undefined
  if (path === '/api/v1/calls/call') return { body: placedCallAnswer }
  started += 1
  return { body: { batchId: `batch_${started}`, totalCalls: 1, status: 'queued', message: 'ok' } }
}

test('a person in several simultaneous starts and calls is called once, and the other starts and calls are refused', {
  tags: ['R02'],
}, async () => {
  const store = await openStore({ url: await createStoreDatabase(postgres), schema: 'switchboard' })
  const { grace, service } = await startGatewayWithService(script, { store })
  const agents = [0, 1, 2, 3, 4].map((at) => `agent${at}`)
  const answers = await Promise.all(
    agents.flatMap((agentId) => [
      grace.post('/gateway/launches', batchForm(csv, { agentId }), { key: `start ${agentId}` }),
      grace.post('/gateway/calls', { agentId, toNumber }, { key: `call ${agentId}` }),
    ]),
  )
  const refused = answers.filter(({ status }) => status === 409)
  expect(refused).toHaveLength(9)
  // If the single call came first, the person has reached the contact limit.
  for (const { json } of refused) expect(['called_before', 'over_limit']).toContain(json.error.code)
  expect(service.requestsTo('POST', '/')).toHaveLength(1)
})

test('of several simultaneous starts of the same many people one is recorded, and the lists of the others are deleted', {
  tags: ['R02'],
}, async () => {
  const store = await openStore({ url: await createStoreDatabase(postgres), schema: 'switchboard' })
  const { grace, service } = await startGatewayWithService(script, { store })
  const people = rowsPerSlice + 100
  const file = `phone_number\n${Array.from({ length: people }, (_, at) => `+1907555${String(1_000 + at)}`).join('\n')}\n`
  const answers = await Promise.all(
    [0, 1, 2, 3].map((at) =>
      grace.post('/gateway/launches', batchForm(file, { agentId: `agent${at}` }), { key: `start ${at}` }),
    ),
  )
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(3)
  expect(service.requestsTo('POST', '/')).toHaveLength(1)
  await expect
    .poll(async () => [
      (await store.selectFrom('contacts').select('number').execute()).length,
      (await store.selectFrom('contact_lists').select('id').execute()).length,
    ])
    .toEqual([people, 0])
})

test('people whom a cancel dropped before they were called do not count as called', async () => {
  const store = await openStore({ url: await createStoreDatabase(postgres), schema: 'switchboard' })
  const calls = [{ jobId: 'call_2', status: 'cancelled', phone_number: '+19075550101', metadata: {} }]
  const pagination = { page: 1, limit: 100, total: 1, totalPages: 1, hasNext: false, hasPrev: false }
  const { grace } = await startGatewayWithService(
    (received) => (received.path.includes('/calls?') ? { body: { calls, pagination } } : script(received)),
    { store },
  )
  const { batchId } = (await grace.post('/gateway/launches', batchForm(csv), { key: 'k' })).json as { batchId?: string }
  const exportsPath = `/gateway/batches/${batchId}/exports`
  await grace.post(exportsPath, { status: 'never_called', form: 'recipients' })
  await expect.poll(async () => (await grace.get(exportsPath)).json.exports).toMatchObject([{ state: 'done', rows: 1 }])
  const { contacted } = (await grace.post('/gateway/launches/recipients', csvForm({}, csv))).json
  expect(contacted).toMatchObject({ people: 1, rows: [2] })
})

test('a number added to the do-not-call list during a start is either not called, or the answer names the batch that calls it', {
  tags: ['R02'],
}, async () => {
  const store = await openStore({ url: await createStoreDatabase(postgres), schema: 'switchboard' })
  const { grace, service } = await startGatewayWithService(script, { store })
  const [addition, start] = await Promise.all([
    grace.post('/gateway/do-not-call', { number: toNumber, reason: 'Asked' }),
    grace.post('/gateway/launches', batchForm(csv), { key: 'start' }),
  ])
  const { batches } = addition.json as unknown as { batches: unknown[] }
  const isStarted = start.status === 200
  expect([start.status, batches.length]).toEqual(isStarted ? [200, 1] : [409, 0])
  expect(service.requestsTo('POST', '/')).toHaveLength(isStarted ? 1 : 0)
  const file = `${toNumber}\n${toNumber}\n+19075550109`
  const imported = await grace.post('/gateway/do-not-call/import', csvForm({ reason: 'Asked' }, file))
  expect(imported.json).toMatchObject({ added: 1, already: 2 })
  expect((await grace.get('/gateway/do-not-call')).json).toMatchObject({ pagination: { total: 2 } })
})
