/** What came of calls is read without anybody looking at them, from the endpoints of the specification alone. */
import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import type { BatchResults } from '#contract/index.ts'
import { readRecords, scriptEndedBatches } from '../testing/ended-batches.ts'
import { openTestStore } from '../testing/store.ts'
import { startGatewayWithService } from '../testing/testing.ts'

/** @param unknownJob a job that the service does not know */
async function start(batches: Record<string, number>, unknownJob = '') {
  const script = scriptEndedBatches(batches)
  const world = await startGatewayWithService(
    (request) => (request.path.endsWith(`/${unknownJob}`) ? undefined : script(request)),
    {
      store: await openTestStore(),
      seed: Object.keys(batches).map((batchId) => ({ batchId, name: batchId, agentId: null })),
      // A minute's requests take a tenth of a second.
      environment: {
        SERVICE_REQUESTS_PER_MINUTE: '36000',
        SERVICE_WEBHOOK_SECRET: 'secret',
        SERVICE_WORKSPACE_ID: 'ws_main=Main',
      },
    },
  )
  const { grace, service: received } = world
  await grace.request('PUT', '/gateway/outcome-share', { body: { percent: 50 } })
  const readProgress = (batchId: string) => grace.get(`/v1/api/batch-calls/${batchId}/status`)
  const results = async (batchId: string) =>
    (await grace.get(`/gateway/batches/${batchId}/results`)).json as unknown as BatchResults
  const records = () => readRecords(received)
  return { ...world, readProgress, results, records }
}

test('reads each answered call of a batch once, and the pages that nobody opened', { tags: ['R54'] }, async () => {
  const { grace, readProgress, results, records, service: received } = await start({ b1: 230 })
  await readProgress('b1')
  await expect.poll(async () => (await results('b1')).seen, { timeout: 20_000 }).toBe(230)
  const { outcomes, answered } = await results('b1')
  expect(outcomes).toEqual({ agreed: 138, mailbox: 46, no_answer: 46 })
  expect(answered).toBe(138)
  // Why the others failed is in the list.
  expect(records()).toHaveLength(184)
  expect(new Set(records()).size).toBe(184)
  expect(received.requestsTo('GET', '/v1/api/batch-calls/b1/calls?')).toHaveLength(3)
  const search = { text: 'leave a message' }
  await expect
    .poll(async () => ((await grace.post('/gateway/kept-calls/search', search)).json.calls as []).length)
    .toBe(46)
})

test('reads a call first whose end an event announced', { tags: ['R54'] }, async () => {
  const { grace, readProgress, records } = await start({ b1: 30, b2: 300 })
  await readProgress('b1')
  await expect.poll(() => records().length, { interval: 5 }).toBeGreaterThan(1)
  const data = { callId: 'b2c7', agentId: 'a', roomName: '', toNumber: '+12125551007', batchId: 'b2', jobId: 'b2_7' }
  const body = JSON.stringify({ event: 'call.completed', data: { ...data, duration: 30, status: 'completed' } })
  const signature = createHmac('sha256', 'secret').update(body).digest('hex')
  // It is one of the last in the file.
  expect(records()).not.toContain('b2_7')
  await grace.request('POST', '/webhooks/service', { body, headers: { 'x-service-signature': signature } })
  // While the event was on its way, others were read.
  const readBefore = records().length
  await expect.poll(records).toContain('b2_7')
  expect(records().indexOf('b2_7')).toBeLessThan(readBefore + 2)
})

test('asks once about a call that the service does not know', {
  tags: ['R54', 'refused-read-has-no-answer'],
}, async () => {
  const { readProgress, results, records } = await start({ b1: 10 }, 'b1_9')
  await readProgress('b1')
  // The first to be read.
  await expect.poll(async () => (await results('b1')).seen).toBe(9)
  expect(records().filter((jobId) => jobId === 'b1_9')).toHaveLength(1)
})
