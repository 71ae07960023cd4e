/**
 * For tests: the ledger of batches with their calls, a scripted service that tells of them, and what figures about them have to be. Parts
 * of the ledger are seen from batches, history and events, in any order and partly more than once.
 */
import { createHmac } from 'node:crypto'
import { expect } from 'vitest'
import { type CallCounts, type CallGrouping, type CallOutcome, isAnswered } from '#contract/index.ts'
import { allWorkspaces } from '../facts/figure-retention.ts'
import { saveSetting } from '../store/settings.ts'
import type { Store } from '../store/store.ts'
import type { browserAt, Script } from './testing.ts'

const rowsPerPage = 20
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
function createRandom(seed: number) {
  let state = seed
  const random = (): number => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
  return {
    random,
    pick: <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T,
    shuffled: <T>(values: readonly T[]): T[] =>
      values
        .map((value) => ({ value, order: random() }))
        .toSorted((a, b) => a.order - b.order)
        .map(({ value }) => value),
  }
}

type Person = ReturnType<typeof browserAt>
type LedgerCall = ReturnType<typeof callsFrom>[number]

/** Something that reports calls, and those of which it reports the outcome. */
interface Source {
  see: (person: Person) => Promise<{ status: number }>
  of: readonly LedgerCall[]
  /** Requests that it costs the service: those that the page makes anyway. */
  requests: 0 | 1
}

