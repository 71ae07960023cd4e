/**
 * Every figure of every report about calls equals the embedded service's own records of its seeded batches, before the lowest lane has read
 * what came of the calls, when figures and coverage add up, and after it. The figures are computed here once more, from the service's tables.
 */
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import type {
  BatchResults,
  BatchWithFigures,
  CallCosts,
  CallCount,
  CallCounts,
  CallOutcome,
  Coverage,
  FollowUp,
  RequestCounts,
  TranscriptLine,
} from '#contract/index.ts'
import { placeOf } from '#server/service/carrier/place.ts'
import { readSeededRecords } from '#server/service/seed/seed.ts'
import { apiKey, minutesInMs, openTestService, testNumber, workspace } from '#server/service/testing/test-service.ts'
import { listen } from '../../listen.ts'
import { guessOutcome } from '../calls/guess-outcome.ts'
import { saveSetting } from '../store/settings.ts'
import { openTestStore } from '../testing/store.ts'
import { afterTest, createTestClock, setOutcomeShare, startTestGateway } from '../testing/testing.ts'

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000]
const reached: readonly string[] = ['agreed', 'talked', 'said_no', 'call_back', 'asked_for_person', 'wrong_number']
const answered: readonly string[] = [...reached, 'do_not_call', 'maybe_do_not_call', 'answered']
const withoutFollowUp: readonly string[] = ['do_not_call', 'maybe_do_not_call', 'wrong_number']
/** What the service calls outcomes other than a conversation. */
const ofService: Record<string, CallOutcome> = {
  voicemail: 'mailbox',
  no_answer: 'no_answer',
  busy: 'busy',
  failed: 'failed',
}
const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

interface Call {
  callId: string
  batchId: string
  jobId: string
  agentId: string
  country: string
  weekday: number
  hour: number
  attempt: number
  /** Whether no call of its row began later. */
  isLast: boolean
  at: number
  duration: number
  /** What is known of it now, and whether that is more than that it was answered. */
  outcome: CallOutcome
  isKnown: boolean
}

/** The calls of batches in the service's own tables, as far as its lists tell of them, or its records too. */
async function readLedger(
  service: Awaited<ReturnType<typeof openTestService>>,
  has: { history: boolean; records: boolean },
) {
  const rows = await service.database
    .selectFrom('call')
    .selectAll()
    .where('batch_id', 'is not', null)
    .orderBy('started_at')
    .execute()
  const attempts = new Map<string, number>()
  const calls: Call[] = []
  for (const row of rows) {
    const { call_id: callId, batch_id: batchId, job_id: jobId, outcome: word, to_number: number } = row
    const { country, zone } = placeOf(number)
    const local = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      weekday: 'short',
      hour: '2-digit',
      hourCycle: 'h23',
    })
    const parts = Object.fromEntries(local.formatToParts(row.started_at).map(({ type, value }) => [type, value]))
    const attempt = (attempts.get(`${jobId}`) ?? 0) + 1
    attempts.set(`${jobId}`, attempt)
    const isTold = word === 'voicemail' ? has.history || has.records : word !== 'completed'
    let outcome: CallOutcome = (isTold && ofService[`${word}`]) || 'answered'
    if (word === 'completed' && has.records) {
      const path = `/v1/api/batch-calls/${batchId}/calls/${jobId}`
      const { body } = await service.request<{ result: { transcript: TranscriptLine[] } }>('GET', path)
      outcome = guessOutcome(body.result.transcript)?.outcome ?? 'answered'
    }
    calls.push({
      callId,
      batchId: `${batchId}`,
      jobId: `${jobId}`,
      agentId: row.agent_id,
      country,
      attempt,
      weekday: weekdays.indexOf(`${parts.weekday}`),
      hour: Number(parts.hour),
      isLast: true,
      at: row.started_at,
      duration: row.duration ?? 0,
      outcome,
      isKnown: isTold || has.records,
    })
  }
  for (const call of calls) call.isLast = call.attempt === attempts.get(call.jobId)
  return calls
}

