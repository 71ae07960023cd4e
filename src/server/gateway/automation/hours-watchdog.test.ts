/** Calling hours that end while a batch is running, on a clock that the test advances. Longer than 500 lines: all tests share one world. */
import { describe, expect, test } from 'vitest'
import type { KnownBatch } from '#contract/index.ts'
import { openTestStore } from '../testing/store.ts'
import {
  afterTest,
  batchForm,
  confirmOwnNumber,
  createTestClock,
  preparedBatchPath,
  readPreparedBatches,
  type Script,
  startScriptedService,
  startTestGateway,
} from '../testing/testing.ts'

const minute = 60_000
const hour = 60 * minute
const at = (text: string) => Date.parse(text)
/** Tuesday, 19:50 in London. */
const evening = at('2026-11-24T19:50Z')
const london = (count: number, from = 0) =>
  Array.from({ length: count }, (_, place) => `+4420718387${String(10 + from + place)}`)
const newYork = ['+12125550134', '+12125550135']
const losAngeles = ['+13105550135', '+13105550136']
const csv = (numbers: readonly string[]) =>
  `phone_number,first_name\n${numbers.map((number) => `${number},Ada`).join('\n')}\n`
const numbersIn = (body: string) => body.match(/\+(44|1)\d{10}/g) ?? []

/** A service that calls the first people of each batch, and drops the others on a cancel. */
function service() {
  const batches = new Map<string, { numbers: string[]; called: number; cancelled: boolean; callsBack: boolean }>()
  const cancels: string[] = []
  const answers: ReturnType<Script>[] = []
  let held = { readers: 0, all: Promise.withResolvers<void>() }
  /** Delays the answers to lists of calls until this many were requested. */
  const holdLists = (readers: number) => {
    held = { readers, all: Promise.withResolvers() }
  }
  const script: Script = ({ method, path, body }) => {
    const [, id = ''] = /^\/v1\/api\/batch-calls\/(\w+)/.exec(path) ?? []
    const batch = batches.get(id)
    if (method === 'POST' && path === '/v1/api/batch-calls') {
      const batchId = `batch_${batches.size + 1}`
      const callsBack = body.includes('smartCallbackConfig')
      const numbers = numbersIn(body)
      batches.set(batchId, { numbers, called: 0, cancelled: false, callsBack })
      return { body: { batchId, totalCalls: numbers.length, status: 'queued', message: 'ok' } }
    }
    if (!batch) return undefined
    const total = batch.numbers.length
    const left = total - batch.called
    if (method === 'DELETE') {
      cancels.push(id)
      const answer = answers.shift()
      if (answer && answer !== 'lost') return answer
      batch.cancelled = true
      if (answer) return answer
      const details = { totalCalls: total, completedCalls: batch.called, failedCalls: 0, cancelledCalls: left }
      return { body: { success: true, message: 'Cancelled', batchId: id, status: 'cancelled', details } }
    }
    const counts = { total, completed: batch.called, failed: 0, active: 0 }
    const now = batch.cancelled ? { cancelled: left, waiting: 0 } : { cancelled: 0, waiting: left }
    if (path.includes('/calls?')) {
      // The last person was called before, and was waiting for a call-back.
      const calls = batch.numbers.slice(batch.called).map((phone_number, place) => ({
        jobId: `${id}_${place}`,
        status: 'cancelled',
        phone_number,
        ...(batch.callsBack && place === left - 1 && { callId: 'c1', error: 'No answer' }),
        metadata: { first_name: 'Ada' },
      }))
      const pagination = { page: 1, limit: 100, total: left, totalPages: 1, hasNext: false, hasPrev: false }
      held.readers -= 1
      if (held.readers <= 0) held.all.resolve()
      return { body: { calls, pagination, summary: { ...counts, ...now } }, after: held.all.promise }
    }
    const isComplete = batch.cancelled || left === 0
    const status = batch.cancelled ? 'cancelled' : isComplete ? 'completed' : 'processing'
    return { body: { batchId: id, status, isComplete, ...counts, ...now } }
  }
  return { script, batches, cancels, holdLists, answerCancel: (answer: ReturnType<Script>) => answers.push(answer) }
}

