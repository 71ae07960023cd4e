/** The results of a batch: its rows by their last call, all reasons, and by attempt and local hour. */
import { expect, test } from 'vitest'
import type { BatchResults } from '#contract/index.ts'
import { callFact, holdUpdates, insertRows, openTestStore } from '../testing/store.ts'
import { type Script, startGatewayWithService } from '../testing/testing.ts'

/** A Monday, 09:30 in New York. */
const start = Date.parse('2026-11-23T14:30:00Z')
const hour = 3_600_000
const call = (row: number, at: number, more: object) => ({
  jobId: `j${row}`,
  phone_number: `+1212555${String(1_000 + row)}`,
  callId: `c${row}-${at}`,
  startTime: start + at * hour,
  status: 'completed',
  duration: 0,
  metadata: {},
  ...more,
})
const transcript = (...said: string[]) =>
  said.map((content, index) => ({ role: index % 2 === 0 ? 'agent' : 'customer', content }))
const result = (outcome: string, ...said: string[]) => ({
  result: { callId: '', outcome, transcript: transcript(...said), metadata: {} },
})
const progress = {
  status: 'completed',
  isComplete: true,
  waiting: 1,
  active: 0,
  completed: 4,
  failed: 3,
  cancelled: 0,
  total: 8,
}
const pagination = { page: 1, limit: 20, total: 8, totalPages: 1, hasNext: false, hasPrev: false }

/** A batch of eight rows, whose list is read once for each of these pages. */
async function startWithCalls(...reads: object[][]) {
  let calls: object[] = []
  const script: Script = ({ path }) => {
    if (path.startsWith('/v1/api/batch-calls/b1/calls')) return { body: { calls, pagination, summary: progress } }
    if (path === '/v1/api/batch-calls/b1/status') return { body: progress }
    if (path === '/v1/api/batch-calls/b1')
      return { body: { id: 'b1', agentId: 'a1', progress, status: 'completed', isComplete: true, totalCalls: 8 } }
    return undefined
  }
  const store = await openTestStore()
  const started = await startGatewayWithService(script, { store })
  const { grace, service } = started
  await grace.post('/gateway/batches', { batchId: 'b1' })
  const fresh = { headers: { 'cache-control': 'no-cache' } }
  for (const read of reads) {
    calls = read
    await grace.get('/v1/api/batch-calls/b1/calls', fresh)
  }
  const sent = service.received.length
  const results = (await grace.get('/gateway/batches/b1/results')).json as unknown as BatchResults
  expect(service.received).toHaveLength(sent)
  return { ...started, store, results }
}

test('rows are counted once, by their last call, with all reasons', async () => {
  const { results } = await startWithCalls(
    [call(1, 0, { status: 'waiting', error: 'No answer' }), call(2, 0, { status: 'waiting', error: 'Busy' })],
    [
      call(1, 2, { duration: 90, ...result('completed', 'Do you want to renew?', 'Yes, please.') }),
      call(2, 2, { status: 'failed', error: 'Busy' }),
      call(3, 0, { duration: 12, ...result('completed', 'Hello?', 'Wrong number.') }),
      call(4, 0, { duration: 25, ...result('voicemail') }),
      call(5, 1, { duration: 45 }),
      call(6, 1, { status: 'failed', error: 'No answer' }),
      call(7, 1, { status: 'failed', error: 'no_answer' }),
      call(8, 1, { status: 'waiting', error: 'No answer' }),
    ],
  )
  expect(results).toMatchObject({
    rows: 8,
    ended: 7,
    seen: 6,
    seenToEnd: 7,
    called: 8,
    answered: 3,
    talked: 2,
    calls: 10,
  })
  expect(results.outcomes).toEqual({ agreed: 1, busy: 1, wrong_number: 1, mailbox: 1, answered: 1, no_answer: 3 })
  expect(results.talkSeconds).toBe(90 + 12 + 45)
  expect(results.reasons.map(({ reason, rows }) => [reason, rows])).toEqual([
    ['No answer', 2],
    ['Busy', 1],
  ])
  expect(results.reasons[0]?.key).toMatch(/^[0-9a-f]{12}$/)
  expect(results.attempts.map(({ key, outcomes }) => [key, outcomes])).toEqual([
    ['1', { no_answer: 4, busy: 1, wrong_number: 1, mailbox: 1, answered: 1 }],
    ['2', { agreed: 1, busy: 1 }],
  ])
  expect(results.hours.map(({ key, outcomes, longTalks }) => [key, outcomes, longTalks])).toEqual([
    ['9', { no_answer: 1, busy: 1, wrong_number: 1, mailbox: 1 }, 0],
    ['10', { answered: 1, no_answer: 3 }, 1],
    ['11', { agreed: 1, busy: 1 }, 1],
  ])
})

