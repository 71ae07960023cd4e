/** A follow-up batch: whom it could call, who is left out and why, and the file of its rows; without a request to the service. */
import { expect, test } from 'vitest'
import type { FollowUp } from '#contract/index.ts'
import { openTestStore } from '../../testing/store.ts'
import { csvForm, type Script, startGatewayWithService } from '../../testing/testing.ts'

const start = Date.parse('2026-11-23T14:30:00Z')
const row = (position: number, more: object) => ({
  jobId: `j${position}`,
  phone_number: `+12125550${100 + position}`,
  callId: `c${position}`,
  startTime: start + position * 60_000,
  status: 'completed',
  duration: 10,
  metadata: { first_name: `P${position}`, plan: position === 1 ? '=1+1' : 'gold' },
  ...more,
})
const said = (...lines: string[]) => ({
  result: {
    callId: '',
    outcome: 'completed',
    transcript: lines.map((content, index) => ({ role: index % 2 === 0 ? 'agent' : 'customer', content })),
    metadata: {},
  },
})
const rows = [
  row(1, { result: { callId: '', outcome: 'voicemail', transcript: [], metadata: {} } }),
  row(2, { status: 'failed', error: 'No answer' }),
  row(3, { status: 'failed', error: 'Busy' }),
  row(4, { status: 'failed', error: 'SIP 503' }),
  row(5, said('Hello?', 'Please stop calling me.')),
  row(6, said('Hello?', 'You have the wrong number.')),
  // The same number as the fifth row.
  row(7, { phone_number: '+12125550105', status: 'failed', error: 'No answer' }),
  row(8, said('Hello?', 'Please leave a message after the tone.')),
  row(9, {}),
  row(10, { status: 'cancelled', callId: null, startTime: null, duration: null }),
  row(11, { phone_number: '', status: 'failed', error: 'No answer' }),
  row(12, said('Hello?', 'Please leave a message after the tone.')),
  row(13, said('Hello?', 'Leave my mother alone.')),
]
const total = rows.length + 3
const progress = { completed: 6, failed: 5, waiting: 0, active: 0, cancelled: 1, total }

async function openBatch() {
  const script: Script = ({ path }) => {
    const pagination = { page: 1, limit: 20, total, totalPages: 1, hasNext: false, hasPrev: false }
    if (path.startsWith('/v1/api/batch-calls/b1/calls')) return { body: { calls: rows, pagination, summary: progress } }
    if (path === '/v1/api/batch-calls/b1')
      return { body: { id: 'b1', agentId: 'a1', progress, status: 'completed', isComplete: true, totalCalls: total } }
    return undefined
  }
  const store = await openTestStore()
  const started = await startGatewayWithService(script, { store })
  const { grace, service } = started
  await grace.post('/gateway/batches', { batchId: 'b1' })
  await grace.get('/v1/api/batch-calls/b1/calls?page=1&limit=20', { headers: { 'cache-control': 'no-cache' } })
  await grace.post('/gateway/do-not-call', { number: '+12125550108', reason: 'Asked' })
  return {
    ...started,
    store,
    followUp: async (body: object) => {
      const sent = service.received.length
      const answer = await grace.post('/gateway/batches/b1/follow-up', body)
      expect(service.received).toHaveLength(sent)
      return { status: answer.status, followUp: answer.json as unknown as FollowUp }
    },
  }
}
const group = (outcome: string, more: object = {}) => ({ outcome, rows: 1, guesses: 0, listed: 0, hidden: 0, ...more })

test('sorts the rows of a batch by outcome, and says who is left out, why, and how many were not seen', async () => {
  const { followUp } = await openBatch()
  expect((await followUp({})).followUp).toEqual({
    groups: [
      group('answered'),
      group('mailbox', { rows: 2, guesses: 1, listed: 1 }),
      group('no_answer', { hidden: 1 }),
      group('busy'),
      group('failed'),
    ],
    askedNotToBeCalled: {
      rows: 2,
      guesses: 2,
      unlisted: [
        { number: '+12125550113', name: 'P13', isGuess: true, isUnclear: true },
        { number: '+12125550105', name: 'P7', isGuess: true, isUnclear: false },
      ],
    },
    mayHaveAsked: { rows: 1, guesses: 1 },
    wrongNumbers: { rows: 1, guesses: 1 },
    open: 0,
    neverCalled: 1,
    seen: 13,
    total: 16,
    areKept: true,
    file: null,
  })
})

test('writes the rows of the chosen outcomes with their variables, without anybody who is left out', {
  tags: ['left-out-people-are-not-called-again'],
}, async () => {
  const { followUp, store } = await openBatch()
  const { followUp: answer } = await followUp({ outcomes: ['mailbox', 'no_answer'] })
  expect(answer.file).toEqual({
    rows: 3,
    text: "\ufeffphone_number,first_name,plan\n+12125550101,P1,'=1+1\n+12125550102,P2,gold\n+12125550112,P12,gold\n",
  })
  const recorded = await store.selectFrom('effects').select('ids').where('endpoint', '=', 'batchFollowUp').execute()
  expect(recorded).toHaveLength(1)
  expect(recorded[0]?.ids).toContain('b1')
})

test('cannot be asked for people who asked not to be called, or for nobody', async () => {
  const { followUp } = await openBatch()
  for (const outcomes of [['do_not_call'], ['mailbox', 'wrong_number'], []])
    expect((await followUp({ outcomes })).status).toBe(400)
})

test('names those who asked not to be called until they are on the do-not-call list', async () => {
  const { followUp, grace } = await openBatch()
  const fields = { reason: 'Asked', source: 'batch_row', sourceId: 'b1' }
  const added = await grace.post('/gateway/do-not-call/import', csvForm(fields, 'phone_number\n+12125550105\n'))
  expect(added.json).toMatchObject({ added: 1, already: 0 })
  expect((await followUp({})).followUp.askedNotToBeCalled).toMatchObject({
    rows: 2,
    guesses: 2,
    // Whoever only may have asked is not among those that were added.
    unlisted: [{ name: 'P13', isUnclear: true }],
  })
  const list = (await grace.get('/gateway/do-not-call')).json as unknown as { entries: { source: object }[] }
  expect(list.entries[0]?.source).toEqual({ kind: 'batch_row', name: null, id: 'b1' })
})
