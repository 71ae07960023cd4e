/**
 * The outcomes of calls, put together from everything that reports them, without a request of its own. Longer than 500 lines, because all tests
 * share the sources that tell of a call.
 */
import { createHmac } from 'node:crypto'
import { describe, expect, it, test } from 'vitest'
import type { BatchResults, CallCounts } from '#contract/index.ts'
import { emptySighting } from '../calls/call-sightings.ts'
import { createSilentLog } from '../shared/log.ts'
import { decisionFact, insertRows, openTestStore } from '../testing/store.ts'
import { createTestClock, type Script, setOutcomeShare, startGatewayWithService } from '../testing/testing.ts'
import { createCallFacts } from './call-facts.ts'

const agentId = 'f'.repeat(24)
const callId = 'abcdefghij'
const roomName = `${agentId}-${callId}`
/** A Monday, 09:30 in New York. */
const startTime = Date.parse('2026-11-23T14:30:00Z')
const number = '+12125550134'
const said = [
  { role: 'agent', content: 'Do you want to renew?' },
  { role: 'customer', content: 'Yes, please.' },
]
const row = { jobId: 'j1', phone_number: number, status: 'completed', callId, startTime, duration: 61.4 }
const liveCall = {
  id: 'c1',
  roomName,
  customerPhone: number,
  aiAgentName: 'Finn',
  duration: 58,
  sentiment: 'positive',
  participants: [],
  transcript: said,
}
const pastCall = {
  callId,
  roomName,
  agentId,
  batchId: 'b1',
  jobId: 'j1',
  toNumber: number,
  status: 'completed',
  outcome: 'completed',
  duration: 61,
  startedAt: new Date(startTime).toISOString(),
  endedAt: new Date(startTime + 61_000).toISOString(),
}
const pagination = { page: 1, limit: 20, total: 1, totalPages: 1, hasNext: false, hasPrev: false }
const progress = {
  status: 'completed',
  isComplete: true,
  waiting: 0,
  active: 0,
  completed: 2,
  failed: 1,
  cancelled: 0,
  total: 3,
}

const signed = (body: string) => ({
  'x-service-signature': createHmac('sha256', 'secret').update(body).digest('hex'),
})

async function start() {
  let rows: object[] = [row]
  let live: object | null = liveCall
  let lines: object[] = said
  let past: object[] = [pastCall]
  let recent: object[] = []
  const script: Script = ({ path }) => {
    if (path.startsWith('/v1/api/batch-calls/b1/calls')) return { body: { calls: rows, pagination, summary: {} } }
    if (path === '/v1/api/batch-calls/b1/status') return { body: { ...progress, recent_calls: recent } }
    if (path === `/v2/api/active-calls/${roomName}`) return live ? { body: live } : undefined
    if (path.startsWith('/v2/api/call-history')) return { body: { calls: past, pagination } }
    if (path === `/api/v1/agents/${agentId}`) return { body: { id: agentId, name: 'Finn' } }
    return undefined
  }
  const store = await openTestStore()
  const clock = createTestClock(startTime + 70_000)
  const environment = { SERVICE_WEBHOOK_SECRET: 'secret', SERVICE_WORKSPACE_ID: 'ws_main=Main' }
  const started = await startGatewayWithService(script, { store, clock, environment })
  const { grace, service } = started
  await setOutcomeShare(grace, 0)
  await grace.get(`/api/v1/agents/${agentId}`)
  const eventData = { callId, agentId, roomName, toNumber: number, batchId: 'b1', jobId: 'j1' }
  const sendEvent = async (event: object) => {
    const body = JSON.stringify(event)
    const answer = await grace.request('POST', '/webhooks/service', { body, headers: signed(body) })
    expect(answer.status).toBe(204)
  }
  const fresh = { headers: { 'cache-control': 'no-cache' } }
  return {
    ...started,
    clock,
    store,
    setRows: (next: object[]) => {
      rows = next
    },
    /** What is said in the call that is watched. */
    setLines: (next: object[]) => {
      lines = next
    },
    setPast: (next: object[]) => {
      past = next
    },
    /** The calls that ended last, as the progress names them. */
    setRecent: (next: object[]) => {
      recent = next
    },
    sources: {
      batch: () => grace.get('/v1/api/batch-calls/b1/calls', fresh),
      progress: () => grace.get('/v1/api/batch-calls/b1/status', fresh),
      history: () => grace.get('/v2/api/call-history', fresh),
      watching: async () => {
        live = { ...liveCall, transcript: lines }
        clock.advance(5_000)
        await grace.get(`/v2/api/active-calls/${roomName}`, fresh)
        live = null
        for (const _witness of [1, 2]) {
          clock.advance(5_000)
          await grace.get(`/v2/api/active-calls/${roomName}`, fresh)
        }
        await grace.get('/gateway/kept-calls')
      },
      event: () => sendEvent({ event: 'call.completed', data: { ...eventData, duration: 61, status: 'completed' } }),
      failure: () => sendEvent({ event: 'call.failed', data: eventData }),
    },
    /** The counts, and how many requests they cost. */
    count: async (query: Record<string, string | number> = {}) => {
      const before = service.received.length
      const parameters = { from: 0, to: startTime + 365 * 24 * 3_600_000, by: 'outcome', ...query }
      const entries = Object.entries(parameters).map(([name, value]): [string, string] => [name, `${value}`])
      const path = `/gateway/reports/calls?${new URLSearchParams(entries).toString()}`
      const counts = (await grace.get(path)).json as unknown as CallCounts
      expect(service.received).toHaveLength(before)
      return counts
    },
  }
}
const outcomesIn = ({ groups }: CallCounts) => groups.map(({ key, outcomes }) => [key, outcomes])

