/** The file of a batch with transcripts: those that the team has seen, without another request to the service. */
import { expect, test } from 'vitest'
import type { BatchExport } from '#contract/index.ts'
import { readRecipients } from '#recipients/read.ts'
import { openTestStore } from '../../testing/store.ts'
import { createTestClock, type Script, setOutcomeShare, startGatewayWithService } from '../../testing/testing.ts'

const startTime = Date.parse('2026-11-23T14:30:00Z')
const agentId = 'f'.repeat(24)
const roomName = `${agentId}-abcdefghij`
const said = [
  { role: 'agent', content: 'Do you want to renew?' },
  { role: 'customer', content: 'Yes, "please"\nand thanks.' },
]
const row = (jobId: string, callId: string, phone_number: string) => ({
  jobId,
  callId,
  phone_number,
  status: 'completed',
  startTime,
  duration: 61,
  metadata: { first_name: '=Ada' },
})
const calls = [row('j1', 'abcdefghij', '+12125550134'), row('j2', 'klmnopqrst', '+12125550135')]
const progress = { completed: 2, failed: 0, waiting: 0, active: 0, cancelled: 0, total: 2 }
const pagination = { page: 1, limit: 100, total: 2, totalPages: 1, hasNext: false, hasPrev: false }

async function watchAndExport(form: BatchExport['form']) {
  const script: Script = ({ path }) => {
    if (path === `/v2/api/active-calls/${roomName}`)
      return {
        body: {
          id: 'c1',
          roomName,
          customerPhone: '+12125550134',
          aiAgentName: 'Finn',
          duration: 58,
          participants: [],
          transcript: said,
        },
      }
    if (path.startsWith('/v1/api/batch-calls/b1/calls')) return { body: { calls, pagination, summary: progress } }
    if (path === '/v1/api/batch-calls/b1')
      return { body: { id: 'b1', agentId, progress, status: 'completed', isComplete: true, totalCalls: 2 } }
    return undefined
  }
  const store = await openTestStore()
  const { grace, service } = await startGatewayWithService(script, {
    store,
    clock: createTestClock(startTime + 70_000),
  })
  await setOutcomeShare(grace, 0)
  await grace.post('/gateway/batches', { batchId: 'b1' })
  await grace.get(`/v2/api/active-calls/${roomName}`, { headers: { 'cache-control': 'no-cache' } })
  const path = '/gateway/batches/b1/exports'
  const { id } = (await grace.post(path, { status: 'all', form })).json as unknown as BatchExport
  const list = async () => (await grace.get(path)).json as unknown as { exports: BatchExport[] }
  await expect.poll(async () => (await list()).exports[0]?.state).toBe('done')
  expect(service.requestsTo('GET', `/v2/api/active-calls/${roomName}`)).toHaveLength(1)
  expect(service.requestsTo('GET', '/v1/api/batch-calls/b1/calls')).toHaveLength(1)
  return (await grace.get(`${path}/${id}/file`)).text
}

test('has what was said in calls that the team has seen, and can be read again', async () => {
  const text = await watchAndExport('transcripts')
  const read = readRecipients(Buffer.from(text), {})
  if (!read.ok) throw new Error(read.refusal.message)
  expect(read.file.recipients.map(({ values }) => values.call_transcript)).toEqual([
    'Agent: Do you want to renew?\nCustomer: Yes, "please"\nand thanks.',
    '',
  ])
  expect(read.file.recipients[0]?.values).toMatchObject({ first_name: '=Ada', call_attempts: '1' })
  expect(text).not.toMatch(/(^|,)"?=/m)
})

test('has no transcripts unless they are wanted', async () => {
  expect(await watchAndExport('report')).not.toContain('renew')
})