/** @param start when the first batch began, epoch ms */
function callsFrom(start: number, batchCount: number) {
  const { random, pick } = createRandom(20_261_126)
  return Array.from({ length: batchCount }, (_, batch) =>
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
}

const batchRow = ({ jobId, callId, number, state, words, startedAt, duration }: LedgerCall) => ({
  jobId,
  callId,
  phone_number: number,
  status: state,
  startTime: startedAt,
  duration,
  result: { callId, transcript: [], outcome: words, metadata: {} },
})
const pastCall = ({ callId, agentId, batchId, jobId, number, state, words, startedAt, duration }: LedgerCall) => ({
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

function pageOf<T>(values: readonly T[], query: URLSearchParams) {
  const [page, limit] = [Number(query.get('page') ?? 1), Number(query.get('limit') ?? rowsPerPage)]
  const totalPages = Math.ceil(values.length / limit)
  const pagination = { page, limit, total: values.length, totalPages, hasNext: page < totalPages, hasPrev: page > 1 }
  return { values: values.slice((page - 1) * limit, page * limit), pagination }
}

/** Calls by outcome, long talks and seconds of a group, as the ledger has them. */
function tally(seen: readonly LedgerCall[], keyOf: (call: LedgerCall) => string) {
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
  return Object.fromEntries(groups)
}
const groupings: readonly [CallGrouping, (call: LedgerCall) => string][] = [
  ['batch', ({ batchId }) => batchId],
  ['agent', ({ agentId }) => agentId],
  ['country', ({ country }) => country],
  ['attempt', () => '1'],
  ['outcome', () => ''],
  ['hour', ({ startedAt }) => `${startedAt - (startedAt % hourMs)}`],
]

/** Whether a request asked the service about calls or batches. Gateways also ask by themselves whether it can be reached. */
export const isAboutCalls = ({ path }: { path: string }): boolean => /batch-calls\/|call-history/.test(path)

/** A read of the service that nobody goes on watching, so that it is not repeated. */
const once = { headers: { 'cache-control': 'no-cache', priority: 'u=5' } }

/**
 * @param start the beginning of an hour, when the first batch began, epoch ms
 * @param webhookSecret signs events
 * @param batchCount twenty batches have 680 calls, eight 176
 */
export function createCallLedger(start: number, webhookSecret: string, batchCount = 20) {
  const calls = callsFrom(start, batchCount)
  const { shuffled } = createRandom(4_711)
  const callsOf = (batchId: string) => calls.filter((call) => call.batchId === batchId)

  const script: Script = ({ path }) => {
    const { pathname, searchParams } = new URL(path, 'http://service')
    const [, batchId = '', part, jobId] =
      /^\/v1\/api\/batch-calls\/(\w+)\/(calls|status)(?:\/(\w+))?$/.exec(pathname) ?? []
    if (jobId !== undefined)
      return {
        body: callsOf(batchId)
          .filter((call) => call.jobId === jobId)
          .map(batchRow)[0],
      }
    if (part === 'calls') {
      const { values, pagination } = pageOf(callsOf(batchId).map(batchRow), searchParams)
      return { body: { calls: values, pagination, summary: {} } }
    }
    if (part === 'status') {
      const rows = callsOf(batchId)
      const completed = rows.filter(({ state }) => state === 'completed').length
      const failed = rows.length - completed
      const none = { waiting: 0, active: 0, cancelled: 0 }
      return { body: { status: 'completed', isComplete: true, ...none, completed, failed, total: rows.length } }
    }
    if (pathname !== '/v2/api/call-history') return undefined
    const { values, pagination } = pageOf(calls.map(pastCall), searchParams)
    return { body: { calls: values, pagination } }
  }

  const batchPage = (batchId: string, page: number): Source => ({
    of: pageOf(callsOf(batchId), new URLSearchParams({ page: `${page}` })).values,
    see: (person) => person.get(`/v1/api/batch-calls/${batchId}/calls?page=${page}&limit=${rowsPerPage}`, once),
    requests: 1,
  })
  const historyPage = (page: number): Source => ({
    of: pageOf(calls, new URLSearchParams({ page: `${page}` })).values,
    see: (person) => person.get(`/v2/api/call-history?page=${page}&limit=${rowsPerPage}`, once),
    requests: 1,
  })
  /** An event about a call that a page tells of too: alone it does not say what the service calls the outcome. */
  const eventOf = ({ callId, agentId, number, batchId, jobId, duration, state }: LedgerCall): Source => ({
    of: [],
    see: (person) => {
      const data = { callId, agentId, roomName: '', toNumber: number, batchId, jobId, duration, status: state }
      const body = JSON.stringify({ event: state === 'failed' ? 'call.failed' : 'call.completed', data })
      const signature = createHmac('sha256', webhookSecret).update(body).digest('hex')
      return person.request('POST', '/webhooks/service', { body, headers: { 'x-service-signature': signature } })
    },
    requests: 0,
  })

  const pages = Array.from({ length: batchCount }, (_, batch) =>
    Array.from({ length: Math.ceil(callsOf(`b${batch}`).length / rowsPerPage) }, (_, page) =>
      batchPage(`b${batch}`, page + 1),
    ),
  ).flat()
  // Two thirds of the pages of batches, some of the history, and events of calls that these tell of.
  const seenPages = shuffled(pages).slice(0, Math.ceil((pages.length * 2) / 3))
  const told = [...seenPages, ...[2, 5, 11].map(historyPage)]
  const events = shuffled(told.flatMap(({ of }) => of)).slice(0, 30)
  const seen = [...new Map(told.flatMap(({ of }) => of).map((call) => [call.callId, call])).values()]
  // The service reports the outcomes of these, and that no row of their batches waits to be called back.
  const known = seen.filter(({ words }) => words !== '')
  expect(seen.length).toBeGreaterThan(calls.length / 2)
  expect(seen.length).toBeLessThan(calls.length)
  /** Batches of which the service was asked how many rows have ended. */
  const askedAbout = new Set<string>()
  const isCounted = ({ batchId }: LedgerCall) => askedAbout.has(batchId)

  return {
    calls,
    script,
    /** Everything that tells of the calls that are seen, in an order that is not theirs; some of it twice. */
    sources: shuffled([...told, ...seenPages.slice(0, 8), ...events.map(eventOf)]),

    /** Stores the batches, as if the team had started them, and that no gateway reads by itself what came of their calls. */
    async insertBatches(store: Store): Promise<void> {
      await saveSetting(store, `outcome share of ${allWorkspaces}`, JSON.stringify({ percent: 0 }))
      await store
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
            seen_at: start + batch * hourMs,
            // So that no gateway reads their progress by itself.
            complete: 1,
            progress: null,
            progress_at: null,
          })),
        )
        .execute()
    },

    /** Reads how many rows of each batch have ended. @param except so many batches are not read */
    readProgress: async (person: Person, except: number): Promise<void> => {
      for (let batch = except; batch < batchCount; batch++) {
        expect((await person.get(`/v1/api/batch-calls/b${batch}/status`, once)).status).toBe(200)
        askedAbout.add(`b${batch}`)
      }
    },

    /** Expects that all figures and their coverage are those of the ledger. @param isAll whether all calls are known by now */
    expectFigures: async (person: Person, isAll = false): Promise<void> => {
      const counted = isAll ? calls : seen
      const told = isAll ? calls.filter(({ words }) => words !== '') : known
      for (const [by, keyOf] of groupings) {
        const query = new URLSearchParams({ from: `${start}`, to: `${start + 30 * hourMs}`, by })
        const { groups, coverage } = (await person.get(`/gateway/reports/calls?${query.toString()}`))
          .json as unknown as CallCounts
        const figures = groups.map(({ key, outcomes, longTalks, talkSeconds }) => [
          key,
          { outcomes, longTalks, talkSeconds },
        ])
        expect(Object.fromEntries(figures)).toEqual(tally(counted, keyOf))
        expect(coverage).toEqual({
          ended: calls.filter(isCounted).length,
          seenToEnd: counted.filter(isCounted).length,
          seen: told.filter(isCounted).length,
          unknownBatches: batchCount - askedAbout.size,
        })
      }
    },
  }
}
