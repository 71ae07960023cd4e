/** Odd answers about calls that ended: each call is counted once, and what cannot be true is missing and not zero. */
import { expect, test } from 'vitest'
import type { BatchResults, CallOutcome, CountedCall } from '#contract/index.ts'
import { setOutcomeShare, startGatewayWithService } from '../testing/testing.ts'

const start = Date.now() - 3_600_000
const row = (id: number, more: object) => ({
  jobId: `j${id}`,
  callId: `c${id}`,
  phone_number: `+1212555${1_000 + id}`,
  status: 'completed',
  startTime: start,
  endTime: start + 40_000,
  duration: 40,
  metadata: {},
  ...more,
})
const result = (outcome: unknown, ...said: object[]) => ({
  result: { callId: '', outcome, transcript: said, metadata: {} },
})
const customer = (content: string) => ({ role: 'customer', content })
/** Each with its outcome, and its seconds if they are known. */
const odd: Record<string, [object, CallOutcome, number | null]> = {
  'an outcome that the service never documented': [row(1, result('teleported')), 'answered', 40],
  'an outcome that is a number': [row(2, result(7)), 'answered', 40],
  'an outcome in capitals with a dash': [row(3, result('Voice-Mail')), 'mailbox', 40],
  'an end before the start': [row(4, { endTime: start - 60_000 }), 'answered', 40],
  'a negative duration': [row(5, { duration: -12 }), 'answered', null],
  'no duration': [row(6, { duration: undefined }), 'answered', null],
  'a duration of years': [row(7, { duration: 90_000_000 }), 'answered', null],
  'a duration as a text': [row(8, { duration: '40' }), 'answered', null],
  'a start in seconds': [
    row(9, { startTime: Math.floor(start / 1_000), endTime: Math.floor(start / 1_000) + 40 }),
    'answered',
    40,
  ],
  'a start in text': [
    row(10, { startTime: new Date(start).toISOString(), endTime: new Date(start + 40_000).toISOString() }),
    'answered',
    40,
  ],
  'an error although it was completed': [row(11, { error: 'No answer' }), 'no_answer', 40],
  'a speaker of an unknown role': [
    row(12, result('completed', { role: 'robot', content: 'Yes, please.' })),
    'answered',
    40,
  ],
  'the same row twice': [row(13, { status: 'failed', error: 'Busy' }), 'busy', 40],
  'a number that is none': [row(14, { phone_number: 'withheld' }), 'answered', 40],
  'a call without an ID': [row(16, { callId: '' }), 'answered', 40],
  'an empty line': [row(17, result('completed', customer(''), customer('   '))), 'answered', 40],
  'a start in the year 2099': [row(18, { startTime: Date.parse('2099-01-01'), endTime: null }), 'answered', 40],
  'a state in capitals': [row(19, { status: 'COMPLETED' }), 'answered', 40],
}
const twice = row(13, { status: 'failed', error: 'Busy' })

test('each call in odd answers is counted once, at a time and with a duration that can be', async () => {
  const rows = Object.values(odd)
  const counts = { waiting: 0, active: 0, completed: rows.length - 1, failed: 1, cancelled: 0, total: rows.length }
  const progress = { status: 'completed', isComplete: true, ...counts }
  const pagination = { page: 1, limit: 100, total: rows.length, totalPages: 1, hasNext: false, hasPrev: false }
  const { grace } = await startGatewayWithService(({ path }) => {
    if (path === '/v1/api/batch-calls/b1/status') return { body: progress }
    if (path === '/v1/api/batch-calls/b1')
      return { body: { ...progress, id: 'b1', agentId: 'a1', progress, totalCalls: rows.length } }
    if (path.startsWith('/v1/api/batch-calls/b1/calls'))
      return { body: { calls: [...rows.map(([call]) => call), twice], pagination, summary: progress } }
    return undefined
  })
  await setOutcomeShare(grace, 0)
  await grace.post('/gateway/batches', { batchId: 'b1' })
  await grace.get('/v1/api/batch-calls/b1/status')
  await grace.get('/v1/api/batch-calls/b1/calls?page=1&limit=100')
  const list = `/gateway/reports/calls/rows?from=${start - 60_000}&to=${Date.now() + 60_000}&limit=100`
  const listed = async () => (await grace.get(list)).json.calls as CountedCall[]
  await expect.poll(async () => (await listed()).length).toBe(rows.length)
  const calls = new Map((await listed()).map(({ jobId, outcome, duration }) => [jobId, [outcome, duration]]))
  expect(
    Object.entries(odd).map(([name, [call]]) => [name, ...(calls.get((call as { jobId: string }).jobId) ?? [])]),
  ).toEqual(Object.entries(odd).map(([name, [, outcome, duration]]) => [name, outcome, duration]))
  const results = (await grace.get('/gateway/batches/b1/results')).json as unknown as BatchResults
  const { called, ended, seenToEnd, seen } = results
  expect({ called, ended, seenToEnd, seen, calls: results.calls }).toEqual({
    called: rows.length,
    ended: rows.length,
    seenToEnd: rows.length,
    // Of the others nobody has said more than that they were completed.
    seen: 3,
    calls: rows.length,
  })
})
