/**
 * Counts calls by what came of them. A long period is counted in slices of a few thousand calls, so that other requests run in between;
 * each slice reads only one index.
 */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type Expression, type SqlBool, sql } from 'kysely'
import { isZoneKnown, momentAt, offsetAt } from '#calling-hours/zone-clock.ts'
import {
  type CallCount,
  type CallCounts,
  type CallGrouping,
  longTalkSeconds,
  reachedOutcomes,
} from '#contract/index.ts'
import { refusal } from '../shared/refusals.ts'
import type { Store } from '../store/store.ts'

export interface CallQuery {
  workspace: string
  /** Epoch ms; `to` is not included. */
  from: number
  to: number
  by: CallGrouping
  zone: string
  agentId?: string | undefined
  batchId?: string | undefined
  country?: string | undefined
}

/** Calls that one statement counts. */
const callsPerSlice = 5_000
const batchesPerSlice = 100
const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** The most hours or days that are counted one by one. */
const maxSteps = 800

/** A part of the period, with the key of its group; null: the key is in the rows. */
interface Range {
  from: number
  to: number
  key: string | null
}

const refuse = (message: string) => refusal({ status: 400, code: 'invalid_request', message })

/**
 * The hours or days of a period in a time zone. The first and the last may be cut off by it.
 *
 * @throws Refusal 400 for an unknown time zone or a period with too many of them
 */
function stepsOf({ from, to, by, zone: known }: CallQuery): Range[] {
  if (!isZoneKnown(known)) throw refuse('This time zone is not known. Nothing was counted.')
  // guard: counted-period-is-limited
  if ((to - from) / (by === 'hour' ? hourMs : dayMs) > maxSteps)
    throw refuse(`A period has at most ${maxSteps} ${by === 'hour' ? 'hours' : 'days'}. Nothing was counted.`)
  const ranges: Range[] = []
  const startOf = (at: number) => {
    const local = at + offsetAt(known, at)
    if (by === 'hour') return at - (local % hourMs)
    return momentAt(known, Math.floor(local / dayMs), 0, 'early')
  }
  for (let start = startOf(from); start < to; ) {
    // Past the end of a day of 25 hours, and of an hour.
    const next = by === 'hour' ? start + hourMs : startOf(start + dayMs + 2 * hourMs)
    ranges.push({ from: Math.max(start, from), to: Math.min(next, to), key: `${start}` })
    start = next
  }
  return ranges
}

const keyColumns = {
  local_time: sql<string>`case when local_hour is null then '' else local_weekday || ' ' || local_hour end`,
  country: sql<string>`coalesce(country, '')`,
  agent: sql<string>`coalesce(agent_id, '')`,
  batch: sql<string>`coalesce(batch_id, '')`,
  attempt: sql<string>`coalesce(cast(attempt as text), '')`,
  outcome: sql<string>`''`,
} as const satisfies Partial<Record<CallGrouping, unknown>>

const isInReached = sql<SqlBool>`outcome in (${sql.join(reachedOutcomes.map((outcome) => sql.lit(outcome)))})`

/** The calls of a period with these filters, from the index `call_facts_counted` alone. */
const callsIn = (store: Store, query: CallQuery, { from, to }: Pick<Range, 'from' | 'to'>) =>
  store
    .selectFrom('call_facts')
    .where('at', '>=', from)
    .where('at', '<', to)
    .where((eb) => {
      const conditions: Expression<SqlBool>[] = [eb('workspace', 'in', ['', query.workspace])]
      if (query.agentId !== undefined) conditions.push(eb('agent_id', '=', query.agentId))
      if (query.batchId !== undefined) conditions.push(eb('batch_id', '=', query.batchId))
      if (query.country !== undefined) conditions.push(eb('country', '=', query.country))
      return eb.and(conditions)
    })