describe('a call that a batch, an event, the history and somebody who watched it tell of', () => {
  const orders = [
    ['batch', 'history', 'watching', 'event'],
    ['event', 'watching', 'history', 'batch'],
    ['watching', 'event', 'batch', 'history'],
    ['history', 'watching', 'batch', 'event'],
    ['batch', 'batch', 'event', 'event', 'watching', 'watching', 'history'],
  ] as const

  it.each(orders.map((order) => [order.join(', '), order] as const))('is one call, seen as %s', async (_, order) => {
    const { sources, count, store } = await start()
    for (const source of order) await sources[source]()
    expect(outcomesIn(await count())).toEqual([['', { agreed: 1 }]])
    const [fact, ...others] = await store.selectFrom('call_facts').selectAll().execute()
    expect(others).toEqual([])
    expect(fact).toMatchObject({
      call_id: callId,
      batch_id: 'b1',
      job_id: 'j1',
      agent_id: agentId,
      country: 'US',
      local_hour: 9,
      local_weekday: 0,
      attempt: 1,
      outcome_source: 'transcript',
      outcome_line: 1,
      duration: 61,
      at: startTime,
    })
    expect(JSON.stringify(fact)).not.toContain(number.slice(1))
  })
})

test('figures follow a transcript that the service corrects after the call, although it has no more lines', async () => {
  const { sources, count, setRows } = await start()
  const saidInstead = (content: string) => {
    const transcript = [...said.slice(0, 1), { role: 'customer', content }]
    setRows([{ ...row, result: { callId, transcript, outcome: 'completed', metadata: {} } }])
  }
  saidInstead('Yes, please.')
  await sources.batch()
  expect(outcomesIn(await count())).toEqual([['', { agreed: 1 }]])
  saidInstead('Do not call me again.')
  await sources.batch()
  expect(outcomesIn(await count())).toEqual([['', { do_not_call: 1 }]])
})

test('the service’s own word for a mailbox is believed before a transcript', async () => {
  const { sources, count, setRows } = await start()
  await sources.batch()
  setRows([{ ...row, result: { callId, transcript: said, outcome: 'voicemail', metadata: {} } }])
  await sources.batch()
  await sources.watching()
  expect(outcomesIn(await count())).toEqual([['', { mailbox: 1 }]])
})

