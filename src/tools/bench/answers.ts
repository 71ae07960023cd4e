/**
 * Measures how long each question about a million calls takes, beside one bare statement over the same rows, and for how long the gateway
 * answers nobody else meanwhile.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { sql } from 'kysely'
import { type CallGrouping, callGroupings } from '#contract/index.ts'
import { countCalls } from '#server/gateway/facts/count-calls.ts'
import { openStore, type Store } from '#server/gateway/store/store.ts'
import { measureInTurn, measureMs, type Row } from '../measure.ts'
import { fillWithCalls, yearMs } from './answers/fill.ts'

const rows = Number(process.env.BENCH_ROWS ?? '1000000')
const from = Date.parse('2026-01-05T00:00:00Z')
const year = { from, to: from + yearMs + 1, workspace: 'ws_main', zone: 'UTC' }
/** An hour more than the days of a year would be too many. */
const month = { ...year, from: year.to - 28 * 24 * 3_600_000 }
const rounds = 3
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

/** One statement that counts the same calls by the same groups. */
const countAtOnce = (store: Store, by: CallGrouping, { from, to, workspace }: typeof year) =>
  sql
    .raw(`select ${keys[by]} as key, outcome, count(*) as calls, sum(duration) as seconds, sum(duration > 20) as long,
      sum(sentiment = 'positive') as positive, sum(sentiment = 'neutral') as neutral, sum(sentiment = 'negative') as negative
      from call_facts where at >= ${from} and at < ${to} and workspace in ('', '${workspace}') group by 1, 2`)
    .execute(store)

/**
 * The longest time for which work let nothing else run, ms of processor time: other programs on the machine would make it longer on the
 * clock.
 */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  const progress = { isDone: false }
  const done = work().finally(() => {
    progress.isDone = true
  })
  while (!progress.isDone) {
    const before = process.cpuUsage()
    await yieldToEventLoop()
    const { user, system } = process.cpuUsage(before)
    longest = Math.max(longest, (user + system) / 1_000)
  }
  await done
  return longest
}

export async function bench(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-answers-'))
  const store = await openStore({ file: join(folder, 'gateway.db') })
  try {
    await fillWithCalls(store, rows, from)
    const measured: Row[] = []
    let longest = 0
    for (const by of callGroupings) {
      const period = by === 'hour' ? month : year
      const { ours, bare } = await measureInTurn(
        {
          ours: () =>
            measureMs(async () => {
              longest = Math.max(longest, await longestTurn(() => countCalls(store, { ...period, by })))
            }),
          bare: () => measureMs(() => countAtOnce(store, by, period)),
        },
        rounds,
      )
      const title = `${rows.toLocaleString('en')} calls by ${by.replace('_', ' ')}${by === 'hour' ? ', 28 days' : ''}`
      measured.push({ title, unit: 'ms', ours, comparison: { name: 'one statement', value: bare }, goal })
    }
    const title = 'longest time without other requests, processor time'
    return [...measured, { title, unit: 'ms', ours: longest, goal: { max: 50 } }]
  } finally {
    await store.destroy()
    rmSync(folder, { recursive: true, force: true })
  }
}
