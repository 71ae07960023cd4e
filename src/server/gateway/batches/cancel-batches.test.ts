import { expect, test } from 'vitest'
import { type Script, startGatewayWithService } from '../testing/testing.ts'

const cancelled = (batchId: string, cancelledCalls: number) => ({
  body: {
    batchId,
    status: 'cancelled',
    message: 'ok',
    details: { completedCalls: 1, failedCalls: 0, cancelledCalls, totalCalls: cancelledCalls + 1 },
  },
})
const cancelScript: Script = ({ method, path }) => {
  if (method !== 'DELETE') return undefined
  if (path.endsWith('batch_1')) return cancelled('batch_1', 40)
  return path.endsWith('batch_2') ? 'lost' : { status: 404, body: { error: { code: 'not_found', message: 'None.' } } }
}
const threeBatches = { batchIds: ['batch_1', 'batch_2', 'batch_3'] }

test('cancelling three batches at once answers with the outcome of each', {
  tags: ['stopping-batches-has-a-key'],
}, async () => {
  const { service, grace } = await startGatewayWithService(cancelScript)
  const keyless = await grace.post('/gateway/batches/cancel', threeBatches)
  expect(keyless).toMatchObject({ status: 400, json: { error: { code: 'idempotency_key_required' } } })
  const { json } = await grace.post('/gateway/batches/cancel', threeBatches, { key: 'k' })
  expect(json.batches).toMatchObject([
    { batchId: 'batch_1', state: 'done', cancelledCalls: 40 },
    { batchId: 'batch_2', state: 'unknown' },
    { batchId: 'batch_3', state: 'refused' },
  ])
  // A repeat with the same key gets the same outcomes, and sends no cancel again.
  await grace.post('/gateway/batches/cancel', threeBatches, { key: 'k' })
  expect(service.requestsTo('DELETE', '/v1/api/batch-calls/')).toHaveLength(3)
  const { effects } = (await grace.get('/gateway/effects')).json as unknown as { effects: { endpoint: string }[] }
  expect(effects.filter(({ endpoint }) => endpoint === 'batchCancel')).toHaveLength(3)
})

test('cancels are sent at once even when the request budget is spent', { tags: ['R10'] }, async () => {
  const runningProgress = {
    status: 'processing',
    isComplete: false,
    waiting: 40,
    active: 0,
    completed: 1,
    failed: 0,
    total: 41,
  }
  const { service, grace } = await startGatewayWithService(
    (request) => (request.path.endsWith('/status') ? { body: runningProgress } : cancelScript(request)),
    {
      environment: { SERVICE_REQUESTS_PER_MINUTE: '12' },
    },
  )
  const readProgress = async () => (await grace.get('/v1/api/batch-calls/batch_1/status')).json
  expect(await readProgress()).toMatchObject({ waiting: 40, cancelled: 0 })
  for (let index = 0; index < 20; index += 1) await grace.get(`/v1/api/batch-calls/batch_${index + 20}`)
  expect((await grace.get('/v1/api/batch-calls/batch_99')).status).toBe(503)
  const startedAt = Date.now()
  const { json } = await grace.post('/gateway/batches/cancel', { batchIds: ['batch_1', 'batch_3'] }, { key: 'k' })
  expect(json.batches).toMatchObject([{ state: 'done' }, { state: 'refused' }])
  expect(Date.now() - startedAt).toBeLessThan(1_000)
  // The progress cannot be read now, so it comes from the cancel's answer.
  expect(await readProgress()).toMatchObject({ status: 'cancelled', isComplete: true, waiting: 0, cancelled: 40 })
  expect(service.requestsTo('DELETE', '/v1/api/batch-calls/')).toHaveLength(2)
})

test('when Switchboard shuts down, a waiting cancel is refused at once, because nothing was cancelled', {
  tags: ['R10', 'waiting-cancel-holds-up-no-stop'],
}, async () => {
  const { service, grace, gateway } = await startGatewayWithService(
    ({ method }) => (method === 'DELETE' ? { status: 429, headers: { 'retry-after': '600' } } : undefined),
    // One request for the connection check, one for the first cancel. The second cancel finds no slot.
    { environment: { SERVICE_REQUESTS_PER_MINUTE: '2' } },
  )
  const cancel = (id: string) => grace.request('DELETE', `/v1/api/batch-calls/${id}`, { key: id })
  const first = cancel('batch_1')
  await expect.poll(() => service.requestsTo('DELETE', '/').length).toBe(1)
  const second = cancel('batch_2')
  await gateway.finish()
  for (const answer of await Promise.all([first, second]))
    expect(answer).toMatchObject({ status: 503, json: { error: { code: 'stopping', sent: 'no' } } })
  expect(service.requestsTo('DELETE', '/')).toHaveLength(1)
  const { effects } = (await grace.get('/gateway/effects')).json
  expect(effects).toMatchObject([
    { endpoint: 'batchCancel', state: 'refused' },
    { endpoint: 'batchCancel', state: 'refused' },
  ])
})
