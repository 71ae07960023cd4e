/** Lists the calls that a figure counts, the latest first. */
import type { Expression, SqlBool } from 'kysely'
import { answeredOutcomes, type CountedCall, type listedOutcomes, type Pagination } from '#contract/index.ts'
import { wasPlaced } from '../../registry/was-placed.ts'
import { paginate } from '../../shared/pagination.ts'
import type { Store } from '../../store/store.ts'
import { type CallFilter, callsIn } from '../count-calls.ts'
import { findLatest } from './find-latest.ts'

export interface CallListQuery extends CallFilter {
  /** Epoch ms; `to` is not included. */
  from: number
  to: number
  outcome?: (typeof listedOutcomes)[number] | undefined
  /** On the clock of the person called: 0 (Monday) to 6, and 0 to 23. */
  weekday?: number | undefined
  hour?: number | undefined
  attempt?: number | undefined
  agentVersion?: number | undefined
  flowVersion?: number | undefined
  page: number
  limit: number
}

/** Calls of which one statement reads the details. */
const rowsPerStatement = 200

const columns = [
  ['local_weekday', 'weekday'],
  ['local_hour', 'hour'],
  ['attempt', 'attempt'],
  ['agent_version', 'agentVersion'],
  ['flow_version', 'flowVersion'],
] as const

/** The rows of a slice that the filters leave, the latest first. Reads only the index, except for the rows that it returns. */
const idsIn = (store: Store, query: CallListQuery, from: number, to: number, limit: number) =>
  callsIn(store, query, { from, to })
    .where((eb) => {
      const conditions: Expression<SqlBool>[] = []
      for (const [column, name] of columns) {
        const value = query[name]
        if (value !== undefined) conditions.push(eb(column, '=', value))
      }
      if (query.outcome === 'all_answered') conditions.push(eb('outcome', 'in', [...answeredOutcomes]))
      else if (query.outcome !== undefined) conditions.push(eb('outcome', '=', query.outcome))
      return eb.and(conditions)
    })
    .select(['id', 'at'])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

async function readCalls(store: Store, workspace: string, ids: readonly string[]): Promise<CountedCall[]> {
  const rows = await store
    .selectFrom('call_facts as f')
    .leftJoin('kept_calls as k', (join) =>
      join.onRef('k.room_name', '=', 'f.room_name').on('k.workspace', '=', workspace),
    )
    .leftJoin('batch_rows as r', (join) =>
      join.onRef('r.batch_id', '=', 'f.batch_id').onRef('r.job_id', '=', 'f.job_id'),
    )
    .selectAll('f')
    .select(['k.customer', 'k.phone', 'r.name', 'r.number', wasPlaced('f.room_name').as('placed')])
    .where('f.id', 'in', ids)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    at: row.at,
    roomName: row.room_name,
    batchId: row.batch_id,
    batchName: null,
    isPlaced: Boolean(row.placed),
    jobId: row.job_id,
    agentId: row.agent_id,
    agentName: null,
    country: row.country,
    attempt: row.attempt,
    outcome: row.outcome,
    source: row.outcome_source,
    duration: row.duration,
    sentiment: row.sentiment,
    customer: row.customer || (row.name ?? ''),
    number: row.phone || (row.number ?? ''),
  }))
}

/** A page of the calls of a period with these filters, without the names of agents and batches. Sends nothing to the service. */
export async function listCalls(
  store: Store,
  query: CallListQuery,
): Promise<{ calls: CountedCall[]; pagination: Pagination }> {
  const { workspace, page, limit } = query
  const { rows, hasMore } = await findLatest(store, query, query, {
    table: 'call_facts',
    rowsIn: ({ from, to }, count) => idsIn(store, query, from, to, count),
  })
  const ids = rows.map(({ id }) => id)
  const calls: CountedCall[] = []
  for (let at = 0; at < ids.length; at += rowsPerStatement)
    calls.push(...(await readCalls(store, workspace, ids.slice(at, at + rowsPerStatement))))
  const order = new Map(ids.map((id, index) => [id, index]))
  return {
    calls: calls.toSorted((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0)),
    pagination: paginate(page, limit, null, hasMore),
  }
}
