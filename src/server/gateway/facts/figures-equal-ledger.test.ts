/**
 * The figures about calls equal a ledger that is kept beside them: of twenty batches, of which parts are seen from batches, history and
 * events, in any order, partly more than once, and with a gateway that is killed while it writes.
 */
import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type CallCounts, type CallGrouping, type CallOutcome, isAnswered } from '#contract/index.ts'
import { openStore, type Store } from '../store/store.ts'
import { afterTest, createTestClock, type Script, startScriptedService, startTestGateway } from '../testing/testing.ts'

const batchCount = 20
const rowsPerPage = 20
const start = Date.parse('2026-11-23T14:00:00Z')
const hourMs = 3_600_000
/** What the service says, and what it means. */
const ends = [
  { state: 'completed', words: 'voicemail', outcome: 'mailbox' },
  { state: 'failed', words: 'busy', outcome: 'busy' },
  { state: 'failed', words: 'no_answer', outcome: 'no_answer' },
  { state: 'completed', words: '', outcome: 'answered' },
  { state: 'completed', words: '', outcome: 'answered' },
] as const satisfies readonly { state: string; words: string; outcome: CallOutcome }[]
const numbers = [
  { prefix: '+1212555', country: 'US' },
  { prefix: '+4930901', country: 'DE' },
  { prefix: '+4420794', country: 'GB' },
] as const

/** Numbers from 0 to 1 that are the same in each run. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}
const random = createRandom(20_261_126)
const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T
const shuffled = <T>(values: readonly T[]): T[] =>
  values
    .map((value) => ({ value, order: random() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ value }) => value)

/** The ledger: every call that there was. */
const calls = Array.from({ length: batchCount }, (_, batch) =>
  Array.from({ length: 15 + batch * 2 }, (_, row) => {
    const { prefix, country } = pick(numbers)
    return {
      batchId: `b${batch}`,
      agentId: `agent${batch % 4}`,
      jobId: `b${batch}j${row}`,
      callId: `b${batch}c${row}`,
      number: `${prefix}${String(1000 + batch * 100 + row)}`,
      country,
      ...pick(ends),
      startedAt: start + batch * hourMs + row * 1_000,
      duration: Math.floor(random() * 90) + 1,
    }
  }),
).flat()
type Call = (typeof calls)[number]
const callsOf = (batchId: string) => calls.filter((call) => call.batchId === batchId)

const batchRow = ({ jobId, callId, number, state, words, startedAt, duration }: Call) => ({
  jobId,
  callId,
  phone_number: number,
  status: state,
  startTime: startedAt,
  duration,
  result: { callId, transcript: [], outcome: words, metadata: {} },
})
const pastCall = ({ callId, agentId, batchId, jobId, number, state, words, startedAt, duration }: Call) => ({
  callId,
  roomName: '',
  agentId,
  batchId,
  jobId,
  toNumber: number,
  status: state,
  outcome: words,
  duration,
  startedAt: new Date(startedAt).toISOString(),
  endedAt: new Date(startedAt + duration * 1_000).toISOString(),
})
const pageOf = <T>(values: readonly T[], query: URLSearchParams) => {
  const [page, limit] = [Number(query.get('page') ?? 1), Number(query.get('limit') ?? rowsPerPage)]
  const totalPages = Math.ceil(values.length / limit)
  const pagination = { page, limit, total: values.length, totalPages, hasNext: page < totalPages, hasPrev: page > 1 }
  return { values: values.slice((page - 1) * limit, page * limit), pagination }
}
const script: Script = ({ path }) => {
  const { pathname, searchParams } = new URL(path, 'http://service')
  const [, batchId, part] = /^\/v1\/api\/batch-calls\/(\w+)\/(calls|status)$/.exec(pathname) ?? []
  if (part === 'calls') {
    const { values, pagination } = pageOf(callsOf(batchId ?? '').map(batchRow), searchParams)
    return { body: { calls: values, pagination, summary: {} } }
  }
  if (part === 'status') {
    const rows = callsOf(batchId ?? '')
    const completed = rows.filter(({ state }) => state === 'completed').length
    const failed = rows.length - completed
    const none = { waiting: 0, active: 0, cancelled: 0 }
    return { body: { status: 'completed', isComplete: true, ...none, completed, failed, total: rows.length } }
  }
  if (pathname === '/v2/api/call-history') {
    const { values, pagination } = pageOf(calls.map(pastCall), searchParams)
    return { body: { calls: values, pagination } }
  }
  return undefined
}

/** The batches are known to have begun, as if the team had started them. */
const insertBatches = (store: Store) =>
  store
    .insertInto('known_batches')
    .values(
      Array.from({ length: batchCount }, (_, batch) => ({
        batch_id: `b${batch}`,
        launch_id: `b${batch}`,
        name: `Batch ${batch}`,
        words: '',
        agent_id: `agent${batch % 4}`,
        started_at: start + batch * hourMs,
        started_by: null,
        effect_id: null,
        seen_at: 0,
        complete: 0,
        progress: null,
        progress_at: null,
      })),
    )
    .execute()

async function startGateway(file: string, serviceUrl: string, clock: ReturnType<typeof createTestClock>) {
  const store = await openStore({ file })
  const environment = { SERVICE_WEBHOOK_SECRET: 'secret', SERVICE_REQUESTS_PER_MINUTE: '600' }
  const { gateway, browser } = await startTestGateway(serviceUrl, { store, clock, environment })
  const grace = await browser().signInAsDemo()
  return { store, gateway, grace }
}
type Started = Awaited<ReturnType<typeof startGateway>>

/** Something that tells of calls, and which. */
interface Source {
  see: (started: Started) => Promise<{ status: number }>
  of: readonly Call[]
}