async function eveningWorld(now = evening, more: Parameters<typeof startTestGateway>[1] = {}) {
  const clock = createTestClock(now)
  const its = service()
  const made = await startScriptedService(its.script)
  afterTest(made.close)
  const store = await openTestStore()
  const environment = { CALLING_HOURS: '08:00-20:00 12345' }
  const open = async () => {
    const gateway = await startTestGateway(made.url, { clock, store, environment, ...more })
    return { ...gateway, grace: await gateway.browser().signInAsDemo() }
  }
  const first = await open()
  afterTest(() => first.gateway.close())
  const here = { ...its, ...first, clock, service: made, open }
  const start = (key: string, numbers: readonly string[], fields: Record<string, string> = {}) =>
    first.grace.post('/gateway/launches', batchForm(csv(numbers), fields), { key })
  return { ...here, start }
}
type Here = Awaited<ReturnType<typeof eveningWorld>>

const read = ({ grace }: Pick<Here, 'grace'>, batchId = 'batch_1') =>
  grace.get(`/v1/api/batch-calls/${batchId}/status`, { headers: { 'cache-control': 'no-cache' } })
const closingOf = async ({ grace }: Pick<Here, 'grace'>, id = 'batch_1') => {
  const { batches } = (await grace.get('/gateway/batches')).json as unknown as { batches: KnownBatch[] }
  return batches.find(({ batchId }) => batchId === id)?.closing
}
/** Lets the watchdog run until it has handled the batch and the end of its last calls. */
async function close(here: Here, batchId = 'batch_1') {
  await here.gateway.closeDue()
  await read(here, batchId)
  await expect.poll(async () => (await closingOf(here, batchId))?.state).toBe('cancelled')
  await expect
    .poll(async () => {
      await here.gateway.closeDue()
      return (await closingOf(here, batchId))?.state
    })
    .not.toBe('cancelled')
}
const dialled = ({ service }: Here) =>
  service.requestsTo('POST', '/v1/api/batch-calls').map(({ body }) => numbersIn(body))