const count = (values: readonly string[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(values, (value) => value)].map(([value, all]) => [value, all.length]))
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
const groupsBy = <T>(calls: readonly Call[], keyOf: (call: Call) => string, figuresOf: (calls: readonly Call[]) => T) =>
  Object.fromEntries([...Map.groupBy(calls, keyOf)].map(([key, all]) => [key, figuresOf(all)]))

const figuresOf = (calls: readonly Call[]) => {
  const talks = calls.filter(({ outcome }) => answered.includes(outcome)).map(({ duration }) => duration)
  return {
    outcomes: count(calls.map(({ outcome }) => outcome)),
    longTalks: talks.filter((seconds) => seconds > 20).length,
    talkSeconds: sum(talks),
    timed: talks.length,
  }
}
const counted = (groups: readonly CallCount[]) =>
  Object.fromEntries(
    groups.map(({ key, outcomes, longTalks, talkSeconds, timed }) => [
      key,
      { outcomes, longTalks, talkSeconds, timed },
    ]),
  )
const costsOf = (calls: readonly Call[]) =>
  groupsBy(
    calls.filter(({ duration }) => duration > 0),
    ({ country }) => country,
    (ofCountry) => ({
      calls: ofCountry.length,
      seconds: sum(ofCountry.map(({ duration }) => duration)),
      startedMinutes: sum(ofCountry.map(({ duration }) => Math.ceil(duration / 60))),
    }),
  )

const keys = {
  hour: ({ at }: Call) => `${at - (at % hourMs)}`,
  day: ({ at }: Call) => `${at - (at % dayMs)}`,
  local_time: ({ weekday, hour }: Call) => `${weekday} ${hour}`,
  country: ({ country }: Call) => country,
  agent: ({ agentId }: Call) => agentId,
  // The gateway saw no flow before the calls were over, so it does not know by which they went.
  flow: () => '',
  batch: ({ batchId }: Call) => batchId,
  attempt: ({ attempt }: Call) => `${attempt}`,
  outcome: () => '',
}

/** A gateway without a lane for results, beside the service. @param onAnswer gets the body of each of the service's answers */
async function startGateway(
  service: Awaited<ReturnType<typeof openTestService>>,
  batches: { batchId: string; name: string; agentId: string }[],
  onAnswer: (path: string, answer: Response) => unknown,
) {
  const clock = createTestClock(service.clock.now())
  const server = await listen({ host: '127.0.0.1', port: 0 }, async (request) => {
    // Within the plan.
    service.clock.set(service.clock.now() + 1_000)
    const answer = await service.app.fetch(request)
    await onAnswer(new URL(request.url).pathname, answer.clone())
    return answer
  })
  afterTest(() => new Promise((resolve) => void server.close(() => resolve())))
  const store = await openTestStore()
  await saveSetting(store, 'outcome share of all workspaces', JSON.stringify({ percent: 0 }))
  const { gateway, browser } = await startTestGateway(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
    store,
    clock,
    seed: batches,
    environment: {
      SERVICE_API_KEY: apiKey,
      SERVICE_WORKSPACE_ID: `${workspace}=Main`,
      SERVICE_REQUESTS_PER_MINUTE: '36000',
    },
  })
  afterTest(gateway.close)
  const grace = await browser().signInAsDemo()
  return { clock, grace, read: async <T>(path: string) => (await grace.get(path)).json as T }
}