test('each call to the same row of a batch is counted with its number', async () => {
  const { sources, count, setRows, setPast } = await start()
  setRows([{ ...row, status: 'waiting', error: 'No answer', duration: 0 }])
  await sources.batch()
  setRows([{ ...row, callId: 'klmnopqrst', startTime: startTime + 3_600_000, error: 'Busy', status: 'failed' }])
  await sources.batch()
  expect(outcomesIn(await count({ by: 'attempt' }))).toEqual([
    ['1', { no_answer: 1 }],
    ['2', { busy: 1 }],
  ])
  // The history tells of an earlier one that nobody saw.
  setPast([
    {
      ...pastCall,
      callId: 'earlier',
      roomName: '',
      startedAt: new Date(startTime - 1_000).toISOString(),
      status: 'failed',
      outcome: 'busy',
    },
  ])
  await sources.history()
  expect(outcomesIn(await count({ by: 'attempt' }))).toEqual([
    ['1', { busy: 1 }],
    ['2', { no_answer: 1 }],
    ['3', { busy: 1 }],
  ])
})

describe('the progress of a batch', () => {
  const ended = {
    jobId: 'j1',
    phone_number: number,
    status: 'completed',
    completedAt: startTime + 61_400,
    duration: 61.4,
  }
  const hour = 3_600_000
  const failed = { ...ended, status: 'waiting', error: 'No answer', duration: 0 }
  const answered = { ...ended, completedAt: startTime + hour + 61_400 }

  it('tells of a call that it does not name only once a list names it', async () => {
    const { sources, count, setRecent } = await start()
    setRecent([{ status: 'completed', phone_number: number, completedAt: startTime + 61_000, duration: 61 }])
    await sources.progress()
    expect(outcomesIn(await count())).toEqual([])
    await sources.batch()
    expect(outcomesIn(await count())).toEqual([['', { answered: 1 }]])
  })

  it('tells of the calls that ended last, which the list then completes', async () => {
    const { sources, count, setRecent, store } = await start()
    setRecent([ended, { ...ended, jobId: 'j2', status: 'active' }])
    await sources.progress()
    expect(outcomesIn(await count())).toEqual([['', { answered: 1 }]])
    await sources.batch()
    expect(outcomesIn(await count())).toEqual([['', { answered: 1 }]])
    const facts = await store.selectFrom('call_facts').select(['call_id', 'at']).execute()
    expect(facts).toEqual([{ call_id: callId, at: startTime }])
  })

  it.each([['before'], ['after']])('tells two calls of a row apart, if the list is read %s it', async (when) => {
    const { sources, count, setRecent, setRows } = await start()
    setRows([{ ...row, status: 'waiting', error: 'No answer', duration: 0 }])
    if (when === 'before') await sources.batch()
    setRecent([failed])
    await sources.progress()
    setRecent([answered])
    await sources.progress()
    setRows([{ ...row, callId: 'klmnopqrst', startTime: startTime + hour }])
    if (when === 'after') await sources.batch()
    expect(outcomesIn(await count({ by: 'attempt' }))).toEqual([
      ['1', { no_answer: 1 }],
      ['2', { answered: 1 }],
    ])
  })
})

describe('a call that somebody watched, and nobody took,', () => {
  it('is not reached', async () => {
    const { sources, count, setLines } = await start()
    setLines([])
    await sources.watching()
    expect(outcomesIn(await count())).toEqual([['', { unknown: 1 }]])
    await sources.failure()
    expect(outcomesIn(await count())).toEqual([['', { failed: 1 }]])
  })

  it('stays failed if its failure was announced before', async () => {
    const { sources, count, setLines } = await start()
    setLines([])
    await sources.failure()
    await sources.watching()
    expect(outcomesIn(await count())).toEqual([['', { failed: 1 }]])
  })
})

test('a value that cannot be stored keeps no other call out', async () => {
  const { sources, count, setRows } = await start()
  const odd = { startTime: 1.7e18, duration: 1e12 }
  setRows([
    row,
    { ...row, jobId: 'j2', callId: 'c2', ...odd },
    { ...row, jobId: 'j3', callId: 'c3', duration: 61.37283 },
  ])
  await sources.batch()
  expect(outcomesIn(await count())).toEqual([['', { answered: 3 }]])
})

