/** Lists that exceed one start, here eight rows: their parts are called one after another. */
import { expect, test } from 'vitest'
import type { KnownBatch } from '#contract/index.ts'
import { clock } from '../shared/clock.ts'
import { openTestStore } from '../testing/store.ts'
import {
  batchForm,
  createTestClock,
  inviteAndSignUp,
  preparedBatchPath,
  readPreparedBatches,
  type Script,
  startGatewayWithService,
  startTestGateway,
} from '../testing/testing.ts'

const numbers = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => `+1907555${String(from + at).padStart(4, '0')}`)
const list = (count: number, from = 100) => `phone_number\n${numbers(from, count).join('\n')}\n`
const numbersIn = (body: string) => body.match(/\+1907555\d{4}/g) ?? []

/** Starts batches. Each runs until the test sets its state with `end`. */
function service() {
  const states = new Map<string, object>()
  const answers: (ReturnType<Script> | null)[] = []
  let started = 0
  const script: Script = ({ method, path }) => {
    const [, id = ''] = /^\/v1\/api\/batch-calls\/(\w+)/.exec(path) ?? []
    if (method === 'POST' && path === '/v1/api/batch-calls') {
      const other = answers.shift()
      if (other) return other
      started += 1
      return { body: { batchId: `batch_${started}`, totalCalls: 8, status: 'queued', message: 'ok' } }
    }
    if (method === 'DELETE') {
      const details = { totalCalls: 8, completedCalls: 2, failedCalls: 0, cancelledCalls: 6 }
      return { body: { success: true, message: 'Cancelled', batchId: id, details } }
    }
    if (!path.endsWith('/status')) return undefined
    return { body: states.get(id) ?? { status: 'processing', isComplete: false, total: 8, waiting: 8 } }
  }
  const end = (id: string, more: object = {}) =>
    states.set(id, { status: 'completed', isComplete: true, total: 8, completed: 8, ...more })
  return { script, end, answerNext: (answer: ReturnType<Script> | null) => answers.push(answer) }
}

async function partsWorld(more: Parameters<typeof startGatewayWithService>[1] = {}) {
  const its = service()
  const here = await startGatewayWithService(its.script, { partRows: 8, ...more })
  const { grace, service: asked, gateway } = here
  const dialled = () => asked.requestsTo('POST', '/v1/api/batch-calls').map(({ body }) => numbersIn(body))
  const begin = (key = 'k1', form = batchForm(list(20))) => grace.post('/gateway/launches', form, { key })
  /** Ends a batch, and waits until the gateway has read that. */
  const end = async (id: string, how?: object) => {
    its.end(id, how)
    await grace.get(`/v1/api/batch-calls/${id}/status`, { headers: { 'cache-control': 'no-cache' } })
    const isRead = async () => {
      const { batches } = (await grace.get('/gateway/batches')).json as unknown as { batches: KnownBatch[] }
      return batches.find(({ batchId }) => batchId === id)?.progress?.isComplete
    }
    await expect.poll(isRead).toBe(true)
    await gateway.startDue()
  }
  return { ...here, ...its, dialled, begin, end }
}

test('a list that is too long for one start is called in parts, each after the previous one has ended', {
  tags: ['R02'],
}, async () => {
  const { grace, begin, end, dialled, gateway } = await partsWorld()
  expect((await begin()).json).toMatchObject({ batchId: 'batch_1' })
  expect(dialled()).toEqual([numbers(100, 7)])
  expect(await readPreparedBatches(grace)).toMatchObject([
    { batchId: 'batch_1', part: 2, parts: 3, calls: 7, startedBy: 'gateway', startsAs: 'Renewals, part 2 of 3' },
    { batchId: 'batch_1', part: 3, parts: 3, calls: 6, startedBy: 'gateway', until: null },
  ])
  // Meanwhile no other start can call them.
  const beside = await begin('k2', batchForm(list(2, 118), { agentId: 'agent2' }))
  expect(beside).toMatchObject({ status: 409, json: { error: { code: 'called_before', fields: { people: '2' } } } })
  expect(await begin('k3')).toMatchObject({ status: 409, json: { error: { code: 'already_under_way' } } })

  await gateway.startDue()
  expect(dialled()).toHaveLength(1)
  await end('batch_1')
  expect(dialled()).toHaveLength(2)
  await end('batch_2')
  expect(dialled()).toEqual([numbers(100, 7), numbers(107, 7), numbers(114, 6)])
  expect(await readPreparedBatches(grace)).toEqual([])
  const { batches } = (await grace.get('/gateway/batches')).json as unknown as {
    batches: { name: string; startedBy: string }[]
  }
  expect(batches.map(({ name, startedBy }) => `${startedBy}: ${name}`).toSorted()).toEqual(
    [1, 2, 3].map((part) => `Grace Okafor: Renewals, part ${part} of 3`),
  )
})

