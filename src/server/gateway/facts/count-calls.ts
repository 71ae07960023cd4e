/**
 * Counts calls by outcome. A long period is counted in slices of a few thousand calls, so that other requests run in between;
 * each slice reads only one index.
 */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type Expression, type SqlBool, sql } from 'kysely'
import { momentAt, offsetAt } from '#calling-hours/zone-clock.ts'
import {
  type CallCount,
  type CallCounts,
  type CallGrouping,
  isAnswered,
  longTalkSeconds,
  moods,
} from '#contract/index.ts'
import { dayMs, hourMs } from '../shared/clock.ts'
import type { Store } from '../store/store.ts'
import { callsSince, coverageOf } from './coverage.ts'

export interface CallFilter {
  workspace: string
  agentId?: string | undefined
  flowId?: string | undefined
  batchId?: string | undefined
  country?: string | undefined
}

/** The calls that are counted. */
export interface CallPeriod extends CallFilter {
  /** Epoch ms; `to` is not included. */
  from: number
  to: number
  /** IANA name. */
  zone: string
}

export interface CallQuery extends CallPeriod {
  by: CallGrouping
}

/** Calls or decisions that one statement counts or looks through. */
const rowsPerSlice = 5_000

/** A part of the period, with the key of its group; null: the key is in the rows. */
interface Range {
  from: number
  to: number
  key: string | null
  /** The beginning of the first hour, for counts by hour, epoch ms. */
  firstHour: number
}

/** The beginning of the first hour of the period in its time zone, epoch ms. The hours after it are equally long. */
export const firstHourOf = ({ from, zone }: Pick<CallPeriod, 'from' | 'zone'>): number =>
  from - ((from + offsetAt(zone, from)) % hourMs)

/** Midnight before a moment in a time zone, epoch ms. */
export const startOfDay = (zone: string, at: number): number =>
  momentAt(zone, Math.floor((at + offsetAt(zone, at)) / dayMs), 0, 'early')

/** The days of a period in its time zone. The first and the last may be cut off by it. */
export function daysOf({ from, to, zone }: Pick<CallQuery, 'from' | 'to' | 'zone'>): Range[] {
  const ranges: Range[] = []
  const startOf = (at: number) => startOfDay(zone, at)
  for (let start = startOf(from); start < to; ) {
    // Past the end of a day of 25 hours.
    const next = startOf(start + dayMs + 2 * hourMs)
    ranges.push({ from: Math.max(start, from), to: Math.min(next, to), key: `${start}`, firstHour: 0 })
    start = next
  }
  return ranges
}

/** The beginning of the hour of a moment, for counts by hour. @param firstHour the beginning of any hour, epoch ms */
export const startOfHour = (firstHour: number, at: number): number =>
  firstHour + Math.floor((at - firstHour) / hourMs) * hourMs

const rangeOf = (query: CallPeriod & { by: string }): Range => ({
  from: query.from,
  to: query.to,
  key: null,
  firstHour: query.by === 'hour' ? firstHourOf(query) : 0,
})

/** What groups have in common, as the index has it. A number is grouped faster than a text. */
const keyColumns = {
  local_time: sql<RawKey>`local_weekday * 24 + local_hour`,
  country: sql<RawKey>`country`,
  agent: sql<RawKey>`agent_id`,
  flow: sql<RawKey>`flow_id`,
  batch: sql<RawKey>`batch_id`,
  attempt: sql<RawKey>`attempt`,
  agent_version: sql<RawKey>`agent_version`,
  flow_version: sql<RawKey>`flow_version`,
  outcome: sql<RawKey>`''`,
} as const satisfies Partial<Record<CallGrouping, unknown>>
type RawKey = string | number | null

function keyColumn({ by }: CallQuery, { key, firstHour }: Range) {
  if (key !== null) return sql<RawKey>`${key}`
  if (by !== 'hour') return keyColumns[by as keyof typeof keyColumns]
  return sql<RawKey>`(at - ${sql.lit(firstHour)}) / ${sql.lit(hourMs)}`
}

/** The key of a group in the answer. */
function keyOf({ by }: CallQuery, { firstHour }: Range, raw: RawKey): string {
  if (raw === null) return ''
  if (by === 'hour') return `${firstHour + Number(raw) * hourMs}`
  return by === 'local_time' ? `${Math.floor(Number(raw) / 24)} ${Number(raw) % 24}` : `${raw}`
}