async function countSlice(store: Store, query: CallQuery, range: Range, groups: Map<string, CallCount>) {
  const key = range.key === null ? keyColumns[query.by as keyof typeof keyColumns] : sql<string>`${range.key}`
  const rows = await callsIn(store, query, range)
    .select([
      key.as('key'),
      'outcome',
      sql<number | string>`count(*)`.as('calls'),
      sql<number | string>`sum(case when ${isInReached} then coalesce(duration, 0) else 0 end)`.as('seconds'),
      sql<
        number | string
      >`sum(case when ${isInReached} and duration > ${sql.lit(longTalkSeconds)} then 1 else 0 end)`.as('long'),
    ])
    .groupBy(['key', 'outcome'])
    .execute()
  for (const { key: name, outcome, calls, seconds, long } of rows) {
    const group = groups.get(name) ?? { key: name, name: null, outcomes: {}, longTalks: 0, talkSeconds: 0 }
    const counted = (group.outcomes[outcome] ?? 0) + Number(calls)
    groups.set(name, {
      key: name,
      name: null,
      outcomes: { ...group.outcomes, [outcome]: counted },
      longTalks: group.longTalks + Number(long),
      talkSeconds: group.talkSeconds + Number(seconds),
    })
  }
}

/** The beginning of the next slice: where `callsPerSlice` calls have been counted; null: no more follow. */
async function nextSlice(store: Store, from: number, to: number): Promise<number | null> {
  const row = await store
    .selectFrom('call_facts')
    .select('at')
    .where('at', '>=', from)
    .where('at', '<', to)
    .orderBy('at')
    .limit(1)
    .offset(callsPerSlice)
    .executeTakeFirst()
  if (!row) return null
  // So many calls at one moment are counted together with the next ones.
  return row.at > from ? row.at : from + 1
}

/** How many calls of batches that began in the period have ended, as the service counts them, and how many of them are known. */
async function coverageOf(store: Store, { from, to, agentId, batchId }: CallQuery): Promise<CallCounts['coverage']> {
  const batches = await store
    .selectFrom('known_batches')
    .select(['batch_id', 'progress'])
    .where('started_at', '>=', from)
    .where('started_at', '<', to)
    .$if(agentId !== undefined, (query) => query.where('agent_id', '=', agentId ?? ''))
    .$if(batchId !== undefined, (query) => query.where('batch_id', '=', batchId ?? ''))
    .execute()
  let ended = 0
  let seen = 0
  for (let first = 0; first < batches.length; first += batchesPerSlice) {
    const slice = batches.slice(first, first + batchesPerSlice)
    const counted = await store
      .selectFrom('call_facts')
      .select(['batch_id', ({ fn }) => fn.count<number>('job_id').distinct().as('rows')])
      .where(
        'batch_id',
        'in',
        slice.map(({ batch_id }) => batch_id),
      )
      .where('job_id', 'is not', null)
      // A row that waits to be called back has not ended.
      .where('state', 'in', ['completed', 'failed'])
      .groupBy('batch_id')
      .execute()
    const seenRows = new Map(counted.map(({ batch_id, rows }) => [batch_id, rows]))
    for (const { batch_id, progress } of slice) {
      const { completed, failed } = JSON.parse(progress ?? '{}') as {
        completed?: number | null
        failed?: number | null
      }
      const endedHere = (completed ?? 0) + (failed ?? 0)
      ended += endedHere
      seen += Math.min(endedHere, seenRows.get(batch_id) ?? 0)
    }
    await yieldToEventLoop()
  }
  return { ended, seen }
}

/** Counts the calls of a period by what came of them. Sends nothing to the service. @throws Refusal 400 */
export async function countCalls(store: Store, query: CallQuery): Promise<CallCounts> {
  const isByTime = query.by === 'hour' || query.by === 'day'
  const ranges = isByTime ? stepsOf(query) : [{ from: query.from, to: query.to, key: null }]
  const groups = new Map<string, CallCount>()
  for (const range of ranges) {
    for (let from: number | null = range.from; from !== null; ) {
      const next: number | null = await nextSlice(store, from, range.to)
      await countSlice(store, query, { from, to: next ?? range.to, key: range.key }, groups)
      from = next
      await yieldToEventLoop()
    }
  }
  return { groups: [...groups.values()], coverage: await coverageOf(store, query) }
}