test('other requests run while the calls of one page are written', async () => {
  const facts = createCallFacts({
    store: await openTestStore(),
    personOf: (text) => text,
    isAgent: () => false,
    findVersionsInUse: () => Promise.resolve({ agentVersion: null, flowId: null, flowVersion: null }),
    clock: createTestClock(),
    log: createSilentLog(),
  })
  const progress = { turns: 0, isDone: false }
  const turn = () => {
    progress.turns += 1
    if (!progress.isDone) setImmediate(turn)
  }
  setImmediate(turn)
  facts.add(Array.from({ length: 25 }, (_, index) => ({ ...emptySighting('batch', startTime), callId: `c${index}` })))
  await facts.settled()
  progress.isDone = true
  await facts.close()
  expect(progress.turns).toBeGreaterThan(4)
})

test('too many hours, or an unknown time zone, are refused', {
  tags: ['counted-period-is-limited'],
}, async () => {
  const { grace } = await start()
  const refused = async (query: string) => (await grace.get(`/gateway/reports/calls?${query}`)).status
  expect(await refused('from=0&to=1900000000000&by=hour')).toBe(400)
  expect(await refused('from=0&to=1900000000000&by=day')).toBe(400)
  expect(await refused('from=0&to=3600000&by=day&zone=Mars/Base')).toBe(400)
})

test('rows that were not called are not counted', async () => {
  const { sources, count, setRows } = await start()
  const never = { jobId: 'j2', phone_number: number }
  setRows([
    { ...never, status: 'waiting' },
    { ...never, jobId: 'j3', status: 'cancelled' },
    { ...never, jobId: 'j4', status: 'active', callId: 'k4' },
  ])
  await sources.batch()
  expect((await count()).groups).toEqual([])
})

test('counts by weekday and hour of the person called, country, agent, batch, hour and day', async () => {
  const { grace, sources, count, setRows, clock } = await start()
  clock.advance(2 * 24 * 3_600_000)
  await grace.signInAsDemo()
  const berlin = { jobId: 'j2', callId: 'c2', phone_number: '+4930901820104', status: 'failed', error: 'No answer' }
  const unknown = { jobId: 'j3', callId: 'c3', phone_number: '12', status: 'completed', duration: 12 }
  const later = startTime + 26 * 3_600_000
  setRows([row, { ...berlin, startTime: later, duration: 0 }, { ...unknown, startTime: later }])
  await sources.batch()
  const countsBy = async (by: string, more = {}) =>
    new Map(outcomesIn(await count({ by, ...more })) as [string, object][])
  expect(await countsBy('local_time')).toEqual(
    new Map([
      ['', { answered: 1 }],
      ['0 9', { answered: 1 }],
      ['1 17', { no_answer: 1 }],
    ]),
  )
  expect([...(await countsBy('country')).keys()].toSorted()).toEqual(['', 'DE', 'US'])
  expect([...(await countsBy('batch')).keys()]).toEqual(['b1'])
  await sources.history()
  expect((await count({ by: 'agent' })).groups).toContainEqual(expect.objectContaining({ key: agentId, name: 'Finn' }))
  expect(await countsBy('outcome', { country: 'DE' })).toEqual(new Map([['', { no_answer: 1 }]]))
  const days = await countsBy('day', { zone: 'America/New_York', from: startTime - 1, to: later + 1 })
  expect([...days.keys()].map((at) => new Date(Number(at)).toISOString())).toEqual([
    '2026-11-23T05:00:00.000Z',
    '2026-11-24T05:00:00.000Z',
  ])
  const hours = await countsBy('hour', { zone: 'Asia/Kolkata', from: startTime - 1, to: startTime + 1 })
  expect([...hours.keys()].map((at) => new Date(Number(at)).toISOString())).toEqual(['2026-11-23T14:30:00.000Z'])
  const [talks] = (await count({ country: 'US' })).groups
  expect(talks).toMatchObject({ longTalks: 1, talkSeconds: 61, timed: 1 })
})

test('an answered call whose duration nobody knows is not counted as one of no seconds', async () => {
  const { sources, count, setRows } = await start()
  const { duration: _, ...untimed } = row
  setRows([row, { ...untimed, jobId: 'j2', callId: 'c2' }, { ...row, jobId: 'j3', callId: 'c3', duration: 5 }])
  await sources.batch()
  expect((await count()).groups).toMatchObject([{ outcomes: { answered: 3 }, talkSeconds: 66, timed: 2 }])
})