test('an operator cannot start a part before its turn', {
  tags: ['part-waits-for-the-one-before'],
}, async () => {
  const { grace, begin, end, dialled } = await partsWorld()
  await begin()
  const [second, third] = await readPreparedBatches(grace)
  const start = (which: typeof second, key: string) => grace.post(`${preparedBatchPath(which)}/start`, {}, { key })
  const tooEarly = { status: 409, json: { error: { code: 'part_before', sent: 'no' } } }
  expect(await start(second, 'k2')).toMatchObject(tooEarly)
  await end('batch_1', { status: 'cancelled', completed: 2, cancelled: 5 })
  expect(await start(third, 'k3')).toMatchObject(tooEarly)
  expect(dialled()).toHaveLength(1)
})

test('after a cancel the other parts wait for a person, who starts or discards them', {
  tags: ['parts-stop-after-a-cancel'],
}, async () => {
  const { grace, begin, end, dialled, gateway } = await partsWorld()
  await begin()
  await grace.request('DELETE', '/v1/api/batch-calls/batch_1', { key: 'k2' })
  await gateway.startDue()
  const [second, third] = await readPreparedBatches(grace)
  expect(second).toMatchObject({ part: 2, problem: 'Renewals, part 1 of 3 was cancelled.' })
  // The end of its last calls changes nothing.
  await end('batch_1')
  expect(dialled()).toHaveLength(1)
  expect((await grace.post(`${preparedBatchPath(second)}/start`, {}, { key: 'k3' })).status).toBe(200)
  expect(dialled()).toHaveLength(2)
  expect((await readPreparedBatches(grace)).map(({ id, batchId }) => [id, batchId])).toEqual([[third?.id, 'batch_2']])
  expect((await grace.request('DELETE', preparedBatchPath(third))).json).toEqual({ prepared: [] })
  await end('batch_2')
  expect(dialled()).toHaveLength(2)
})

test('no part starts after a batch that was cancelled elsewhere or that the service no longer knows', async () => {
  const { grace, begin, end, dialled } = await partsWorld()
  await begin()
  await end('batch_1', { status: 'cancelled', completed: 2, cancelled: 5 })
  expect((await readPreparedBatches(grace))[0]?.problem).toBe('Renewals, part 1 of 3 was cancelled.')
  expect(dialled()).toHaveLength(1)
})

test('no part starts while changes are stopped; the next one starts once they are allowed again', {
  tags: ['stopped-parts-wait'],
}, async () => {
  const { grace, begin, end, dialled, gateway } = await partsWorld()
  await begin()
  await grace.post('/gateway/stop-switch', { reason: 'Wrong list.' })
  await end('batch_1')
  expect(dialled()).toHaveLength(1)
  expect(await readPreparedBatches(grace)).toMatchObject([{ problem: null }, { problem: null }])
  const { effects } = (await grace.get('/gateway/effects')).json as unknown as { effects: { endpoint: string }[] }
  expect(effects.filter(({ endpoint }) => endpoint === 'batchStart')).toHaveLength(1)
  await grace.request('DELETE', '/gateway/stop-switch')
  await gateway.startDue()
  expect(dialled()).toHaveLength(2)
})

