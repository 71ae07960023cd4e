/** Batches as the registry stores them, and their progress as the service reports it. */
import { type Selectable, sql } from 'kysely'
import {
  type Batch,
  type BatchCancelled,
  type BatchClosing,
  type BatchOrigin,
  type BatchProgress,
  type KnownBatch,
  type OriginSelection,
  searchParts,
  sumOf,
} from '#contract/index.ts'
import type { Read } from '../cache/read.ts'
import { countUpToLimit } from '../store/count.ts'
import type { Store, Tables } from '../store/store.ts'
import type { BatchClosingTable } from '../store/tables/batches.ts'
import { containsParts, wordsOf } from './search-index.ts'

/** The stored progress of a batch. */
export type Progress = NonNullable<KnownBatch['progress']>
export const progressOf = (progress: Progress): Progress => {
  const { status, isComplete, waiting, active, completed, failed, cancelled, total } = progress
  return { status, isComplete, waiting, active, completed, failed, cancelled, total }
}
export type ReportedProgress = Progress & { startTime: number | null }

/** Reads whose 404 means that the service does not know the batch. */
export const progressReads: readonly string[] = ['batchShow', 'batchProgress']

/** A batch's progress from an answer of the service; null when the answer has none. */
export function progressIn(read: Read, data: unknown): ReportedProgress | null {
  if (read.name === 'batchProgress') return data as BatchProgress
  if (read.name !== 'batchShow') return null
  const { progress, status, isComplete } = data as Batch
  return { ...progress, status, isComplete }
}

export interface NewBatch {
  batchId: string
  name: string
  agentId: string | null
  startedBy: string | null
  startedAt: number | null
  /** The effect that started it. */
  effectId: string | null
  /** In which it was started; undefined: not known. */
  workspace?: string | null
}

/** Facts about a batch's start, from the ids (JSON) of its effect. @param ids null: it was not started by Switchboard */
export function startFactsIn(
  ids: string | null,
): Pick<KnownBatch, 'scheduledAt' | 'recipients' | 'callsBack' | 'isTest' | 'leftOut' | 'stopsForHarm'> {
  const {
    recipients = null,
    scheduledAt,
    callBacks,
    test,
    leftOut,
    harm,
  } = JSON.parse(ids ?? '{}') as Record<string, string | undefined>
  return {
    recipients,
    scheduledAt: scheduledAt === undefined ? null : Date.parse(scheduledAt),
    callsBack: callBacks === undefined ? null : Number(callBacks) > 0,
    isTest: test !== undefined,
    ...(leftOut !== undefined && { leftOut: Number(leftOut) }),
    ...(harm === 'cancel' && { stopsForHarm: true }),
  }
}

/** When and why Switchboard cancels what remains of a batch. */
export function closingIn(row: BatchRow): BatchClosing | null {
  const { closes_at: at, place, after_hours: startedBy, state, cancelled_at: cancelledAt, problem } = row
  if (at === null || place === null || startedBy === null || state === null) return null
  return { at, place, startedBy, state, cancelledAt, problem }
}

/** The batch that the people of a start come from, from the ids (JSON) of the start's effect. */
export function originIn(ids: string | null): Omit<BatchOrigin, 'name'> | null {
  const { originId, originCalls = 'all' } = JSON.parse(ids ?? '{}') as {
    originId?: string
    originCalls?: OriginSelection
  }
  return originId === undefined ? null : { batchId: originId, calls: originCalls }
}

/** A batch's progress from the answer to its cancel; null when the answer has no figures. */
export function progressAfterCancel(details: BatchCancelled['details']): Progress | null {
  const { completedCalls: completed, failedCalls: failed, cancelledCalls: cancelled, totalCalls: total } = details
  const ended = sumOf(completed, failed, cancelled)
  if (!total || ended === null || ended > total) return null
  const active = total - ended
  return {
    status: 'cancelled',
    isComplete: active === 0,
    waiting: 0,
    active,
    completed,
    failed,
    cancelled,
    total,
  }
}

/** Selects launches. */
export interface BatchFilter {
  /** By the latest known progress. A batch without progress counts as running, and a launch runs while one of its batches does. */
  state?: 'running' | 'ended'
  agentId?: string
  /** An operator's name. */
  startedBy?: string
  /** Epoch ms: launches whose newest batch is not older. */
  since?: number
  /** Launches with a batch whose name and ID have these words. */
  text?: string
  order?: 'oldest'
}

type ClosingColumns = Pick<
  BatchClosingTable,
  'closes_at' | 'place' | 'after_hours' | 'state' | 'cancelled_at' | 'problem'
>
export type BatchRow = Selectable<Tables['known_batches']> & {
  agent_name: string | null
  ids: string | null
  stop: string | null
} & { [Column in keyof ClosingColumns]: ClosingColumns[Column] | null }

