/**
 * Counts decisions about drafts, and the drafts that waited, in slices of a few thousand, so that other requests run in between. Each slice
 * reads only one index.
 */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { sql } from 'kysely'
import type { DecisionCount, DecisionCounts, DecisionGrouping, DraftsOverTime } from '#contract/index.ts'
import { refusal } from '../shared/refusals.ts'
import { namesOfOperators } from '../store/operator-names.ts'
import type { Store } from '../store/store.ts'
import { daysOf, firstHourOf, slicesOf } from './count-calls.ts'

export interface DecisionFilter {
  workspace: string
  agentId?: string | undefined
  reviewerId?: string | undefined
}

export interface DecisionQuery extends DecisionFilter {
  /** Epoch ms; `to` is not included. */
  from: number
  to: number
  by: DecisionGrouping
  zone: string
  /** The only reviewer whose decisions have a name; null: all have. */
  namedReviewer: string | null
}

const hourMs = 3_600_000

interface Range {
  from: number
  to: number
  /** null: the key is in the rows. */
  key: string | null
}

/** What is counted of a group so far. */
interface Group extends Pick<DecisionCount, 'key' | 'results' | 'reasons'> {
  /** How many decisions were made after so many seconds. */
  waits: Map<number, number>
  edits: number
  sharesOfEdits: number
}

/** The decisions of a period with these filters that have ended. */
export const decisionsIn = (
  store: Store,
  { workspace, agentId, reviewerId }: DecisionFilter,
  { from, to }: Pick<Range, 'from' | 'to'>,
) =>
  store
    .selectFrom('decision_facts')
    .where('workspace', '=', workspace)
    .where('at', '>=', from)
    .where('at', '<', to)
    .where('result', 'is not', null)
    .$if(agentId !== undefined, (query) => query.where('agent_id', '=', agentId ?? ''))
    .$if(reviewerId !== undefined, (query) => query.where('operator_id', '=', reviewerId ?? ''))

function keyOf({ by, namedReviewer }: DecisionQuery, { key }: Range) {
  if (key !== null) return sql<string>`${key}`
  if (by === 'agent') return sql<string>`coalesce(agent_id, '')`
  if (by !== 'reviewer') return sql<string>`''`
  // guard: reviewers-are-named-to-administrators
  if (namedReviewer !== null) return sql<string>`case when operator_id = ${namedReviewer} then operator_id else '' end`
  return sql<string>`operator_id`
}

async function countSlice(store: Store, query: DecisionQuery, range: Range, groups: Map<string, Group>): Promise<void> {
  const groupOf = (key: string): Group => {
    const group = groups.get(key) ?? {
      key,
      results: {},
      reasons: {},
      waits: new Map(),
      edits: 0,
      sharesOfEdits: 0,
    }
    groups.set(key, group)
    return group
  }
  const decisions = decisionsIn(store, query, range).select(keyOf(query, range).as('key'))
  const counts = await decisions
    .select([
      'result',
      'reject_reason',
      sql<number | string>`count(*)`.as('decisions'),
      sql<number | string>`count(edited_share)`.as('edits'),
      sql<number | string>`coalesce(sum(edited_share), 0)`.as('shares'),
    ])
    .groupBy(['key', 'result', 'reject_reason'])
    .execute()
  for (const { key, result, reject_reason, decisions, edits, shares } of counts) {
    if (result === null) continue
    const group = groupOf(key)
    const count = Number(decisions)
    group.results[result] = (group.results[result] ?? 0) + count
    if (result === 'rejected') {
      const reason = reject_reason ?? ''
      group.reasons[reason] = (group.reasons[reason] ?? 0) + count
    }
    if (result === 'edited') {
      group.edits += Number(edits)
      group.sharesOfEdits += Number(shares)
    }
  }
  // One text for each group is read several times faster than one row for each decision.
  const waits = await decisions
    .select(sql<string>`string_agg(cast(waited_seconds as text), ' ')`.as('seconds'))
    .where('waited_seconds', 'is not', null)
    .where('result', '!=', 'saved')
    .groupBy('key')
    .execute()
  for (const { key, seconds } of waits) {
    const { waits } = groupOf(key)
    for (const text of seconds.split(' ')) {
      const waited = Number(text)
      waits.set(waited, (waits.get(waited) ?? 0) + 1)
    }
  }
}

/** The seconds within which this share of the decisions was made. @param waits in ascending order */
function quantileOf(waits: readonly (readonly [seconds: number, count: number])[], timed: number, share: number) {
  let made = 0
  for (const [seconds, count] of waits) {
    made += count
    if (made >= timed * share) return seconds
  }
  return null
}

/** @param name null: unknown, or the group is no reviewer */
function present({ waits, edits, sharesOfEdits, ...group }: Group, name: string | null): DecisionCount {
  const sorted = [...waits].toSorted(([one], [other]) => one - other)
  const timed = sorted.reduce((sum, [, count]) => sum + count, 0)
  return {
    ...group,
    name,
    timed,
    medianSeconds: quantileOf(sorted, timed, 0.5),
    slowSeconds: quantileOf(sorted, timed, 0.9),
    editedShare: edits === 0 ? null : Math.round(sharesOfEdits / edits),
  }
}