/** Makes the batch known, with the progress that the service reports. */
async function startWithBatch() {
  const started = await start()
  await started.store
    .insertInto('known_batches')
    .values({
      batch_id: 'b1',
      launch_id: 'b1',
      name: 'Renewals',
      words: '',
      agent_id: agentId,
      seen_at: 0,
      complete: 0,
      started_at: startTime,
      effect_id: null,
      started_by: null,
      progress: null,
      progress_at: null,
    })
    .execute()
  await started.grace.get('/v1/api/batch-calls/b1/status')
  const results = async () => (await started.grace.get('/gateway/batches/b1/results')).json as unknown as BatchResults
  return { ...started, results }
}

test('says of how many calls of the period’s batches more than their state is known', async () => {
  const { sources, count, results, setRows } = await startWithBatch()
  const failed = { ...row, jobId: 'j2', callId: 'c2', status: 'failed' }
  setRows([row, failed, { ...failed, jobId: 'j3', callId: 'c3', error: 'No answer' }])
  await sources.batch()
  expect((await count()).coverage).toEqual({ ended: 3, seenToEnd: 3, seen: 1, unknownBatches: 0 })
  expect(await results()).toMatchObject({ ended: 3, seen: 1, seenToEnd: 3 })
  await sources.watching()
  expect((await count()).coverage).toEqual({ ended: 3, seenToEnd: 3, seen: 2, unknownBatches: 0 })
  expect((await count({ from: startTime + 1 })).coverage).toEqual({
    ended: 0,
    seenToEnd: 0,
    seen: 0,
    unknownBatches: 0,
  })
})

test('a batch of which nobody knows how many rows have ended is named, and makes no coverage look complete', async () => {
  const { sources, count, store } = await startWithBatch()
  const batch = await store.selectFrom('known_batches').selectAll().executeTakeFirstOrThrow()
  const withoutCounts = { ...progress, completed: null, failed: null }
  await store
    .insertInto('known_batches')
    .values([
      { ...batch, batch_id: 'b2', launch_id: 'b2', progress: null },
      { ...batch, batch_id: 'b3', launch_id: 'b3', progress: JSON.stringify(withoutCounts) },
    ])
    .execute()
  await sources.batch()
  expect((await count()).coverage).toEqual({ ended: 3, seenToEnd: 1, seen: 0, unknownBatches: 2 })
  expect((await count({ batchId: 'b2' })).coverage).toEqual({ ended: 0, seenToEnd: 0, seen: 0, unknownBatches: 1 })
})

test('rows that were seen to end after the service counted them are counted as ended', async () => {
  const { sources, count, results, setRows } = await startWithBatch()
  const ended = Array.from({ length: 5 }, (_, index) => ({
    ...row,
    jobId: `j${index}`,
    callId: `c${index}`,
    ...(index > 0 && { status: 'failed', error: 'Busy' }),
  }))
  setRows(ended)
  await sources.batch()
  expect((await count()).coverage).toEqual({ ended: 5, seenToEnd: 5, seen: 4, unknownBatches: 0 })
  expect(await results()).toMatchObject({ ended: 5, seen: 4 })
})

test('a reason is kept without the number and the address that it names', async () => {
  const { sources, count, results, setRows, store } = await startWithBatch()
  const failed = { ...row, status: 'failed', duration: 0 }
  setRows([
    { ...failed, error: `Busy: ${number} (+1 212-555-0134), ann@example.com` },
    { ...failed, jobId: 'j2', callId: 'c2', error: 'Busy: +12125550135 (+1 212-555-0135), bob@example.com' },
  ])
  await sources.batch()
  expect(outcomesIn(await count())).toEqual([['', { busy: 2 }]])
  expect(JSON.stringify(await store.selectFrom('call_facts').selectAll().execute())).not.toMatch(/555.?013|example/)
  // Rows that failed for the same reason are counted together.
  expect((await results()).reasons).toMatchObject([{ rows: 2 }])
})