test('people who were called in the meantime are left out of a part', async () => {
  const { begin, end, dialled, grace } = await partsWorld()
  await begin()
  // Another start calls two people of the second part.
  await begin('k2', batchForm(list(2, 107), { agentId: 'agent2', callAgain: '2' }))
  await end('batch_1')
  expect(dialled()[2]).toEqual(numbers(109, 5))
  const { batches } = (await grace.get('/gateway/batches')).json as unknown as { batches: KnownBatch[] }
  expect(batches.map(({ name, leftOut }) => [name, leftOut])).toContainEqual(['Renewals, part 2 of 3', 2])
  expect(await readPreparedBatches(grace)).toMatchObject([{ part: 3, problem: null }])
})

test('people whom the operator chose to call again are called again in each part', async () => {
  const { begin, end, dialled } = await partsWorld()
  await begin('k0', batchForm(list(2, 107), { agentId: 'agent2' }))
  expect((await begin('k1', batchForm(list(20), { callAgain: '2' }))).status).toBe(200)
  await end('batch_2')
  expect(dialled()[2]).toEqual(numbers(107, 7))
})

test('a refused part waits for a person and shows why', async () => {
  const { begin, end, answerNext, grace, dialled, gateway } = await partsWorld()
  await begin()
  answerNext({ status: 400, body: { error: { code: 'invalid_request', message: 'No agent.' } } })
  await end('batch_1')
  const [second] = await readPreparedBatches(grace)
  expect(second).toMatchObject({ part: 2, problem: expect.stringContaining('No agent.') as string })
  expect(second?.until).toBeGreaterThan(clock.now())
  await gateway.startDue()
  expect(dialled()).toHaveLength(2)
  expect((await grace.post(`${preparedBatchPath(second)}/start`, {}, { key: 'k2' })).status).toBe(200)
})

test('a start is retried a minute later if the service is down', async () => {
  const time = createTestClock()
  const { begin, end, answerNext, dialled, grace, gateway } = await partsWorld({ clock: time })
  await begin()
  answerNext({ status: 429, body: {}, headers: { 'retry-after': '5' } })
  await end('batch_1')
  await gateway.startDue()
  expect(dialled()).toHaveLength(2)
  expect(await readPreparedBatches(grace)).toMatchObject([{ problem: null }, {}])
  time.advance(61_000)
  await gateway.startDue()
  expect(dialled()).toHaveLength(3)
})

test('a part whose people are outside the calling hours starts once the hours begin', async () => {
  const evening = Date.parse('2026-11-25T04:00Z')
  const time = createTestClock(evening)
  const environment = { CALLING_HOURS: '08:00-20:00 12345' }
  const { begin, end, dialled, grace, gateway } = await partsWorld({ clock: time, environment })
  // 19:00 in Anchorage; its last call ends after 20:00.
  expect((await begin()).status).toBe(200)
  time.advance(2 * 3_600_000)
  await end('batch_1')
  expect(dialled()).toHaveLength(1)
  expect(await readPreparedBatches(grace)).toMatchObject([{ problem: null }, { problem: null }])
  time.advance(12 * 3_600_000)
  await gateway.startDue()
  expect(dialled()).toEqual([numbers(100, 7), numbers(107, 7)])
})

test('a part with an unknown outcome waits until someone settles it, and the next part waits too', {
  tags: ['R07'],
}, async () => {
  const { begin, end, answerNext, dialled, grace, gateway } = await partsWorld()
  await begin()
  answerNext('lost')
  await end('batch_1')
  await gateway.startDue()
  expect(dialled()).toHaveLength(2)
  expect(await readPreparedBatches(grace)).toMatchObject([{ part: 3 }])
  const { effects } = (await grace.get('/gateway/effects?state=unknown')).json as unknown as {
    effects: { id: string }[]
  }
  await grace.post(`/gateway/effects/${effects[0]?.id}/settle`, { happened: false, reason: 'No calls.' })
  await gateway.startDue()
  expect(dialled()).toHaveLength(2)
  expect(await readPreparedBatches(grace)).toMatchObject([
    { part: 2, problem: 'Its start was not confirmed, and no calls were made.' },
    { part: 3 },
  ])
})

