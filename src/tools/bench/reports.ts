/**
 * Measures how long each question about a million calls and a million decisions takes, beside one bare statement over the same rows, and
 * for how long the gateway answers nobody else meanwhile.
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { sql } from 'kysely'
import { type CallGrouping, callGroupings, costGroupings, decisionGroupings } from '#contract/index.ts'
import { listBatchFigures } from '#server/gateway/facts/batch-results.ts'
import { countCalls } from '#server/gateway/facts/count-calls.ts'
import { countCosts } from '#server/gateway/facts/count-costs.ts'
import { countDecisions } from '#server/gateway/facts/count-decisions.ts'
import { openAuthentication } from '#server/gateway/operators/authentication.ts'
import { createSilentLog } from '#server/gateway/shared/log.ts'
import { openStore, type Store } from '#server/gateway/store/store.ts'
import { measureInTurn, measureMs, type Row } from '../measure.ts'
import { fillWithCalls, fillWithDecisions, yearMs } from './reports/fill.ts'

const rows = Number(process.env.BENCH_ROWS ?? '1000000')
const from = Date.parse('2026-01-05T00:00:00Z')
const year = { from, to: from + yearMs + 1, workspace: 'ws_main', zone: 'UTC' }
/** An hour more than the days of a year would be too many. */
const month = { ...year, from: year.to - 28 * 24 * 3_600_000 }
const rounds = 5
/** Each slice is read twice: once to find its end. */
const goal = { max: 2 }

const keys: Record<CallGrouping, string> = {
  local_time: 'local_weekday * 24 + local_hour',
  country: 'country',
  agent: 'agent_id',
  batch: 'batch_id',
  flow: 'flow_id',
  attempt: 'attempt',
  agent_version: 'agent_version',
  flow_version: 'flow_version',
  outcome: `''`,
  hour: 'at / 3600000',
  day: 'at / 86400000',
}
const decisionKeys = { all: `''`, agent: 'agent_id', reviewer: 'operator_id', hour: keys.hour, day: keys.day }

/** A question, and a bare statement that counts the same rows by the same groups. */
interface Question {
  title: string
  ask: () => Promise<unknown>
  statement: string
}

const callsOf = ({ from, to, workspace }: typeof year) =>
  `from call_facts where at >= ${from} and at < ${to} and workspace in ('', '${workspace}')`

const questionsAbout = (store: Store): Question[] => [
  ...callGroupings.map((by) => {
    const period = by === 'hour' ? month : year
    return {
      title: `calls by ${by.replace('_', ' ')}${by === 'hour' ? ', 28 days' : ''}`,
      ask: () => countCalls(store, { ...period, by }),
      statement: `select ${keys[by]} as key, outcome, count(*) as calls, sum(duration) as seconds, sum(duration > 20) as long,
        sum(sentiment = 'positive') as positive, sum(sentiment = 'neutral') as neutral, sum(sentiment = 'negative') as negative
        ${callsOf(period)} group by 1, 2`,
    }
  }),
  ...costGroupings.map((by) => {
    const period = by === 'hour' ? month : year
    return {
      title: `minutes by ${by}${by === 'hour' ? ', 28 days' : ''}`,
      ask: () => countCosts(store, { ...period, by }),
      statement: `select ${keys[by]} as key, country, outcome, sum(duration > 0) as calls, sum(duration is null) as unknown,
        sum(duration) as seconds, sum((duration + 59) / 60) as minutes ${callsOf(period)} group by 1, 2, 3`,
    }
  }),
  ...decisionGroupings.map((by) => {
    const period = by === 'hour' ? month : year
    return {
      title: by === 'all' ? 'decisions' : `decisions by ${by}${by === 'hour' ? ', 28 days' : ''}`,
      ask: () => countDecisions(store, { ...period, by, namedReviewer: null }),
      statement: `select ${decisionKeys[by]} as key, result, reject_reason, waited_seconds, count(*) as decisions,
        sum(edited_share) as shares from decision_facts
        where workspace = '${period.workspace}' and at >= ${period.from} and at < ${period.to} and result is not null group by 1, 2, 3, 4`,
    }
  }),
  {
    title: 'rows of 400 batches',
    ask: () => listBatchFigures(store, year),
    // The last call of each row.
    statement: `select batch_id, outcome, count(*) as rows, sum(seconds) as seconds from (
      select batch_id, job_id, outcome, sum(duration) as seconds, max(at) from call_facts where job_id is not null group by 1, 2
    ) group by 1, 2`,
  },
]

/** How long each turn of the event loop took until the work was done, ms. */
async function turnsOf(work: () => Promise<unknown>): Promise<number[]> {
  const turns: number[] = []
  const progress = { isDone: false }
  const done = work().finally(() => {
    progress.isDone = true
  })
  while (!progress.isDone) turns.push(await measureMs(() => yieldToEventLoop()))
  await done
  return turns
}

/**
 * The longest turn, ms, when each one counts as in its fastest round: a delay that the work causes is there in each round, and one that
 * another program on the machine causes is not.
 */
const longestTurn = (rounds: number[][]): number =>
  Math.max(...(rounds[0] ?? []).map((_, turn) => Math.min(...rounds.map((turns) => turns[turn] ?? 0))))

export async function bench(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-reports-'))
  const store = await openStore({ file: join(folder, 'gateway.db') })
  try {
    // Decisions by reviewer read names from its table of operators.
    await openAuthentication({
      store,
      secret: randomUUID(),
      address: new URL('http://localhost'),
      log: createSilentLog(),
    })
    await fillWithCalls(store, rows, from)
    await fillWithDecisions(store, rows, from)
    const measured: Row[] = []
    let longest = 0
    for (const { title, ask, statement } of questionsAbout(store)) {
      const turns: number[][] = []
      const { ours, bare } = await measureInTurn(
        {
          ours: () => measureMs(async () => turns.push(await turnsOf(ask))),
          bare: () => measureMs(() => sql.raw(statement).execute(store)),
        },
        rounds,
      )
      longest = Math.max(longest, longestTurn(turns))
      measured.push({ title, unit: 'ms', ours, comparison: { name: 'one statement', value: bare }, goal })
    }
    return [...measured, { title: 'longest time without other requests', unit: 'ms', ours: longest, goal: { max: 50 } }]
  } finally {
    await store.destroy()
    rmSync(folder, { recursive: true, force: true })
  }
}