test.each([
  { name: 'with a history, and rows that were called more than once', specificationOnly: false },
  { name: 'from the endpoints of the specification', specificationOnly: true },
])(
  'every figure of every report equals the records of the service $name',
  { tags: ['R56'] },
  async ({ specificationOnly }) => {
    const service = await openTestService({ seeded: true, specificationOnly })
    const { batches } = await readSeededRecords(service.database)
    if (!specificationOnly) {
      const smartCallbackConfig = JSON.stringify({ enabled: true, maxAttempts: 3, gaps: [{ days: 0, hours: 1 }] })
      const agentId = batches[0]?.agentId ?? ''
      const numbers = Array.from({ length: 12 }, (_, index) => testNumber(index))
      const { body } = await service.startBatch(agentId, numbers, { smartCallbackConfig })
      batches.push({ batchId: body.batchId, name: 'With call-backs', agentId })
    }
    await service.advance(minutesInMs(240))
    let requests = 0
    const { clock, grace, read } = await startGateway(service, batches, () => {
      requests += 1
    })
    if (!specificationOnly) await read('/v2/api/call-history?page=1&limit=100')
    if (!specificationOnly) await read('/v2/api/call-history?page=2&limit=100')
    for (const { batchId } of batches) {
      await read(`/v1/api/batch-calls/${batchId}/status`)
      for (const page of [1, 2]) await read(`/v1/api/batch-calls/${batchId}/calls?page=${page}&limit=100`)
    }
    const period = { from: `${clock.now() - 10 * dayMs}`, to: `${clock.now() + minuteMs}` }
    const report = <T>(path: string, query: Record<string, string> = {}) =>
      read<T>(`/gateway/reports/${path}?${new URLSearchParams({ ...period, ...query }).toString()}`)

    async function expectReports(ledger: readonly Call[]): Promise<void> {
      const rows = ledger.filter(({ isLast }) => isLast)
      const coverage: Coverage = {
        ended: rows.length,
        seenToEnd: rows.length,
        seen: rows.filter(({ isKnown }) => isKnown).length,
        unknownBatches: 0,
      }
      for (const [by, keyOf] of Object.entries(keys)) {
        const calls = await report<CallCounts>('calls', { by })
        expect([by, counted(calls.groups), calls.coverage]).toEqual([by, groupsBy(ledger, keyOf, figuresOf), coverage])
      }
      for (const by of ['hour', 'day', 'country', 'agent', 'flow', 'batch'] as const) {
        const costs = await report<CallCosts>('costs', { by })
        const groups = costs.groups.map(({ key, countries }) => [
          key,
          Object.fromEntries(countries.map(({ country, ...figures }) => [country, figures])),
        ])
        const expected = Object.entries(groupsBy(ledger, keys[by], costsOf)).filter(
          ([, costs]) => Object.keys(costs).length > 0,
        )
        expect([by, Object.fromEntries(groups)]).toEqual([by, Object.fromEntries(expected)])
        expect([costs.withoutDuration, costs.coverage]).toEqual([0, coverage])
      }
      for (const outcome of [undefined, ...new Set(ledger.map((call) => call.outcome))]) {
        const found: number[] = []
        for (let page = 1, hasNext = true; hasNext; page += 1) {
          const query = { page: `${page}`, limit: '100', ...(outcome && { outcome }) }
          const answer = await report<{ calls: { at: number }[]; pagination: { hasNext: boolean } }>(
            'calls/rows',
            query,
          )
          found.push(...answer.calls.map(({ at }) => at))
          hasNext = answer.pagination.hasNext
        }
        const times = ledger.filter((call) => outcome === undefined || call.outcome === outcome).map(({ at }) => at)
        expect([outcome, found.toSorted((a, b) => a - b)]).toEqual([outcome, times.toSorted((a, b) => a - b)])
      }
      const listed = (await report<{ batches: BatchWithFigures[] }>('batches')).batches
      for (const { batchId } of batches) {
        const calls = ledger.filter((call) => call.batchId === batchId)
        const lasts = calls.filter(({ isLast }) => isLast)
        const jobsWith = (isIt: (call: Call) => boolean) => new Set(calls.filter(isIt).map(({ jobId }) => jobId)).size
        const isAnswered = ({ outcome }: Call) => answered.includes(outcome)
        const figures = {
          rows: lasts.length,
          ended: lasts.length,
          seenToEnd: lasts.length,
          called: lasts.length,
          calls: calls.length,
          seen: lasts.filter(({ isKnown }) => isKnown).length,
          answered: jobsWith(isAnswered),
          timed: jobsWith(isAnswered),
          talked: jobsWith((call) => isAnswered(call) && call.duration > 20),
          outcomes: count(lasts.map(({ outcome }) => outcome)),
          talkSeconds: figuresOf(calls).talkSeconds,
        }
        const results = await read<BatchResults>(`/gateway/batches/${batchId}/results`)
        expect(results).toMatchObject(figures)
        expect(listed.find((batch) => batch.batchId === batchId)).toMatchObject(figures)
        const errors = {
          no_answer: 'Nobody answered.',
          busy: 'The line was busy.',
          failed: 'The call could not be connected.',
        }
        const reasons = lasts.flatMap(({ outcome }) => errors[outcome as keyof typeof errors] ?? [])
        expect(Object.fromEntries(results.reasons.map(({ reason, rows }) => [reason, rows]))).toEqual(count(reasons))
        expect(counted(results.attempts)).toEqual(groupsBy(calls, keys.attempt, figuresOf))
        expect(counted(results.hours)).toEqual(groupsBy(calls, ({ hour }) => `${hour}`, figuresOf))
        const { json } = await grace.post(`/gateway/batches/${batchId}/follow-up`, {})
        const { groups, wrongNumbers, mayHaveAsked, askedNotToBeCalled } = json as unknown as FollowUp
        const { do_not_call = 0, maybe_do_not_call = 0, wrong_number = 0, ...others } = figures.outcomes
        expect(withoutFollowUp.filter((outcome) => outcome in others)).toEqual([])
        expect(Object.fromEntries(groups.map(({ outcome, rows }) => [outcome, rows]))).toEqual(others)
        expect([askedNotToBeCalled.rows, mayHaveAsked.rows, wrongNumbers.rows]).toEqual([
          do_not_call,
          maybe_do_not_call,
          wrong_number,
        ])
      }
      const sent = await report<RequestCounts>('requests', { by: 'page' })
      expect(sum(sent.groups.flatMap(({ lanes }) => Object.values(lanes)))).toBe(requests)
    }

    const before = await readLedger(service, { history: !specificationOnly, records: false })
    expect(before.some(({ isKnown }) => !isKnown)).toBe(true)
    await expectReports(before)
    const after = await readLedger(service, { history: !specificationOnly, records: true })
    await setOutcomeShare(grace, 50)
    const isRead = async () => {
      const { coverage } = await report<CallCounts>('calls', { by: 'outcome' })
      return coverage.seen === coverage.ended
    }
    await expect.poll(isRead, { timeout: 20_000 }).toBe(true)
    await expectReports(after)
  },
)

