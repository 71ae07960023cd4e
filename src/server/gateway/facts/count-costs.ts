/** Counts the minutes of calls and the messages that were sent, from the gateway's own rows. Prices are applied by the page. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { sql } from 'kysely'
import { type CallCosts, type CostCount, type CostGrouping, type DraftResult, isAnswered } from '#contract/index.ts'
import { dayMs, hourMs } from '../shared/clock.ts'
import type { Store } from '../store/store.ts'
import { type CallPeriod, callSlices, callsIn, firstHourOf, startOfDay, startOfHour } from './count-calls.ts'
import { decisionsIn, decisionsSince } from './count-decisions.ts'
import { callsSince, coverageOf } from './coverage.ts'

export type CostQuery = CallPeriod & { by: CostGrouping }

const quarterMs = 900_000
const sentResults = ['approved', 'edited'] as const satisfies readonly DraftResult[]

const keyColumns = {
  country: sql<string | number | null>`country`,
  agent: sql<string | number | null>`agent_id`,
  flow: sql<string | number | null>`flow_id`,
  batch: sql<string | number | null>`batch_id`,
} as const

/** The key of a group as the rows of a slice have it; of hours, when they begin. */
function keyColumn({ by }: CostQuery, { key, firstHour }: { key: string | null; firstHour: number }) {
  if (key !== null) return sql<string | number | null>`${key}`
  if (by !== 'hour') return keyColumns[by as keyof typeof keyColumns]
  return sql<
    string | number | null
  >`(at - ${sql.lit(firstHour)}) / ${sql.lit(hourMs)} * ${sql.lit(hourMs)} + ${sql.lit(firstHour)}`
}

type Groups = Map<string, CostCount>

function groupIn(groups: Groups, key: string): CostCount {
  const group = groups.get(key) ?? { key, name: null, countries: [], messages: 0 }
  groups.set(key, group)
  return group
}

/** Adds the calls of a slice. @returns the number of answered calls without a known duration */
async function addCalls(
  store: Store,
  query: CostQuery,
  range: { from: number; to: number; key: string | null; firstHour: number },
  groups: Groups,
): Promise<number> {
  const key = keyColumn(query, range)
  const rows = await callsIn(store, query, range)
    .select([
      key.as('key'),
      'country',
      'outcome',
      sql<number | string | null>`sum(case when duration > 0 then 1 else 0 end)`.as('calls'),
      sql<number | string | null>`sum(case when duration is null then 1 else 0 end)`.as('unknown'),
      sql<number | string | null>`sum(duration)`.as('seconds'),
      sql<number | string | null>`sum((duration + 59) / 60)`.as('minutes'),
    ])
    .groupBy(['key', 'country', 'outcome'])
    .execute()
  let withoutDuration = 0
  for (const row of rows) {
    if (isAnswered(row.outcome)) withoutDuration += Number(row.unknown)
    if (Number(row.calls) === 0) continue
    const { countries } = groupIn(groups, `${row.key ?? ''}`)
    const country = row.country ?? ''
    let sum = countries.find((one) => one.country === country)
    if (!sum) countries.push((sum = { country, calls: 0, seconds: 0, startedMinutes: 0 }))
    sum.calls += Number(row.calls)
    sum.seconds += Number(row.seconds)
    sum.startedMinutes += Number(row.minutes)
  }
  return withoutDuration
}

/**
 * The messages that a decision of this workspace sent, as approved or with an edited text: how many in each quarter of an hour, and when
 * the first of them was decided. Hours and days begin with a quarter in every time zone. Rows have no result before they are completed.
 */
async function* sentMessages(
  store: Store,
  { workspace, from, to }: CostQuery,
): AsyncGenerator<{ at: number; messages: number }> {
  const since = (await decisionsSince(store, workspace)) ?? to
  for (let start = Math.max(from, since); start < to; start += dayMs) {
    const rows = await decisionsIn(store, { workspace }, { from: start, to: Math.min(to, start + dayMs) })
      .where('result', 'in', sentResults)
      .select(({ fn }) => [fn.min('at').as('at'), fn.countAll<number | string>().as('messages')])
      .groupBy(sql`at / ${sql.lit(quarterMs)}`)
      .execute()
    for (const { at, messages } of rows) yield { at, messages: Number(messages) }
    await yieldToEventLoop()
  }
}

/** Calls and decisions began to be recorded at the same time, so the first of either says when. */
const earliest = (...times: readonly (number | null)[]): number | null => {
  const known = times.filter((time) => time !== null)
  return known.length === 0 ? null : Math.min(...known)
}

/** Counts minutes and messages of a period. Sends nothing to the service. */
export async function countCosts(store: Store, query: CostQuery): Promise<CallCosts> {
  const groups: Groups = new Map()
  let withoutDuration = 0
  for await (const range of callSlices(store, query)) withoutDuration += await addCalls(store, query, range, groups)
  const isFiltered = [query.agentId, query.flowId, query.batchId, query.country].some((value) => value !== undefined)
  let messages = 0
  if (!isFiltered)
    for await (const { at, messages: sent } of sentMessages(store, query)) {
      messages += sent
      if (query.by === 'day') groupIn(groups, `${startOfDay(query.zone, at)}`).messages += sent
      if (query.by === 'hour') groupIn(groups, `${startOfHour(firstHourOf(query), at)}`).messages += sent
    }
  return {
    groups: [...groups.values()],
    messages: isFiltered ? null : messages,
    withoutDuration,
    coverage: await coverageOf(store, query),
    since: earliest(await callsSince(store, query.workspace), await decisionsSince(store, query.workspace)),
  }
}
