import { describe, expect, test } from 'vitest'
import { clock } from '../shared/clock.ts'
import { openTestStore } from '../testing/store.ts'
import { batchForm, type Script, setOutcomeShare, startGatewayWithService } from '../testing/testing.ts'

interface Batch {
  waiting: number
  completed: number
  failed: number
  status?: string
  /** Why its calls fail. */
  error: string
}
const line = 'The call could not be connected.'
const failing: Batch = { waiting: 76, completed: 10, failed: 14, error: line }

/** A service with the batches in `batches`; `onCancel` answers a cancel. */
function service(onCancel?: () => ReturnType<Script>) {
  const batches = new Map<string, Batch>()
  let started = 0
  const script: Script = ({ method, path }) => {
    if (method === 'POST' && path === '/v1/api/batch-calls') {
      started += 1
      return { body: { batchId: `batch_${started}`, totalCalls: 1, status: 'queued', message: 'ok' } }
    }
    const batchId = /\/batch-calls\/(\w+)/.exec(path)?.[1] ?? ''
    const batch = batches.get(batchId)
    if (!batch) return undefined
    const { status = 'processing', error, ...counts } = batch
    const total = counts.waiting + counts.completed + counts.failed
    if (method === 'DELETE') {
      const details = { completedCalls: counts.completed, failedCalls: counts.failed, cancelledCalls: counts.waiting }
      return (
        onCancel?.() ?? {
          body: { batchId, status: 'cancelled', message: 'ok', details: { ...details, totalCalls: total } },
        }
      )
    }
    const all = { ...counts, active: 0, cancelled: 0, total }
    if (!path.includes('/calls?')) return { body: { id: batchId, status, isComplete: counts.waiting === 0, ...all } }
    const calls = Array.from({ length: Math.min(100, counts.failed) }, (_, at) => ({
      jobId: `call_${at}`,
      status: 'failed',
      phone_number: '+19075550100',
      error,
      metadata: {},
    }))
    return { body: { calls, pagination: { page: 1, limit: 100, total: counts.failed }, summary: all } }
  }
  return { script, batches }
}

type World = Awaited<ReturnType<typeof startGatewayWithService>>
let keys = 0
/** Starts a batch of new people. */
const start = (grace: World['grace'], more: Record<string, string> = {}) => {
  keys += 1
  const csv = `phone_number\n+1907555${String(1000 + keys)}\n`
  return grace.post('/gateway/launches', batchForm(csv, { ...more }), { key: `start ${keys}` })
}
const readAnew = { headers: { 'cache-control': 'no-cache' } }
const read = ({ grace }: World, batchId = 'batch_1') => grace.get(`/v1/api/batch-calls/${batchId}/status`, readAnew)
const cancels = ({ service }: World, batchId = 'batch_1') =>
  service.requestsTo('DELETE', `/v1/api/batch-calls/${batchId}`).length
const looks = ({ service }: World, batchId = 'batch_1') =>
  service.requestsTo('GET', `/v1/api/batch-calls/${batchId}/calls?`).length
/** Waits until the breaker has stopped another batch. By then it has finished all earlier checks. */
async function stopAnother(here: World, batches: Map<string, Batch>, batchId: string): Promise<void> {
  batches.set(batchId, failing)
  await read(here, batchId)
  await expect.poll(() => cancels(here, batchId)).toBe(1)
}
const listed = async ({ grace }: World) => {
  const { batches } = (await grace.get('/gateway/batches')).json as unknown as {
    batches: { batchId: string; stopped: unknown; progress: { status: string } }[]
  }
  return batches.find(({ batchId }) => batchId === 'batch_1')
}