describe('when calling hours end while a batch is running', () => {
  test('Switchboard cancels the rest, and the people never called wait for a person until the hours begin again', {
    tags: ['nobody-is-called-outside-hours'],
  }, async () => {
    const here = await eveningWorld()
    const { start, clock, gateway, cancels, batches, grace } = here
    await start('k1', london(5))
    expect(await closingOf(here)).toMatchObject({
      at: at('2026-11-24T20:00Z'),
      place: '20:00 in United Kingdom (London)',
      startedBy: 'person',
      state: 'open',
    })
    batches.set('batch_1', { numbers: london(5), called: 2, cancelled: false, callsBack: false })
    clock.advance(10 * minute - 1)
    await gateway.closeDue()
    expect(cancels).toEqual([])
    clock.advance(1)
    await Promise.all([gateway.closeDue(), gateway.closeDue()])
    await close(here)
    expect(cancels).toEqual(['batch_1'])
    const { entries } = (await grace.get('/gateway/history?endpoint=batchCancel')).json
    const reason = 'Calling hours ended at 20:00 in United Kingdom (London).'
    const steps = [{ state: 'sending' }, { state: 'done' }]
    expect(entries).toMatchObject([{ operator: 'Switchboard', state: 'done', reason, steps }])

    const opens = at('2026-11-25T08:00Z')
    const [waiting, ...others] = await readPreparedBatches(grace)
    expect(others).toEqual([])
    expect(waiting).toMatchObject({
      batchId: 'batch_1',
      reason: 'window_closed',
      calls: 3,
      startedBy: 'person',
      startsAt: opens,
      startsAs: 'Renewals, later',
      operator: 'Grace Okafor',
    })
    // A person cannot start it outside the hours, and Switchboard does not start it automatically.
    const begin = (key: string) => grace.post(`${preparedBatchPath(waiting)}/start`, {}, { key })
    expect(await begin('k2')).toMatchObject({ status: 409, json: { error: { code: 'outside_hours', sent: 'no' } } })
    clock.advance(hour)
    await gateway.startDue()
    expect(dialled(here)).toHaveLength(1)
    // "Continue tomorrow 8:00": scheduled at the service.
    const schedule = (key: string, time: number) =>
      grace.post(`${preparedBatchPath(waiting)}/start`, { scheduledAt: new Date(time).toISOString() }, { key })
    expect(await schedule('k3', opens - 1)).toMatchObject({ json: { error: { code: 'outside_hours' } } })
    expect((await schedule('k4', opens)).status).toBe(200)
    expect(here.service.requestsTo('POST', '/v1/api/batch-calls')[1]?.body).toContain('2026-11-25T08:00:00.000Z')
    expect(dialled(here)[1]).toEqual(london(3, 2))
    expect(await closingOf(here, 'batch_2')).toMatchObject({ at: at('2026-11-25T20:00Z'), state: 'open' })
    expect(await readPreparedBatches(grace)).toEqual([])
  })

  test('Switchboard continues when the hours begin again if that was chosen, but not while changes are stopped', {
    tags: ['nobody-is-called-outside-hours', 'stopped-parts-wait'],
  }, async () => {
    const here = await eveningWorld()
    const { start, clock, gateway, batches, grace } = here
    await start('k1', london(4), {
      afterHours: 'gateway',
      smartCallbackConfig: '{"enabled":false,"maxAttempts":1,"gaps":[]}',
    })
    batches.set('batch_1', { numbers: london(4), called: 1, cancelled: false, callsBack: false })
    clock.advance(10 * minute)
    await close(here)
    await gateway.startDue()
    expect(dialled(here)).toHaveLength(1)
    await grace.post('/gateway/stop-switch', { reason: 'Wrong list.' })
    clock.advance(12 * hour)
    await gateway.startDue()
    expect(dialled(here)).toHaveLength(1)
    await grace.request('DELETE', '/gateway/stop-switch')
    await gateway.startDue()
    expect(dialled(here)[1]).toEqual(london(3, 1))
    const { batches: known } = (await grace.get('/gateway/batches')).json as unknown as { batches: KnownBatch[] }
    expect(known.map(({ name, launchId }) => [name, launchId])).toEqual([
      ['Renewals', known[0]?.launchId],
      ['Renewals, later', known[0]?.launchId],
    ])
    // In the evening it is cancelled again. The next day it continues under the same name.
    clock.advance(12 * hour)
    await close(here, 'batch_2')
    expect(await readPreparedBatches(grace)).toMatchObject([
      { startsAs: 'Renewals, later', startsAt: at('2026-11-26T08:00Z') },
    ])
  })

  test('people with a dropped call-back are not called again', async () => {
    const here = await eveningWorld(at('2026-11-24T12:00Z'))
    const { start, clock, batches, grace, gateway } = here
    const smartCallbackConfig = JSON.stringify({ enabled: true, maxAttempts: 2, gaps: [{ days: 0, hours: 1 }] })
    await start('k1', london(4), { afterHours: 'gateway', smartCallbackConfig })
    batches.set('batch_1', { numbers: london(4), called: 1, cancelled: false, callsBack: true })
    clock.advance(8 * hour)
    await close(here)
    expect(await readPreparedBatches(grace)).toMatchObject([{ calls: 2 }])
    clock.advance(12 * hour)
    await gateway.startDue()
    expect(dialled(here)[1]).toEqual(london(2, 1))
  })

  test('people who are still within their hours can be called at once; only the others wait until morning', async () => {
    // Monday 19:30 in New York, 16:30 in Los Angeles.
    const here = await eveningWorld(at('2026-11-24T00:30Z'))
    const { start, clock, grace, gateway } = here
    await start('k1', [...newYork, ...losAngeles], { afterHours: 'gateway' })
    expect(await closingOf(here)).toMatchObject({ place: '20:00 in United States (New York)' })
    clock.advance(30 * minute)
    await close(here)
    await gateway.startDue()
    expect(dialled(here)[1]).toEqual(losAngeles)
    expect(await closingOf(here, 'batch_2')).toMatchObject({ at: at('2026-11-24T04:00Z') })
    expect(await readPreparedBatches(grace)).toMatchObject([{ calls: 2, startsAt: at('2026-11-24T13:00Z') }])
  })

  test('people who are outside their hours at the start wait until the hours begin, and start automatically if chosen', {
    tags: ['nobody-is-called-outside-hours'],
  }, async () => {
    // Tuesday 09:00 in London, 04:00 in New York.
    const here = await eveningWorld(at('2026-11-24T09:00Z'))
    const { start, clock, grace, gateway } = here
    const later = { outsideHours: 'later', afterHours: 'gateway' }
    expect((await start('k1', newYork, later)).json.error.code).toBe('outside_hours')
    expect((await start('k2', [...london(2), ...losAngeles, ...newYork], later)).status).toBe(200)
    expect(dialled(here)).toEqual([london(2)])
    const [waiting, ...others] = (await readPreparedBatches(grace)).toSorted(
      (a, b) => Number(a.startsAt) - Number(b.startsAt),
    )
    expect(waiting).toMatchObject({
      batchId: 'batch_1',
      reason: 'outside_hours',
      calls: 2,
      startsAt: at('2026-11-24T13:00Z'),
    })
    const beside = await start('k3', newYork, { agentId: 'agent2' })
    expect(beside.json.error.code).toBe('called_before')
    clock.advance(4 * hour)
    await gateway.startDue()
    expect(dialled(here)[1]).toEqual(newYork)
    expect(await readPreparedBatches(grace)).toEqual(others)
    expect(others).toMatchObject([{ calls: 2, startsAt: at('2026-11-24T16:00Z') }])
    clock.advance(3 * hour)
    await gateway.startDue()
    expect(dialled(here)[2]).toEqual(losAngeles)
    expect(await readPreparedBatches(grace)).toEqual([])
  })

  test('people who wait for their hours are as many batches as the service needs', async () => {
    // Tuesday 09:00 in London, 04:00 in New York.
    const here = await eveningWorld(at('2026-11-24T09:00Z'), { partRows: 2 })
    const many = Array.from({ length: 5 }, (_, index) => `+1212555010${index}`)
    const later = { outsideHours: 'later', afterHours: 'gateway' }
    expect((await here.start('k1', [...london(2), ...many], later)).status).toBe(200)
    expect((await readPreparedBatches(here.grace)).map(({ startsAs, calls }) => [startsAs, calls])).toEqual([
      ['Renewals, later, part 1 of 3', 2],
      ['Renewals, later, part 2 of 3', 2],
      ['Renewals, later, part 3 of 3', 1],
    ])
    here.clock.advance(4 * hour)
    await here.gateway.startDue()
    expect(dialled(here)).toEqual([london(2), many.slice(0, 2), many.slice(2, 4), many.slice(4)])
    expect(await readPreparedBatches(here.grace)).toEqual([])
  })

  test.each<[string, string[], Record<string, string>]>([
    ['a reason was given for everybody', newYork, { hoursReason: 'They asked for it.', hoursPeople: '2' }],
    ['it is a test of one row', london(1), { test: '1' }],
  ])('nothing is cancelled if %s', async (_, numbers, fields) => {
    // Tuesday 19:50 in London; for the reason, 04:00 in New York.
    const here = await eveningWorld(fields.test === undefined ? at('2026-11-24T09:00Z') : evening)
    await confirmOwnNumber(here.grace, numbers[0] ?? '')
    expect((await here.start('k1', numbers, fields)).status).toBe(200)
    here.clock.advance(10 * minute)
    await here.gateway.closeDue()
    expect([here.cancels, await closingOf(here)]).toEqual([[], null])
  })

  test.each<[string, string[], string]>([
    ['nobody', london(3), '0'],
    ['fewer people than the browser says', london(3), '3'],
    ['those who were outside', [...london(3), newYork[0] ?? '', '+4930901820'], '1'],
  ])(
    'a reason frees only the people outside, so the batch ends with the hours of the others: %s',
    async (_, numbers, hoursPeople) => {
      const here = await eveningWorld()
      const { start, clock, gateway, cancels, grace } = here
      expect((await start('k1', numbers, { hoursReason: 'They asked for it.', hoursPeople })).status).toBe(200)
      expect(await closingOf(here)).toMatchObject({ place: '20:00 in United Kingdom (London)' })
      clock.advance(10 * minute)
      await gateway.closeDue()
      expect(cancels).toEqual(['batch_1'])
      const { effects } = (await grace.get('/gateway/effects')).json as unknown as {
        effects: { ids: Record<string, string> }[]
      }
      const outside = numbers.includes('+4930901820') ? '1' : undefined
      expect(effects.at(-1)?.ids.hoursPeople).toBe(outside)
    },
  )

  test('a batch that has ended or that someone has cancelled is left alone', {
    tags: ['closing-leaves-ended-batches'],
  }, async () => {
    const here = await eveningWorld()
    const { start, clock, gateway, batches, cancels, grace } = here
    await start('k1', london(2), { afterHours: 'gateway' })
    await start('k2', london(2, 10), { afterHours: 'gateway' })
    batches.set('batch_1', { numbers: london(2), called: 2, cancelled: false, callsBack: false })
    await read(here)
    await expect.poll(async () => (await here.grace.get('/gateway/batches')).text).toContain('"isComplete":true')
    await grace.request('DELETE', '/v1/api/batch-calls/batch_2', { key: 'k3' })
    clock.advance(10 * minute)
    await gateway.closeDue()
    await gateway.closeDue()
    expect(cancels).toEqual(['batch_2'])
    expect((await closingOf(here))?.state).toBe('ended')
    expect((await closingOf(here, 'batch_2'))?.state).toBe('ended')
    expect(await readPreparedBatches(grace)).toEqual([])
  })

  test('a refused cancel is retried; one with an unknown outcome only after reading the batch', {
    tags: ['batch-is-closed-once'],
  }, async () => {
    const here = await eveningWorld()
    const { start, clock, gateway, cancels, answerCancel } = here
    await start('k1', london(3))
    answerCancel({ status: 429, body: {}, headers: { 'retry-after': '1' } })
    for (const answer of [{ status: 400, body: {} }, 'lost'] as const) answerCancel(answer)
    clock.advance(10 * minute)
    await gateway.closeDue()
    expect(await closingOf(here)).toMatchObject({ state: 'open', problem: expect.any(String) })
    await gateway.closeDue()
    expect(cancels).toHaveLength(2)
    clock.advance(15_000)
    await gateway.closeDue()
    expect(cancels).toHaveLength(3)
    expect(await closingOf(here)).toMatchObject({ state: 'open', problem: expect.any(String) })
    clock.advance(30_000)
    await gateway.closeDue()
    expect(cancels).toHaveLength(3)
    expect(await closingOf(here)).toMatchObject({ problem: null })
    await expect.poll(() => readPreparedBatches(here.grace)).toHaveLength(1)
  })

  test('if two processes read the people left, only one prepares them', {
    tags: ['never-called-are-prepared-once'],
  }, async () => {
    const here = await eveningWorld()
    await here.start('k1', london(3))
    here.clock.advance(10 * minute)
    await here.gateway.closeDue()
    const second = await here.open()
    here.holdLists(2)
    await read(here)
    await Promise.all([here.gateway.closeDue(), second.gateway.closeDue()])
    await expect.poll(async () => (await closingOf(here))?.state).toBe('prepared')
    await Promise.all([here.gateway.finish(), second.gateway.finish()])
    expect(await readPreparedBatches(here.grace)).toHaveLength(1)
  })

  test('if the gateway was down at that moment, it cancels as soon as it is back', async () => {
    const here = await eveningWorld()
    await here.start('k1', london(3), { afterHours: 'gateway' })
    await here.gateway.finish()
    here.clock.advance(hour)
    const back = await here.open()
    await expect.poll(() => here.cancels).toEqual(['batch_1'])
    // It stops before the people never called are prepared.
    await back.gateway.finish()
    here.clock.advance(12 * hour)
    const again = await here.open()
    await read(again)
    await expect.poll(() => dialled(here)).toHaveLength(2)
    expect(here.cancels).toEqual(['batch_1'])
    await again.gateway.finish()
  })

  test('the next part of a long list follows after the people left of the previous part', async () => {
    const here = await eveningWorld(evening, { partRows: 8 })
    const { start, clock, batches, grace, gateway } = here
    await start('k1', london(12), { afterHours: 'gateway' })
    batches.set('batch_1', { numbers: london(6), called: 4, cancelled: false, callsBack: false })
    clock.advance(10 * minute)
    await close(here)
    await gateway.startDue()
    expect((await readPreparedBatches(grace)).map(({ startsAs, problem }) => [startsAs, problem])).toEqual([
      ['Renewals, part 2 of 2', null],
      ['Renewals, part 1 of 2, later', null],
    ])
    clock.advance(12 * hour)
    await gateway.startDue()
    expect(dialled(here).slice(1)).toEqual([london(2, 4)])
    batches.set('batch_2', { numbers: london(2, 4), called: 2, cancelled: false, callsBack: false })
    await read(here, 'batch_2')
    await expect.poll(() => dialled(here)[2]).toEqual(london(6, 6))
  })

  test('a batch is cancelled even if an operator’s cancel has an unknown outcome', {
    tags: ['closing-leaves-ended-batches'],
  }, async () => {
    const here = await eveningWorld()
    const { start, clock, cancels, answerCancel, grace } = here
    await start('k1', london(3), { afterHours: 'gateway' })
    answerCancel('lost')
    expect((await grace.request('DELETE', '/v1/api/batch-calls/batch_1', { key: 'k2' })).json.error.sent).toBe(
      'unknown',
    )
    clock.advance(10 * minute)
    await close(here)
    expect(cancels).toEqual(['batch_1', 'batch_1'])
    // An operator also cancelled it, so nobody of it is prepared.
    expect(await readPreparedBatches(grace)).toEqual([])
  })

  test('nothing continues automatically once an operator has also cancelled the batch', {
    tags: ['cancel-by-hand-ends-a-batch'],
  }, async () => {
    const here = await eveningWorld(evening, { partRows: 8 })
    const { start, clock, cancels, grace, batches, gateway } = here
    await start('k1', london(12), { afterHours: 'gateway' })
    batches.set('batch_1', { numbers: london(6), called: 4, cancelled: false, callsBack: false })
    clock.advance(10 * minute)
    await gateway.closeDue()
    expect((await grace.request('DELETE', '/v1/api/batch-calls/batch_1', { key: 'k2' })).status).toBe(200)
    expect(cancels).toHaveLength(2)
    await close(here)
    clock.advance(12 * hour)
    await gateway.startDue()
    expect(dialled(here)).toHaveLength(1)
    expect((await readPreparedBatches(grace)).map(({ startsAs, problem }) => [startsAs, problem])).toEqual([
      ['Renewals, part 2 of 2', 'Renewals, part 1 of 2 was cancelled.'],
    ])
  })

  test('a start that is more than a week late waits for a person', { tags: ['late-starts-wait'] }, async () => {
    const here = await eveningWorld()
    await here.start('k1', london(3), { afterHours: 'gateway' })
    here.clock.advance(10 * minute)
    await close(here)
    await here.gateway.finish()
    here.clock.advance((8 * 24 + 12) * hour)
    const back = await here.open()
    await back.gateway.startDue()
    expect(dialled(here)).toHaveLength(1)
    expect(await readPreparedBatches(back.grace)).toMatchObject([
      { calls: 3, problem: 'It was due to start on 25 November 2026, more than a week ago.' },
    ])
    await back.gateway.finish()
  })

  test('people who wait for their hours are not called automatically after a cancel of their launch', {
    tags: ['others-stop-after-a-cancel'],
  }, async () => {
    const here = await eveningWorld()
    const { start, clock, grace, gateway } = here
    // 06:50 in Sydney, where the hours open at 21:00 of London.
    const sydney = ['+61267654321', '+61267654322']
    const later = { outsideHours: 'later', afterHours: 'gateway' }
    expect((await start('k1', [...london(3), ...sydney], later)).status).toBe(200)
    expect(await readPreparedBatches(grace)).toMatchObject([{ calls: 2, startedBy: 'gateway', problem: null }])
    await grace.request('DELETE', '/v1/api/batch-calls/batch_1', { key: 'k2' })
    clock.advance(2 * hour)
    await gateway.startDue()
    expect(dialled(here)).toEqual([london(3)])
    expect(await readPreparedBatches(grace)).toMatchObject([{ calls: 2, problem: 'Renewals was cancelled.' }])
  })

  test('with "first 10, then ask me", people who wait for their hours also wait for a confirmation', {
    tags: ['others-wait-for-the-word-too'],
  }, async () => {
    const here = await eveningWorld()
    const { start, clock, grace, gateway } = here
    const later = { outsideHours: 'later', afterHours: 'gateway', first: '10' }
    expect((await start('k1', ['+61267654321', ...london(12)], later)).status).toBe(200)
    clock.advance(2 * hour)
    await gateway.startDue()
    expect(dialled(here)).toEqual([london(10)])
    expect(await readPreparedBatches(grace)).toMatchObject([{ startedBy: 'person' }, { startedBy: 'person' }])
  })
})