/** The hours of a period in its time zone. The first and the last may be cut off by it. */
function hoursOf({ from, to, zone }: DecisionQuery): Range[] {
  const first = firstHourOf({ from, zone })
  return Array.from({ length: Math.ceil((to - first) / hourMs) }, (_, index) => {
    const start = first + index * hourMs
    return { from: Math.max(start, from), to: Math.min(start + hourMs, to), key: `${start}` }
  })
}

function rangesOf(query: DecisionQuery): readonly Range[] {
  const { from, to, by } = query
  if (by === 'day') return daysOf(query)
  return by === 'hour' ? hoursOf(query) : [{ from, to, key: null }]
}

/** When the first decision of a workspace that has ended and is still kept was made, epoch ms; null: there is none. */
export async function decisionsSince(store: Store, workspace: string): Promise<number | null> {
  const first = store.selectFrom('decision_facts').select(({ fn }) => fn.min('at').as('at'))
  const ended = first.where('workspace', '=', workspace).where('result', 'is not', null)
  return (await ended.executeTakeFirst())?.at ?? null
}

/** Counts the decisions of a period. Sends nothing to the service. */
export async function countDecisions(store: Store, query: DecisionQuery): Promise<DecisionCounts> {
  const { workspace, by } = query
  const groups = new Map<string, Group>()
  for await (const range of slicesOf(store, { table: 'decision_facts', workspace }, rangesOf(query)))
    await countSlice(store, query, range, groups)
  const names = await namesOfOperators(store, by === 'reviewer' ? [...groups.keys()].filter(Boolean) : [])
  const presented: DecisionCount[] = []
  for (const group of groups.values()) {
    presented.push(present(group, names.get(group.key) ?? null))
    await yieldToEventLoop()
  }
  return { groups: presented, since: await decisionsSince(store, workspace) }
}

const maxHours = 48

export interface DraftsQuery {
  workspace: string
  /** Epoch ms; `to` is not included. */
  from: number
  to: number
}

/** Decisions that were made in one hour and ended a wait, by the hour in which their draft was written. */
interface Decided {
  /** The hour after `from`, below 0 for an earlier one; null: it is not known when the draft was written. */
  writtenIn: number | null
  count: number
}

async function decidedIn(store: Store, { workspace, from, to }: DraftsQuery, start: number): Promise<Decided[]> {
  // The whole hours since the draft was written, counted back from the end of the period, because division rounds towards zero.
  const sinceWritten = sql<
    number | string | null
  >`(${sql.lit(from + maxHours * hourMs - 1)} - (at - cast(waited_seconds as bigint) * 1000)) / ${sql.lit(hourMs)}`
  const rows = await store
    .selectFrom('decision_facts')
    .select([sinceWritten.as('since'), sql<number | string>`count(*)`.as('decisions')])
    .where('workspace', '=', workspace)
    .where('at', '>=', start)
    .where('at', '<', Math.min(to, start + hourMs))
    // The result of one that was just made is not known yet. A saved text still waits.
    .where('result', 'in', ['approved', 'edited', 'rejected'])
    .groupBy('since')
    .execute()
  return rows.map(({ since, decisions }) => ({
    writtenIn: since === null ? null : maxHours - 1 - Number(since),
    count: Number(decisions),
  }))
}

/**
 * Counts for each hour of a period. Sends nothing to the service. Drafts that were decided elsewhere are not known.
 *
 * @param waiting when each draft that waits now was written, epoch ms; null: the drafts are not known
 * @throws Refusal 400 for a period that is too long
 */
export async function countDraftsOverTime(
  store: Store,
  query: DraftsQuery,
  waiting: readonly number[] | null,
): Promise<DraftsOverTime> {
  const { from, to } = query
  // guard: counted-draft-period-is-limited
  if (to - from > maxHours * hourMs)
    throw refusal({
      status: 400,
      code: 'invalid_request',
      message: `The period is too long. Nothing was counted. Choose at most ${maxHours} hours.`,
    })
  const hours = Array.from({ length: Math.max(0, Math.ceil((to - from) / hourMs)) }, (_, hour) => ({
    at: from + hour * hourMs,
    decided: 0,
    waiting: waiting && waiting.filter((at) => at < from + (hour + 1) * hourMs).length,
  }))
  for (const [decidedHour, hour] of hours.entries()) {
    for (const { writtenIn, count } of await decidedIn(store, query, hour.at)) {
      hour.decided += count
      if (writtenIn === null) continue
      for (const before of hours.slice(Math.max(0, writtenIn), decidedHour))
        if (before.waiting !== null) before.waiting += count
    }
    await yieldToEventLoop()
  }
  return { hours }
}