describe('the breaker', () => {
  test('cancels a batch once when half of its calls fail for a technical reason, and records why', {
    tags: ['breaker-stops-once'],
  }, async () => {
    const { script, batches } = service()
    const here = await startGatewayWithService(script)
    await start(here.grace)
    batches.set('batch_1', { ...failing, completed: 11, failed: 8 })
    await read(here)
    batches.set('batch_1', failing)
    await read(here)
    await expect.poll(() => cancels(here)).toBe(1)
    await expect
      .poll(() => listed(here))
      .toMatchObject({
        stopped: { ended: 24, failed: 14, read: 14, technical: 14, reasons: [{ reason: line, count: 14 }] },
        progress: { status: 'cancelled', cancelled: 76 },
      })
    const { entries } = (await here.grace.get('/gateway/history?endpoint=batchCancel')).json
    expect(entries).toMatchObject([
      {
        operator: 'Switchboard',
        state: 'done',
        reason: '14 of the first 24 calls failed for a technical reason.',
        steps: [{ state: 'sending' }, { state: 'done' }],
      },
    ])
    // The service reports the batch as running for a while after the cancel.
    batches.set('batch_1', { ...failing, failed: 40 })
    await read(here)
    await start(here.grace)
    await stopAnother(here, batches, 'batch_2')
    expect(cancels(here)).toBe(1)
  })

  test('does not cancel a batch that was started with the breaker off, or not started here', {
    tags: ['breaker-can-be-off'],
  }, async () => {
    const { script, batches } = service()
    const here = await startGatewayWithService(script)
    await start(here.grace, { breaker: 'off' })
    await start(here.grace)
    for (const batchId of ['batch_1', 'foreign']) batches.set(batchId, failing)
    await here.grace.post('/gateway/batches', { batchId: 'foreign' })
    for (const batchId of ['batch_1', 'foreign']) await read(here, batchId)
    await stopAnother(here, batches, 'batch_2')
    expect([cancels(here), cancels(here, 'foreign'), looks(here), looks(here, 'foreign')]).toEqual([0, 0, 0, 0])
  })

  test('reads the reasons only if they can stop the batch, and again when half as many more calls have ended', {
    tags: ['breaker-reads-seldom'],
  }, async () => {
    const { script, batches } = service()
    const here = await startGatewayWithService(script)
    await start(here.grace)
    await start(here.grace)
    const busy = { waiting: 76, error: 'The line was busy.' }
    const counts = [
      [0, 19, 0],
      [11, 9, 0],
      [10, 10, 1],
      [10, 11, 1],
      [14, 15, 1],
      [14, 16, 2],
    ]
    for (const [completed = 0, failed = 0, asked] of counts) {
      batches.set('batch_1', { ...busy, completed, failed })
      await read(here)
      await expect.poll(() => looks(here)).toBe(asked)
    }
    await stopAnother(here, batches, 'batch_2')
    expect([looks(here), cancels(here)]).toEqual([2, 0])
  })

  test.each([
    ['is complete', { waiting: 0, status: 'completed' }],
    ['is cancelled already', { status: 'cancelled' }],
    ['has nobody left to call', { waiting: 0 }],
  ])('asks nothing of a batch that %s', { tags: ['breaker-leaves-ended-batches'] }, async (_, more) => {
    const { script, batches } = service()
    const here = await startGatewayWithService(script)
    // The lane for results reads the calls of a batch that has ended.
    await setOutcomeShare(here.grace, 0)
    await start(here.grace)
    await start(here.grace)
    batches.set('batch_1', { ...failing, ...more })
    await read(here)
    await stopAnother(here, batches, 'batch_2')
    expect([looks(here), cancels(here)]).toEqual([0, 0])
  })

  test('checks again after a restart, and cancels even while all changes are stopped', async () => {
    const store = await openTestStore()
    const before = await startGatewayWithService(service().script, { store })
    await start(before.grace)
    await before.gateway.finish()
    const { script, batches } = service()
    const here = await startGatewayWithService(script, { store })
    const stopped = await here.grace.post('/gateway/stop-switch', { reason: 'The carrier has a fault.' })
    expect(stopped.status).toBe(200)
    batches.set('batch_1', failing)
    await read(here)
    await expect.poll(() => cancels(here)).toBe(1)
  })

  test('retries a refused cancel after a minute, and never retries one with an unknown outcome', {
    tags: ['R07', 'breaker-stops-once'],
  }, async () => {
    let ahead = 0
    const passing = { now: () => clock.now() + ahead, steady: () => clock.steady() + ahead }
    const answers: ReturnType<Script>[] = [
      { status: 400, body: { error: { code: 'invalid_state', message: 'Not now.' } } },
      'lost',
    ]
    const { script, batches } = service(() => answers.shift())
    const here = await startGatewayWithService(script, { clock: passing })
    await start(here.grace)
    await start(here.grace)
    batches.set('batch_1', failing)
    await read(here)
    await expect.poll(() => cancels(here)).toBe(1)
    const outcomes = async () => {
      const { effects } = (await here.grace.get('/gateway/effects')).json as unknown as {
        effects: { id: string; endpoint: string; state: string }[]
      }
      return effects.filter(({ endpoint }) => endpoint === 'batchCancel').map(({ state }) => state)
    }
    await expect.poll(outcomes).toEqual(['refused'])
    await read(here)
    ahead += 61_000
    await here.grace.signInAsDemo()
    await read(here)
    await expect.poll(outcomes).toEqual(['unknown', 'refused'])
    expect(cancels(here)).toBe(2)
    ahead += 61_000
    batches.set('batch_1', { ...failing, failed: 60 })
    await read(here)
    await stopAnother(here, batches, 'batch_2')
    expect(cancels(here)).toBe(2)
  })

  test('cancels nothing beside a person’s cancel whose outcome is unknown', {
    tags: ['R07', 'breaker-stops-once'],
  }, async () => {
    const answers: ReturnType<Script>[] = ['lost']
    const { script, batches } = service(() => answers.shift())
    const here = await startGatewayWithService(script)
    await start(here.grace)
    await start(here.grace)
    batches.set('batch_1', { ...failing, failed: 1 })
    await here.grace.request('DELETE', '/v1/api/batch-calls/batch_1', { key: 'by hand' })
    batches.set('batch_1', failing)
    await read(here)
    await stopAnother(here, batches, 'batch_2')
    expect(cancels(here)).toBe(1)
  })

  test('looks again a minute after a person’s cancel had no outcome, without asking the service meanwhile', {
    tags: ['breaker-reads-seldom'],
  }, async () => {
    let ahead = 0
    const passing = { now: () => clock.now() + ahead, steady: () => clock.steady() + ahead }
    const answers: ReturnType<Script>[] = ['lost']
    const { script, batches } = service(() => answers.shift())
    const here = await startGatewayWithService(script, { clock: passing })
    await start(here.grace)
    await start(here.grace)
    batches.set('batch_1', { ...failing, failed: 1 })
    const lost = await here.grace.request('DELETE', '/v1/api/batch-calls/batch_1', { key: 'by hand' })
    batches.set('batch_1', failing)
    await read(here)
    await stopAnother(here, batches, 'batch_2')
    const settlement = { happened: false, reason: 'The console shows it as running.' }
    const { effectId } = (lost.json as { error: { effectId: string } }).error
    expect((await here.grace.post(`/gateway/effects/${effectId}/settle`, settlement)).status).toBe(200)
    await read(here)
    expect([looks(here), cancels(here)]).toEqual([0, 1])
    ahead += 61_000
    await here.grace.signInAsDemo()
    await read(here)
    await expect.poll(() => cancels(here)).toBe(2)
    expect(looks(here)).toBe(1)
  })
})