test('rows of which only the history tells the last call are known once the batch is complete', async () => {
  const { grace, store } = await startWithCalls()
  // 'waiting': the row waits to be called back. '': of the row itself, nothing was read.
  const states = ['completed', 'completed', 'completed', '', '', '', '', 'waiting']
  const outcomes = ['answered', 'answered', 'mailbox', 'no_answer', 'no_answer', 'busy', 'failed', 'no_answer'] as const
  await insertRows(
    store,
    'call_facts',
    states.map((state, row) =>
      callFact({
        id: `c${row}`,
        job_id: `j${row}`,
        state,
        outcome: outcomes[row],
        outcome_source: outcomes[row] === 'answered' ? 'state' : 'service',
        at: start,
      }),
    ),
  )
  await store.updateTable('known_batches').set({ started_at: start }).execute()
  const results = async () => (await grace.get('/gateway/batches/b1/results')).json as unknown as BatchResults
  // As many as the outcomes beside: all but the two of which nobody knows what was said.
  expect((await results()).outcomes).toEqual({ answered: 2, mailbox: 1, no_answer: 3, busy: 1, failed: 1 })
  expect(await results()).toMatchObject({ called: 8, ended: 7, seenToEnd: 7, seen: 5 })
  const period = `from=${start - hour}&to=${start + hour}&by=outcome`
  const report = (await grace.get(`/gateway/reports/calls?${period}`)).json as unknown as { coverage: object }
  expect(report.coverage).toMatchObject({ ended: 7, seen: 5 })
  // Until then, each of them may wait to be called back.
  const running = JSON.stringify({ ...progress, isComplete: false, failed: 1, waiting: 3 })
  await store.updateTable('known_batches').set({ progress: running }).execute()
  expect(await results()).toMatchObject({ ended: 5, seenToEnd: 3, seen: 1 })
  const withCancelled = JSON.stringify({ ...progress, failed: 2, waiting: 0, cancelled: 2 })
  await store.updateTable('known_batches').set({ progress: withCancelled }).execute()
  expect(await results()).toMatchObject({ ended: 6, seenToEnd: 6, seen: 4 })
})

test('a batch of more calls than one statement reads is counted whole', async () => {
  const { store, grace } = await startWithCalls()
  const calls = Array.from({ length: 4_500 }, (_, index) => ({
    jobId: `j${Math.floor(index / 3)}`,
    attempt: (index % 3) + 1,
  }))
  await insertRows(
    store,
    'call_facts',
    calls.map(({ jobId, attempt }) =>
      callFact({
        id: `${jobId} ${attempt}`,
        job_id: jobId,
        attempt,
        state: attempt === 3 ? 'completed' : 'waiting',
        outcome: attempt === 3 ? 'agreed' : 'no_answer',
        at: start + attempt,
      }),
    ),
  )
  const results = (await grace.get('/gateway/batches/b1/results')).json as unknown as BatchResults
  expect(results).toMatchObject({
    called: 1_500,
    answered: 1_500,
    talked: 1_500,
    calls: 4_500,
    outcomes: { agreed: 1_500 },
  })
})

test('of a batch that nobody has opened, nothing is known', async () => {
  const { grace } = await startWithCalls()
  expect((await grace.get('/gateway/batches/unknown/results')).json).toMatchObject({
    rows: null,
    ended: null,
    seen: 0,
    outcomes: {},
    reasons: [],
  })
})

test('an answered row whose duration nobody knows makes the average talk time no shorter', async () => {
  const { duration: _, ...untimed } = call(2, 0, {})
  const { results } = await startWithCalls([call(1, 0, { duration: 90 }), untimed])
  expect(results).toMatchObject({ answered: 2, talkSeconds: 90, timed: 1 })
})

test('a list of batches has the same figures as the page of each, and those that began in the period', async () => {
  const { grace, store, results } = await startWithCalls([
    call(1, 0, { duration: 90, ...result('completed', 'Do you want to renew?', 'Yes, please.') }),
    call(2, 0, { status: 'failed', error: 'Busy' }),
  ])
  await store.updateTable('known_batches').set({ started_at: start }).execute()
  const list = async (from: number, to: number) =>
    (await grace.get(`/gateway/reports/batches?from=${from}&to=${to}`)).json.batches
  const { reasons, attempts, hours, ...figures } = results
  expect(reasons.length + attempts.length + hours.length).toBeGreaterThan(0)
  expect(await list(start, start + 1)).toEqual([expect.objectContaining({ batchId: 'b1', agentId: 'a1', ...figures })])
  expect(await list(start + 1, start + hour)).toEqual([])
})

test('results count the progress that was read before, also while it is being stored, for which the progress itself does not wait', async () => {
  const store = await openTestStore()
  const running = { ...progress, status: 'processing', isComplete: false, waiting: 8, completed: 0, failed: 0 }
  const { grace } = await startGatewayWithService(
    ({ path }) => {
      if (path === '/v1/api/batch-calls/b1/status') return { body: progress }
      return path === '/v1/api/batch-calls/b1' ? { body: { id: 'b1', agentId: 'a1', progress: running } } : undefined
    },
    { store },
  )
  await grace.post('/gateway/batches', { batchId: 'b1' })
  const held = holdUpdates(store)
  expect((await grace.get('/v1/api/batch-calls/b1/status')).json).toMatchObject({ completed: 4 })
  const results = grace.get('/gateway/batches/b1/results')
  expect((await grace.get('/gateway/batches?state=ended')).json.batches).toMatchObject([{ progress: { completed: 0 } }])
  held.release()
  expect((await results).json).toMatchObject({ rows: 8, ended: 7 })
})