test('calls by mood and by version equal what the service said while they went on', { tags: ['R56'] }, async () => {
  const service = await openTestService({ seeded: true })
  const { batches } = await readSeededRecords(service.database)
  const { agentId, flowId } = await service.createCallingAgent()
  /** The last mood of each call that the service told, by room. */
  const lastMoods = new Map<string, string>()
  const { clock, grace, read } = await startGateway(service, batches, async (path, answer) => {
    if (path !== '/v2/api/active-calls') return
    const { data } = (await answer.json()) as { data: { roomName: string; sentiment: string }[] }
    for (const { roomName, sentiment } of data) lastMoods.set(roomName, sentiment)
  })
  const fresh = { headers: { 'cache-control': 'no-cache' } }
  const tick = async (ms: number) => {
    await service.advance(ms)
    clock.advance(service.clock.now() - clock.now())
  }
  /** Calls ten people, and watches the wall until all calls have ended. */
  const callEverybody = async (from: number) => {
    const numbers = Array.from({ length: 10 }, (_, index) => testNumber(from + index))
    const { batchId } = (await service.startBatch(agentId, numbers)).body
    await grace.post('/gateway/batches', { batchId })
    for (let isComplete = false; !isComplete; ) {
      await tick(10_000)
      await grace.get('/v2/api/active-calls', fresh)
      const status = await grace.get(`/v1/api/batch-calls/${batchId}/status`, fresh)
      ;({ isComplete } = status.json as unknown as { isComplete: boolean })
    }
    // That the wall does not have a call proves its end only when it is read again.
    for (let reads = 0; reads < 3; reads += 1) {
      await tick(10_000)
      await grace.get('/v2/api/active-calls', fresh)
    }
    await grace.get(`/v1/api/batch-calls/${batchId}/calls?page=1&limit=100`, fresh)
    return batchId
  }
  const readRecords = async () => {
    for (const path of [`/api/v1/agents/${agentId}`, `/api/v1/flows/${flowId}`]) await grace.get(path, fresh)
    await tick(minuteMs)
  }
  const first = await callEverybody(100)
  await readRecords()
  const seenAt = service.clock.now()
  const second = await callEverybody(200)
  await service.request('PATCH', `/api/v1/agents/${agentId}`, { body: { personality: 'Strict' } })
  await service.request('PATCH', `/api/v1/flows/${flowId}`, { body: { prompt: 'Renew, please.' } })
  await readRecords()
  const changedAt = service.clock.now()
  const third = await callEverybody(300)

  const ledger = (await readLedger(service, { history: false, records: false })).filter(
    (call) => call.agentId === agentId,
  )
  expect(ledger).toHaveLength(30)
  const rooms = await service.database.selectFrom('call').select(['call_id', 'room_name']).execute()
  const moodOf = new Map(rooms.map(({ call_id, room_name }) => [call_id, lastMoods.get(room_name)]))
  const moodsIn = (calls: readonly Call[]) => ({
    positive: 0,
    neutral: 0,
    negative: 0,
    ...count(calls.flatMap(({ callId }) => moodOf.get(callId) ?? [])),
  })
  expect(new Set(moodOf.values()).size).toBeGreaterThan(2)
  const period = { from: `${seenAt - dayMs}`, to: `${clock.now() + minuteMs}`, agentId }
  const groups = async (by: string, more: Record<string, string> = {}) =>
    (await read<CallCounts>(`/gateway/reports/calls?${new URLSearchParams({ ...period, ...more, by }).toString()}`))
      .groups
  const versionOf = ({ at }: Call) => (at < changedAt ? '1' : '2')
  const keyed = (all: readonly CallCount[]) =>
    Object.fromEntries(all.map(({ key, outcomes, moods }) => [key, { outcomes, moods }]))
  const expected = (keyOf: (call: Call) => string, calls = ledger) =>
    groupsBy(calls, keyOf, (ofKey) => ({ outcomes: figuresOf(ofKey).outcomes, moods: moodsIn(ofKey) }))
  // Ends that only the wall shows are written a moment later.
  await expect.poll(() => groups('batch').then(keyed), { timeout: 10_000 }).toEqual(expected(keys.batch))
  expect(Object.keys(expected(keys.batch)).toSorted()).toEqual([first, second, third].toSorted())
  expect(await groups('agent_version').then(keyed)).toEqual(expected(versionOf))
  // Before the flow was seen, nobody knows that a call followed it.
  const ofFlow = ledger.filter(({ at }) => at >= seenAt)
  expect(await groups('flow_version', { flowId }).then(keyed)).toEqual(expected(versionOf, ofFlow))
  for (const version of ['1', '2']) {
    const query = new URLSearchParams({ ...period, agentVersion: version, limit: '100' }).toString()
    const { calls } = await read<{ calls: { at: number; sentiment: string }[] }>(`/gateway/reports/calls/rows?${query}`)
    const listed = ledger.filter((call) => versionOf(call) === version)
    expect(count(calls.map(({ at, sentiment }) => `${at} ${sentiment}`))).toEqual(
      count(listed.map(({ at, callId }) => `${at} ${moodOf.get(callId) ?? ''}`)),
    )
  }
})