const fresh = { headers: { 'cache-control': 'no-cache' } }
const batchPage = (batchId: string, page: number): Source => ({
  of: pageOf(callsOf(batchId), new URLSearchParams({ page: `${page}` })).values,
  see: ({ grace }) => grace.get(`/v1/api/batch-calls/${batchId}/calls?page=${page}&limit=${rowsPerPage}`, fresh),
})
const historyPage = (page: number): Source => ({
  of: pageOf(calls, new URLSearchParams({ page: `${page}` })).values,
  see: ({ grace }) => grace.get(`/v2/api/call-history?page=${page}&limit=${rowsPerPage}`, fresh),
})
/** An event about a call that a page tells of too: alone it does not say what the service calls the outcome. */
const eventOf = (call: Call): Source => ({
  of: [],
  see: ({ grace }) => {
    const { callId, agentId, number: toNumber, batchId, jobId, duration, state } = call
    const data = { callId, agentId, roomName: '', toNumber, batchId, jobId, duration, status: state }
    const body = JSON.stringify({ event: state === 'failed' ? 'call.failed' : 'call.completed', data })
    const signature = createHmac('sha256', 'secret').update(body).digest('hex')
    return grace.request('POST', '/webhooks/service', { body, headers: { 'x-service-signature': signature } })
  },
})

async function count({ grace }: Started, by: CallGrouping): Promise<CallCounts> {
  const query = new URLSearchParams({ from: `${start}`, to: `${start + 30 * hourMs}`, by })
  return (await grace.get(`/gateway/answers/calls?${query.toString()}`)).json as unknown as CallCounts
}

/** The figures as the ledger has them. */
function ledgerBy(seen: readonly Call[], keyOf: (call: Call) => string) {
  const groups = new Map<string, { outcomes: Record<string, number>; longTalks: number; talkSeconds: number }>()
  for (const call of seen) {
    const group = groups.get(keyOf(call)) ?? { outcomes: {}, longTalks: 0, talkSeconds: 0 }
    group.outcomes[call.outcome] = (group.outcomes[call.outcome] ?? 0) + 1
    if (isAnswered(call.outcome)) {
      group.talkSeconds += call.duration
      if (call.duration > 20) group.longTalks += 1
    }
    groups.set(keyOf(call), group)
  }
  return groups
}
const groupings: readonly [CallGrouping, (call: Call) => string][] = [
  ['batch', ({ batchId }) => batchId],
  ['agent', ({ agentId }) => agentId],
  ['country', ({ country }) => country],
  ['attempt', () => '1'],
  ['outcome', () => ''],
  ['hour', ({ startedAt }) => `${startedAt - (startedAt % hourMs)}`],
]

test('figures and coverage equal the ledger for what was seen, also after a kill, and cost the service nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'figures-'))
  afterTest(async () => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'gateway.db')
  const service = await startScriptedService(script)
  afterTest(() => service.close())
  const clock = createTestClock(start + 48 * hourMs)
  const pages = Array.from({ length: batchCount }, (_, batch) =>
    Array.from({ length: Math.ceil(callsOf(`b${batch}`).length / rowsPerPage) }, (_, page) =>
      batchPage(`b${batch}`, page + 1),
    ),
  ).flat()
  // Two thirds of the pages of batches, some of them twice, some of the history, and events of calls that these tell of.
  const seenPages = shuffled(pages).slice(0, Math.ceil((pages.length * 2) / 3))
  const history = [2, 5, 11].map(historyPage)
  const told = [...seenPages, ...history]
  const events = shuffled(told.flatMap(({ of }) => of))
    .slice(0, 30)
    .map(eventOf)
  const sources = shuffled([...told, ...seenPages.slice(0, 8), ...events])
  const seen = [...new Map(told.flatMap(({ of }) => of).map((call) => [call.callId, call])).values()]
  // The service says what came of these, and their batch, or that they were completed, says that their rows have ended.
  const ofBatchPages = new Set(seenPages.flatMap(({ of }) => of).map(({ callId }) => callId))
  const known = seen.filter(
    ({ callId, words, state }) => words !== '' && (ofBatchPages.has(callId) || state === 'completed'),
  )
  expect(seen.length).toBeGreaterThan(calls.length / 2)
  expect(seen.length).toBeLessThan(calls.length)

  let started = await startGateway(file, service.url, clock)
  await insertBatches(started.store)
  const killedAt = sources.findIndex((source, index) => index > sources.length / 2 && source.of.length === rowsPerPage)
  for (const [index, source] of sources.entries()) {
    clock.advance(2_000)
    // What was told before is stored. The calls of this page are being written when the database goes away.
    if (index === killedAt) await count(started, 'outcome')
    expect([200, 204]).toContain((await source.see(started)).status)
    if (index !== killedAt) continue
    await started.store.destroy()
    await started.gateway.close().catch(() => {})
    started = await startGateway(file, service.url, clock)
    expect((await source.see(started)).status).toBe(200)
  }
  for (let batch = 0; batch < batchCount; batch++)
    expect((await started.grace.get(`/v1/api/batch-calls/b${batch}/status`, fresh)).status).toBe(200)

  const received = service.received.length
  for (const [by, keyOf] of groupings) {
    const { groups, coverage } = await count(started, by)
    const counted = groups.map(({ key, outcomes, longTalks, talkSeconds }) => [
      key,
      { outcomes, longTalks, talkSeconds },
    ])
    expect(Object.fromEntries(counted)).toEqual(Object.fromEntries(ledgerBy(seen, keyOf)))
    expect(coverage).toEqual({ ended: calls.length, seen: known.length })
  }
  expect(service.received).toHaveLength(received)
  await started.gateway.close()
  await started.store.destroy()
})