/** The calls of a period with these filters, from the index `call_facts_counted` alone. */
export const callsIn = (store: Store, query: CallFilter, { from, to }: Pick<Range, 'from' | 'to'>) =>
  store
    .selectFrom('call_facts')
    .where('at', '>=', from)
    .where('at', '<', to)
    .where((eb) => {
      const conditions: Expression<SqlBool>[] = [eb('workspace', 'in', ['', query.workspace])]
      if (query.agentId !== undefined) conditions.push(eb('agent_id', '=', query.agentId))
      if (query.flowId !== undefined) conditions.push(eb('flow_id', '=', query.flowId))
      if (query.batchId !== undefined) conditions.push(eb('batch_id', '=', query.batchId))
      if (query.country !== undefined) conditions.push(eb('country', '=', query.country))
      return eb.and(conditions)
    })

/** The number of calls for which a condition holds. */
const numberOf = (condition: Expression<SqlBool>) =>
  sql<number | string | null>`sum(case when ${condition} then 1 else 0 end)`
const isMood = (mood: string) => sql<SqlBool>`sentiment = ${sql.lit(mood)}`

const newGroup = (key: string): Required<CallCount> => ({
  key,
  name: null,
  outcomes: {},
  longTalks: 0,
  talkSeconds: 0,
  timed: 0,
  moods: { positive: 0, neutral: 0, negative: 0 },
})

async function countSlice(store: Store, query: CallQuery, range: Range, groups: Map<string, Required<CallCount>>) {
  const key = keyColumn(query, range)
  const rows = await callsIn(store, query, range)
    .select([
      key.as('key'),
      'outcome',
      sql<number | string>`count(*)`.as('calls'),
      // Of each outcome, so that no statement has to test for each call whether it was answered.
      sql<number | string | null>`sum(duration)`.as('seconds'),
      numberOf(sql<SqlBool>`duration > ${sql.lit(longTalkSeconds)}`).as('long'),
      sql<number | string>`count(duration)`.as('timed'),
      numberOf(isMood('positive')).as('positive'),
      numberOf(isMood('neutral')).as('neutral'),
      numberOf(isMood('negative')).as('negative'),
    ])
    .groupBy(['key', 'outcome'])
    .execute()
  for (const row of rows) {
    const name = keyOf(query, range, row.key)
    const group = groups.get(name) ?? newGroup(name)
    group.outcomes[row.outcome] = (group.outcomes[row.outcome] ?? 0) + Number(row.calls)
    if (isAnswered(row.outcome)) {
      group.longTalks += Number(row.long)
      group.talkSeconds += Number(row.seconds)
      group.timed += Number(row.timed)
    }
    for (const mood of moods) group.moods[mood] += Number(row[mood])
    groups.set(name, group)
  }
}

export interface Facts {
  table: 'call_facts' | 'decision_facts'
  /** The only workspace whose rows are counted; absent: of all. */
  workspace?: string
}

/**
 * When the row after `rowsPerSlice` others happened, epoch ms; null: there are no more than these.
 *
 * @param order from the beginning of the range, or from its end
 */
export async function momentAfterSlice(
  store: Store,
  { table, workspace }: Facts,
  { from, to }: Pick<Range, 'from' | 'to'>,
  order: 'asc' | 'desc',
): Promise<number | null> {
  const row = await store
    .selectFrom(table)
    .select('at')
    .$if(workspace !== undefined, (query) => query.where('workspace', '=', workspace ?? ''))
    .where('at', '>=', from)
    .where('at', '<', to)
    .orderBy('at', order)
    .limit(1)
    .offset(rowsPerSlice)
    .executeTakeFirst()
  return row?.at ?? null
}

/** Parts of these ranges that are counted one after another; other requests run in between. */
export async function* slicesOf<R extends Pick<Range, 'from' | 'to'>>(
  store: Store,
  facts: Facts,
  ranges: readonly R[],
): AsyncGenerator<R> {
  for (const range of ranges) {
    for (let from: number | null = range.from; from !== null; ) {
      const at: number | null = await momentAfterSlice(store, facts, { from, to: range.to }, 'asc')
      // If a full slice begins in one millisecond, all its rows are counted in a slice of their own.
      const next: number | null = at === null ? null : Math.max(at, from + 1)
      yield { ...range, from, to: next ?? range.to }
      from = next
      await yieldToEventLoop()
    }
  }
}

/** Parts of the period that are counted one after another. Each belongs to one day, if days are counted. */
export const callSlices = (store: Store, query: CallPeriod & { by: string }): AsyncGenerator<Range> =>
  slicesOf(store, { table: 'call_facts' }, query.by === 'day' ? daysOf(query) : [rangeOf(query)])

/** Counts the calls of a period by outcome. Sends nothing to the service. */
export async function countCalls(store: Store, query: CallQuery): Promise<CallCounts> {
  const groups = new Map<string, Required<CallCount>>()
  for await (const range of callSlices(store, query)) await countSlice(store, query, range, groups)
  return {
    groups: [...groups.values()],
    coverage: await coverageOf(store, query),
    since: await callsSince(store, query.workspace),
  }
}