test('the next part follows a part that was settled as started', async () => {
  const { begin, end, answerNext, dialled, grace } = await partsWorld()
  await begin()
  answerNext('lost')
  await end('batch_1')
  const { effects } = (await grace.get('/gateway/effects?state=unknown')).json as unknown as {
    effects: { id: string }[]
  }
  const settling = { happened: true, reason: 'Its calls are there.', batchId: 'batch_9' }
  await grace.post(`/gateway/effects/${effects[0]?.id}/settle`, settling)
  expect(await readPreparedBatches(grace)).toMatchObject([{ part: 3, batchId: 'batch_9' }])
  await end('batch_9')
  expect(dialled()).toHaveLength(3)
})

test('the next part starts after a restart if the previous one ended while Switchboard was down', async () => {
  const store = await openTestStore()
  const { begin, end, dialled, grace, service: asked, gateway } = await partsWorld({ store })
  await begin()
  await grace.post('/gateway/stop-switch', { reason: 'Maintenance.' })
  await end('batch_1')
  await grace.request('DELETE', '/gateway/stop-switch')
  expect(dialled()).toHaveLength(1)
  await gateway.finish()
  const again = await startTestGateway(asked.url, { store, partRows: 8 })
  await again.gateway.startDue()
  expect(dialled()).toHaveLength(2)
  await again.gateway.finish()
})

test('"first 10, then ask me" works for a list in parts: the parts start after a confirmation', async () => {
  const { begin, end, dialled, grace } = await partsWorld()
  await begin('k1', batchForm(list(30), { first: '10' }))
  expect(dialled()).toEqual([numbers(100, 10)])
  await end('batch_1')
  expect(dialled()).toHaveLength(1)
  const [first, ...others] = await readPreparedBatches(grace)
  expect(first).toMatchObject({ reason: 'after_first_ten', part: 1, parts: 3, calls: 7, startedBy: 'person' })
  expect(others).toMatchObject([
    { reason: 'next_part', part: 2 },
    { reason: 'next_part', part: 3 },
  ])
  await grace.post(`${preparedBatchPath(first)}/start`, {}, { key: 'k2' })
  await end('batch_2')
  await end('batch_3')
  expect(dialled().flat()).toEqual(numbers(100, 30))
})

test('if nobody decides on a part in time, the parts after it are not called either', {
  tags: ['parts-wait-no-longer-than-the-first'],
}, async () => {
  const time = createTestClock()
  const { grace, begin, end, dialled, gateway, answerNext } = await partsWorld({ clock: time })
  await begin('k1', batchForm(list(30), { first: '10' }))
  await end('batch_1')
  time.advance(1)
  await begin('k2', batchForm(list(20, 500)))
  answerNext({ status: 400, body: { error: { code: 'invalid_request', message: 'No agent.' } } })
  await end('batch_2')
  expect(dialled()).toHaveLength(3)
  expect(await readPreparedBatches(grace)).toMatchObject([
    { part: 1, reason: 'after_first_ten' },
    { part: 2 },
    { part: 3 },
    { part: 2, problem: expect.stringContaining('No agent.') as string },
    { part: 3 },
  ])
  time.advance(7 * 24 * 3_600_000 + 1)
  await grace.signInAsDemo()
  expect(await readPreparedBatches(grace)).toEqual([])
  await gateway.startDue()
  expect(dialled()).toHaveLength(3)
})

test('the parts of an operator who may no longer start batches wait for a person', {
  tags: ['starts-by-itself-for-who-may-start'],
}, async () => {
  const { grace, browser, end, dialled, gateway } = await partsWorld()
  const omar = await inviteAndSignUp(grace, browser(), 'omar', ['campaign_manager'])
  await omar.person.post('/gateway/launches', batchForm(list(20)), { key: 'k1' })
  await grace.request('PATCH', `/gateway/operators/${omar.id}`, { body: { disabled: true } })
  await end('batch_1')
  await gateway.startDue()
  expect(dialled()).toHaveLength(1)
  const [second] = await readPreparedBatches(grace)
  expect(second?.problem).toBe('omar, who started this batch, can no longer start batches.')
  expect((await grace.post(`${preparedBatchPath(second)}/start`, {}, { key: 'k2' })).status).toBe(200)
})
