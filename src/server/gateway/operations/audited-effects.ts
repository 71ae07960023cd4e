/** Selects the rows of the audit: each effect once, by its latest step, the latest first. */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { EffectState } from '#contract/index.ts'
import { isOpen } from '../ledger/effect-rows.ts'
import type { Store } from '../store/store.ts'

export interface AuditFilter {
  /** Names as in the history. */
  operators: readonly string[] | undefined
  endpoint?: string | undefined
  state?: EffectState | undefined
  /** The id of the thing that was changed, or of the result, such as a batch. */
  thing?: string | undefined
  /** Epoch ms, both inclusive. */
  from?: number | undefined
  to?: number | undefined
  /** Reads the audit as it was when this step was the latest one, so that what happens meanwhile moves no row. */
  upTo?: number | undefined
}

/** A row's position in the order of the audit: by the time of its latest step, then by its number. */
export interface Position {
  at: number
  seq: number
}

const isLatestStep = (upTo: number | undefined) => sql<SqlBool>`not exists
  (select 1 from history as later where later.effect_id = h.effect_id and later.seq > h.seq
    ${upTo === undefined ? sql`` : sql`and later.seq <= ${upTo}`})`

/** A condition on the effect of a step. */
const ofEffect = (condition: RawBuilder<unknown>) =>
  sql<SqlBool>`exists (select 1 from effects as e where e.id = h.effect_id and ${condition})`

/** A condition on who took an action. */
type TakenBy = (
  operator: RawBuilder<string>,
  state: RawBuilder<string>,
  names: RawBuilder<unknown>,
) => RawBuilder<SqlBool>

const startedBy = (names: RawBuilder<unknown>) => ofEffect(sql`e.operator in (${names})`)
const ofOperator: readonly TakenBy[] = [
  (operator, _, names) => sql<SqlBool>`${operator} in (${names})`,
  // Ended by Switchboard, which the history names with null.
  (operator, _, names) => sql<SqlBool>`${operator} is null and ${startedBy(names)}`,
  // Resolved by a colleague.
  (operator, state, names) =>
    sql<SqlBool>`${state} = 'settled' and ${operator} not in (${names}) and ${startedBy(names)}`,
]

/**
 * The parts in which the rows of a filter are read, because no index has all of them in the order of time: the actions of an operator are
 * those of which they took the latest step, and those that they started and that somebody else ended. Each row is in one part.
 */
const partsOf = ({ operators, state }: AuditFilter): readonly (TakenBy | undefined)[] => {
  if (operators === undefined) return [undefined]
  return state === undefined || state === 'settled' ? ofOperator : ofOperator.slice(0, 2)
}

/** The effects that name a thing, or that it resulted from: a call's room, a start's batch, a created record. */
const effectsOf = (store: Store, thing: string) =>
  store
    .selectFrom('effect_things')
    .select('effect_id')
    .where('thing', '=', thing)
    .union(
      store.selectFrom('known_batches').select(sql<string>`effect_id`.as('effect_id')).where('batch_id', '=', thing),
    )
    .union(store.selectFrom('placed_calls').select('effect_id').where('room_name', '=', thing))
    .union(store.selectFrom('placed_calls').select('effect_id').where('call_id', '=', thing))
    .union(
      store.selectFrom('record_versions').select(sql<string>`effect_id`.as('effect_id')).where('record_id', '=', thing),
    )

/** The effects of a thing, or those that have not ended; undefined if the filter wants neither, so that they may be many. */
function fewEffects(store: Store, { state, thing }: AuditFilter) {
  if (thing !== undefined) return effectsOf(store, thing)
  return state !== undefined && isOpen(state) ? store.selectFrom('open_effects').select('effect_id') : undefined
}

/**
 * Each set of filters has an index in the order of the audit. The steps of few effects are found by their effects instead: expressions in
 * place of the columns keep the database from scanning all steps in that order.
 */
function selectPart(store: Store, filter: AuditFilter, takenBy: TakenBy | undefined, before: Position | undefined) {
  const { operators, endpoint, state, from, to, upTo } = filter
  const few = fewEffects(store, filter)
  const isByEndpoint = endpoint !== undefined && !few
  const table = isByEndpoint ? 'x' : 'h'
  const text = (column: 'operator' | 'state') =>
    few ? sql<string>`(${sql.ref(`h.${column}`)} || '')` : sql<string>`${sql.ref(`${table}.${column}`)}`
  const [at, seq] = [sql<number>`${sql.raw(few ? '+' : '')}${sql.ref(`${table}.at`)}`, sql.ref<number>(`${table}.seq`)]
  let rows = store
    .selectFrom('history as h')
    .$if(isByEndpoint, (some) =>
      some.innerJoin('history_endpoints as x', 'x.seq', 'h.seq').where('x.endpoint', '=', endpoint ?? ''),
    )
    .where(isLatestStep(upTo))
  if (few) rows = rows.where('h.effect_id', 'in', few)
  if (few && endpoint !== undefined) rows = rows.where(ofEffect(sql`e.endpoint = ${endpoint}`))
  if (operators !== undefined && takenBy)
    rows = rows.where(takenBy(text('operator'), text('state'), sql.join([...operators])))
  if (state !== undefined) rows = rows.where(text('state'), '=', state)
  if (from !== undefined) rows = rows.where(at, '>=', from)
  if (to !== undefined) rows = rows.where(at, '<=', to)
  if (upTo !== undefined) rows = rows.where(seq, '<=', upTo)
  if (before !== undefined) rows = rows.where(sql<SqlBool>`(${at}, ${seq}) < (${before.at}, ${before.seq})`)
  return rows.orderBy(at, 'desc').orderBy(seq, 'desc')
}

/** The rows of a filter, in one or more queries. Each selects steps `h` of the history, the latest first. */
export const selectAudited = (store: Store, filter: AuditFilter, before?: Position) =>
  partsOf(filter).map((takenBy) => selectPart(store, filter, takenBy, before))

/** Merges the rows of several queries. */
export const inOrder = <T extends Position>(parts: readonly (readonly T[])[]): T[] =>
  parts.flat().toSorted((one, other) => other.at - one.at || other.seq - one.seq)