describe('a row that waits to be called back', () => {
  const orders = [
    ['batch', 'failure', 'history'],
    ['failure', 'batch'],
    ['history', 'batch', 'failure'],
    ['history'],
  ] as const

  it.each(orders.map((order) => [order.join(', '), order] as const))('has not ended, seen as %s', async (_, order) => {
    const { sources, count, results, setRows, setPast, store } = await startWithBatch()
    const running = JSON.stringify({ ...progress, status: 'processing', isComplete: false, waiting: 1, total: 4 })
    await store.updateTable('known_batches').set({ progress: running }).execute()
    setRows([{ ...row, status: 'waiting', error: 'No answer' }])
    setPast([{ ...pastCall, status: 'failed', outcome: 'no_answer' }])
    for (const source of order) await sources[source]()
    expect(outcomesIn(await count())).toEqual([['', { no_answer: 1 }]])
    expect((await count()).coverage).toEqual({ ended: 3, seenToEnd: 0, seen: 0, unknownBatches: 0 })
    expect(await results()).toMatchObject({ seen: 0, seenToEnd: 0, called: 1, reasons: [] })
    setRows([{ ...row, status: 'failed', error: 'No answer' }])
    await sources.batch()
    expect(await results()).toMatchObject({ seen: 1, seenToEnd: 1, reasons: [{ rows: 1 }] })
  })
})

test('figures are deleted when their retention time is over, at once when it is shortened', async () => {
  const { sources, count, setRows, grace } = await start()
  setRows([row, { ...row, jobId: 'j2', callId: 'c2', startTime: startTime - 40 * 24 * 3_600_000 }])
  await sources.batch()
  expect(outcomesIn(await count())).toEqual([['', { answered: 2 }]])
  const change = (days: number) => grace.request('PUT', '/gateway/figure-retention', { body: { days } })
  expect(await change(29)).toMatchObject({ status: 400 })
  expect((await change(39)).json).toEqual({ days: 39 })
  expect(outcomesIn(await count())).toEqual([['', { answered: 1 }]])
  expect((await grace.get('/gateway/figure-retention')).json).toEqual({ days: 39 })
  // One that is seen again, for example in an export, is not kept again.
  setRows([row, { ...row, jobId: 'j3', callId: 'c3', startTime: startTime - 40 * 24 * 3_600_000 }])
  await sources.batch()
  expect(outcomesIn(await count())).toEqual([['', { answered: 1 }]])
})

test('figures are kept as long as the calls that they describe', async () => {
  const { sources, count, setRows, grace } = await start()
  const change = (what: string, days: number) => grace.request('PUT', `/gateway/${what}-retention`, { body: { days } })
  expect((await change('call', 60)).status).toBe(200)
  setRows([row, { ...row, jobId: 'j2', callId: 'c2', startTime: startTime - 40 * 24 * 3_600_000 }])
  await sources.batch()
  await count()
  await change('figure', 30)
  expect(outcomesIn(await count())).toEqual([['', { answered: 2 }]])
  await change('call', 20)
  await change('figure', 30)
  expect(outcomesIn(await count())).toEqual([['', { answered: 1 }]])
})

test('corrections and decisions are deleted with the figures of their time', async () => {
  const { store, grace } = await start()
  const day = 24 * 3_600_000
  for (const [name, at] of [
    ['old', startTime - 40 * day],
    ['new', startTime - 38 * day],
  ] as const) {
    await insertRows(store, 'decision_facts', [decisionFact({ effect_id: name, at })])
    await store
      .insertInto('call_corrections')
      .values({
        room_name: name,
        call_id: null,
        outcome: 'agreed',
        seen: null,
        operator_id: 'o',
        operator: 'Priya Raman',
        at,
      })
      .execute()
  }
  expect((await grace.request('PUT', '/gateway/figure-retention', { body: { days: 39 } })).status).toBe(200)
  expect(await store.selectFrom('decision_facts').select('effect_id').execute()).toEqual([{ effect_id: 'new' }])
  expect(await store.selectFrom('call_corrections').select('room_name').execute()).toEqual([{ room_name: 'new' }])
})