/** Selects batches, each with its agent's name and the ids (JSON) of the effect that started it. */
export const batchRows = (store: Store) =>
  store
    .selectFrom('known_batches')
    .leftJoin('batch_closings as c', 'c.start_id', 'known_batches.effect_id')
    .selectAll('known_batches')
    .select(['c.closes_at', 'c.place', 'c.after_hours', 'c.state', 'c.cancelled_at', 'c.problem'])
    .select((eb) =>
      eb
        .selectFrom('seen')
        .select('title')
        .where('kind', '=', 'agent')
        .whereRef('id', '=', 'known_batches.agent_id')
        .as('agent_name'),
    )
    .select((eb) =>
      eb.selectFrom('breaker_stops').select('facts').whereRef('batch_id', '=', 'known_batches.batch_id').as('stop'),
    )
    .select((eb) => eb.selectFrom('effects').select('ids').whereRef('id', '=', 'known_batches.effect_id').as('ids'))

/** The names of batches by id; unknown batches are missing. */
export async function batchNames(store: Store, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const uniqueIds = [...new Set(ids)]
  const rows = await store
    .selectFrom('known_batches')
    .select(['batch_id', 'name'])
    .where('batch_id', 'in', uniqueIds)
    .execute()
  return new Map(rows.map(({ batch_id, name }) => [batch_id, name]))
}

/** Selects launches with such a batch, the newest batch first unless the filter says otherwise, in the order of an index. */
export function launchRows(store: Store, { state, agentId, startedBy, since, text, order }: BatchFilter) {
  const [byTime, byId] = order === 'oldest' ? (['asc', 'desc'] as const) : (['desc', 'asc'] as const)
  const launches = store
    .selectFrom('known_batches as b')
    .select(['b.launch_at', 'b.launch_id'])
    .$if(agentId !== undefined, (query) => query.where('b.agent_id', '=', agentId ?? ''))
    .$if(startedBy !== undefined, (query) => query.where('b.started_by', '=', startedBy ?? ''))
    .$if(since !== undefined, (query) => query.where('b.launch_at', '>=', since ?? 0))
    .$if(text !== undefined, (query) => query.where(containsParts(searchParts(text ?? '')) ?? sql<boolean>`1 = 0`))
  // Few launches run, and they may be old. The plus makes the database start with them instead of the newest launches.
  if (state === 'running')
    return launches
      .where('b.launch_id', 'in', (eb) =>
        eb.selectFrom('known_batches as r').select('r.launch_id').where('r.complete', '=', sql.lit(0)),
      )
      .groupBy(['b.launch_at', 'b.launch_id'])
      .orderBy(sql`+b.launch_at`, byTime)
      .orderBy('b.launch_id', byId)
  const ended = launches.where((eb) => {
    const running = eb.selectFrom('known_batches as r').select('r.batch_id').whereRef('r.launch_id', '=', 'b.launch_id')
    return eb.not(eb.exists(running.where('r.complete', '=', sql.lit(0))))
  })
  return (state === 'ended' ? ended : launches).distinct().orderBy('b.launch_at', byTime).orderBy('b.launch_id', byId)
}

/** The batches of a page of launches in the filter's order, and the number of launches. Within a launch, oldest batch first. */
export async function launchPage(store: Store, filter: BatchFilter, page: number, limit: number) {
  const total = await countUpToLimit(store, launchRows(store, filter))
  const launches = await launchRows(store, filter)
    .limit(limit + 1)
    .offset((page - 1) * limit)
    .execute()
  const ids = launches.slice(0, limit).map(({ launch_id }) => launch_id)
  const hasMore = launches.length > limit
  if (ids.length === 0) return { rows: [], total, hasMore }
  const rows = await batchRows(store)
    .where('launch_id', 'in', ids)
    .orderBy('launch_at', filter.order === 'oldest' ? 'asc' : 'desc')
    .orderBy('launch_id')
    .orderBy(sql`coalesce(started_at, seen_at)`)
    .orderBy('batch_id')
    .execute()
  return { rows, total, hasMore }
}

/** The launch of a batch; undefined when the batch is unknown. */
export async function launchOf(store: Store, batchId = ''): Promise<string | undefined> {
  const row = await store
    .selectFrom('known_batches')
    .select('launch_id')
    .where('batch_id', '=', batchId)
    .executeTakeFirst()
  return row?.launch_id
}

/** The launch that an effect started or continued. The start of a launch's remaining people names it as `launchId`. */
export async function launchStartedBy(store: Store, effectId: string): Promise<string> {
  const row = await store.selectFrom('effects').select('ids').where('id', '=', effectId).executeTakeFirst()
  return (JSON.parse(row?.ids ?? '{}') as { launchId?: string }).launchId ?? effectId
}

/** Builds the row of a batch whose progress has not been read yet. */
export const newBatchRow = (
  {
    batchId,
    name,
    agentId,
    startedBy = null,
    startedAt = null,
    effectId = null,
    workspace = null,
    launchId = batchId,
  }: Partial<NewBatch> & { launchId?: string } & Pick<NewBatch, 'batchId' | 'name' | 'agentId'>,
  now: number,
) => ({
  batch_id: batchId,
  launch_id: launchId,
  name,
  words: wordsOf({ title: name, id: batchId }),
  agent_id: agentId,
  started_by: startedBy,
  started_at: startedAt,
  effect_id: effectId,
  workspace,
  seen_at: now,
  progress: null,
  progress_at: null,
  complete: 0,
})
