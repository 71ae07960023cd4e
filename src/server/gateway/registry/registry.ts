/**
 * What the team has seen: batches it started or opened, agents, flows, calls and conversations that were read. The service has no
 * list of most of them (design: Registry). Names and numbers stand here, and only here, so that search (`search.ts`) finds them. Longer than 300
 * lines, since all of it keeps one set of running batches and names in step with the tables.
 */
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { type BreakerStop, type Call, entryOfActiveCall, type KnownBatch, type SearchEntry } from '#contract/index.ts'
import { tableChangesOf } from '#server/database/changes.ts'
import { createSource, dependsOn } from '#server/database/dependencies.ts'
import type { Snapshot } from '../cache/cached-reads.ts'
import type { Read } from '../cache/read.ts'
import type { Cluster } from '../cluster/cluster.ts'
import { type Clock, dateOf } from '../shared/clock.ts'
import { paginate } from '../shared/pagination.ts'
import type { Store } from '../store/store.ts'
import {
  type BatchFilter,
  type BatchRow,
  batchNames,
  batchRows,
  closingIn,
  launchOf,
  launchPage,
  launchStartedBy,
  type NewBatch,
  newBatch,
  originIn,
  type Progress,
  pick,
  progressIn,
  progressReads,
  type Reading,
  startedWith,
} from './batches.ts'
import { search } from './search.ts'
import { entriesIn, namedAs, wordsOf } from './search-index.ts'

/** Names of agents and flows that are in memory. Another one is read from the service when it is shown. */
const mostNames = 20_000

/** A service may need a while to know its own batch, ms. */
const slowness = 10 * 60_000

/** Opens the registry, with what it knew before. */
export async function openRegistry(store: Store, clock: Clock, cluster?: Cluster) {
  /** Batches that are not complete, as far as we know. */
  let running = new Set<string>()
  /** What stands in the table already. */
  const written = new LRUCache<string, string>({ max: 20_000 })
  /** Of agents and flows of any kind, by what they are and id. */
  const names = new LRUCache<string, string>({ max: mostNames })
  const named = createSource()
  /**
   * When the progress in the table was read, by the steady clock; of an earlier process its date stands there. Gateways that share the
   * table go by its date, so that all of them give the same answer.
   */
  const progressReadAt = new LRUCache<string, number>({ max: 20_000 })
  const progressRead = createSource()
  const completeListeners: ((batchId: string) => Promise<void>)[] = []
  const cancelListeners: (() => void)[] = []

  /** The name of an agent or a flow; null: nobody has seen it yet. */
  function nameOf(kind: 'agent' | 'flow', id: string | null): string | null {
    dependsOn(named)
    return (id !== null && names.get(`${kind}/${id}`)) || null
  }

  /** Told when a cancel was answered. */
  function onCancelled(listener: () => void): void {
    cancelListeners.push(listener)
  }

  function onComplete(listener: (batchId: string) => Promise<void>): void {
    completeListeners.push(listener)
  }

  /** Learns from an answer of the service. @param isOurs false: another gateway read it, and has recorded what it says */
  async function observe(read: Read, snapshot: Snapshot, isOurs = true): Promise<void> {
    const { batchId } = read.params
    if (!isOurs) return noteRead(read, snapshot)
    if (snapshot.refusal) {
      if (batchId && progressReads.includes(read.name) && snapshot.refusal.status === 404) await gone(batchId)
      return
    }
    const progress = batchId ? progressIn(read, snapshot.data) : null
    if (batchId && progress) await learnProgress(batchId, progress, snapshot)
    await see(entriesIn(read.name, snapshot.data))
  }

  /** Another gateway's reading: what is in memory is put in step. */
  function noteRead(read: Read, snapshot: Snapshot): void {
    if (snapshot.refusal) return
    const { batchId } = read.params
    const progress = batchId ? progressIn(read, snapshot.data) : null
    progressRead.changed()
    if (batchId && progress?.isComplete) running.delete(batchId)
    name(entriesIn(read.name, snapshot.data))
  }

  function name(all: readonly Record<'kind' | 'id' | 'title', string>[]): void {
    for (const { kind, id, title } of all) if (namedAs[kind] && id !== '') names.set(`${namedAs[kind]}/${id}`, title)
    named.changed()
  }

  /** A call that was placed by hand. */
  function seePlaced(call: Call): Promise<void> {
    const { roomName, toNumber, agent } = call
    return see([entryOfActiveCall({ roomName, customerName: null, customerPhone: toNumber, aiAgentName: agent.name })])
  }

  /**
   * What an event named: in place of nothing that was read. A batch is listed and found, and is watched once somebody opens it.
   */
  async function hear(
    things: readonly SearchEntry[],
    batches: { batchId: string; agentId: string | null }[],
  ): Promise<void> {
    const at = clock.now()
    const isNew = (name: string) => !written.has(name)
    const entries = things.filter(({ kind, id }) => isNew(`${kind}/${id}`))
    const named = batches.filter(({ batchId }) => isNew(`batch/${batchId}`))
    if (entries.length + named.length === 0) return
    await store.transaction().execute(async (store) => {
      for (const entry of entries)
        await store
          .insertInto('seen')
          .values({ ...entry, words: wordsOf(entry), at })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      for (const { batchId, agentId } of named)
        await store
          .insertInto('known_batches')
          .values({ ...newBatch({ batchId, name: batchId, agentId }, at), heard: 1 })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
    })
    for (const { kind, id } of entries) written.set(`${kind}/${id}`, '')
    for (const { batchId } of named) written.set(`batch/${batchId}`, '')
  }

  async function see(all: readonly SearchEntry[]): Promise<void> {
    const rows = all
      .filter((entry) => entry.id !== '' && written.get(`${entry.kind}/${entry.id}`) !== JSON.stringify(entry))
      .map((entry) => ({ ...entry, words: wordsOf(entry), at: clock.now() }))
    if (rows.length === 0) return
    // Who looks while this is being written need not ask for the name again.
    name(rows)
    await store.transaction().execute(async (store) => {
      for (const row of rows) {
        const { kind: _, id: __, ...rest } = row
        await store
          .insertInto('seen')
          .values(row)
          .onConflict((conflict) => conflict.columns(['kind', 'id']).doUpdateSet(rest))
          .execute()
      }
    })
    for (const { at: _, words: __, ...sight } of rows) written.set(`${sight.kind}/${sight.id}`, JSON.stringify(sight))
  }

  /** From now on the batch is in the list. One that is there keeps its name and who started it. */
  async function follow(batch: NewBatch): Promise<void> {
    const { effectId } = batch
    const row = newBatch(
      { ...batch, ...(effectId && { launchId: await launchStartedBy(store, effectId) }) },
      clock.now(),
    )
    const { launch_id, name, words, agent_id, started_by, started_at, effect_id } = row
    const named = { launch_id, name, words, agent_id, started_by, started_at, effect_id }
    await store
      .insertInto('known_batches')
      .values({ ...row, heard: 0 })
      // An event may have named it before the start was answered.
      .onConflict((conflict) =>
        conflict
          .column('batch_id')
          .doUpdateSet({ ...named, heard: 0 })
          .where('known_batches.heard', '=', 1),
      )
      .execute()
    const { complete } = await store
      .selectFrom('known_batches')
      .select('complete')
      .where('batch_id', '=', batch.batchId)
      .executeTakeFirstOrThrow()
    if (!complete) running.add(batch.batchId)
  }

  /** What a cancel's answer says of the batch: the list need not wait for the next reading. */
  async function cancelled(batchId: string, progress: Progress): Promise<void> {
    const readAt = clock.steady()
    await store
      .updateTable('known_batches')
      .set({ progress: JSON.stringify(progress), progress_at: dateOf(clock, readAt) })
      .where('batch_id', '=', batchId)
      .execute()
    noteCancelled(batchId, readAt)
    cluster?.publish('batchCancelled', { batchId })
  }

  function noteProgressRead(batchId: string, readAt: number): void {
    if (/* guard: batches-have-one-date */ !cluster?.isShared) progressReadAt.set(batchId, readAt)
    progressRead.changed()
  }

  function noteCancelled(batchId: string, readAt: number): void {
    noteProgressRead(batchId, readAt)
    for (const listener of cancelListeners) listener()
  }

  /** Number and agent of a call that was placed or named by an event; undefined: nobody has seen it. */
  async function callIn(roomName: string): Promise<{ phone: string; agent: string } | undefined> {
    const row = await store
      .selectFrom('seen')
      .select(['digits', 'note'])
      .where('kind', '=', 'call')
      .where('id', '=', roomName)
      .executeTakeFirst()
    return row && { phone: row.digits && `+${row.digits}`, agent: row.note }
  }

  /** The batch that an effect started. */
  async function batchOf(effectId: string): Promise<string | undefined> {
    const row = await store
      .selectFrom('known_batches')
      .select('batch_id')
      .where('effect_id', '=', effectId)
      .executeTakeFirst()
    return row?.batch_id
  }

  /** All batches of a page of launches: the launch with the newest batch first, its own batches oldest first. */
  async function list({ page, limit, ...wanted }: BatchFilter & { page: number; limit: number }) {
    const { rows, total, hasMore } = await launchPage(store, wanted, page, limit)
    return { batches: await present(rows), pagination: paginate(page, limit, total, hasMore) }
  }

  /** Batches that have not ended as far as is known, of this agent or of one that nobody knows yet; newest first. */
  async function unfinished(agentId: string): Promise<KnownBatch[]> {
    const rows = await batchRows(store)
      .where('complete', '=', sql.lit(0))
      .where((eb) => eb.or([eb('agent_id', '=', agentId), eb('agent_id', 'is', null)]))
      .orderBy(sql`coalesce(started_at, seen_at)`, 'desc')
      .orderBy('batch_id')
      .execute()
    return present(rows)
  }

  async function find(batchId: string): Promise<KnownBatch | undefined> {
    const row = await batchRows(store).where('batch_id', '=', batchId).executeTakeFirst()
    return row && (await present([row]))[0]
  }

  /** Whether a batch has ended as far as is known, or the service no longer knows it. */
  async function isComplete(batchId: string): Promise<boolean> {
    const row = await store
      .selectFrom('known_batches')
      .select('complete')
      .where('batch_id', '=', batchId)
      .executeTakeFirst()
    return row?.complete === 1
  }

  async function learnProgress(batchId: string, progress: Reading, snapshot: Snapshot): Promise<void> {
    const { agentId } = snapshot.data as { agentId?: string | null }
    const hasEnded = progress.isComplete && (await complete(batchId))
    await store
      .updateTable('known_batches')
      .set({
        progress: JSON.stringify(pick(progress)),
        progress_at: dateOf(clock, snapshot.readAt),
        complete: progress.isComplete ? 1 : 0,
        ...(agentId && { agent_id: agentId }),
        ...(progress.startTime && { started_at: sql`coalesce(started_at, ${progress.startTime})` }),
      })
      .where('batch_id', '=', batchId)
      .execute()
    noteProgressRead(batchId, snapshot.readAt)
    if (hasEnded) await ended(batchId)
  }

  /** @returns whether it was not complete before: one gateway does what follows from that */
  async function complete(batchId: string): Promise<boolean> {
    const { numUpdatedRows } = await store
      .updateTable('known_batches')
      .set({ complete: 1 })
      .where('batch_id', '=', batchId)
      .where('complete', '=', 0)
      .executeTakeFirstOrThrow()
    return numUpdatedRows > 0
  }

  async function ended(batchId: string): Promise<void> {
    running.delete(batchId)
    for (const listener of completeListeners) await listener(batchId)
  }

  /** The service does not know it. Right after a start that may be its slowness; later it is gone. */
  async function gone(batchId: string): Promise<void> {
    const { numUpdatedRows } = await store
      .updateTable('known_batches')
      .set({ complete: 1 })
      .where('batch_id', '=', batchId)
      .where('complete', '=', 0)
      .where(sql<boolean>`coalesce(started_at, seen_at) < ${clock.now() - slowness}`)
      .executeTakeFirst()
    if (Number(numUpdatedRows) > 0) await ended(batchId)
  }

  async function present(rows: readonly BatchRow[]): Promise<KnownBatch[]> {
    dependsOn(progressRead)
    const originIds = rows.flatMap(({ ids }) => originIn(ids)?.batchId ?? [])
    const originNames = await batchNames(store, originIds)
    return rows.map((row) => {
      const readAt = progressReadAt.get(row.batch_id)
      const origin = originIn(row.ids)
      return {
        batchId: row.batch_id,
        launchId: row.launch_id,
        name: row.name,
        agentId: row.agent_id,
        agentName: row.agent_name,
        startedBy: row.started_by,
        startedAt: row.started_at,
        ...startedWith(row.ids),
        origin: origin && { ...origin, name: originNames.get(origin.batchId) ?? origin.batchId },
        stopped: row.stop === null ? null : (JSON.parse(row.stop) as BreakerStop),
        closing: closingIn(row),
        progress: row.progress === null ? null : (JSON.parse(row.progress) as Progress),
        readAt: readAt === undefined ? row.progress_at : dateOf(clock, readAt),
      }
    })
  }

  async function loadRunning(): Promise<void> {
    const rows = await store
      .selectFrom('known_batches')
      .select('batch_id')
      .where('complete', '=', sql.lit(0))
      .where('heard', '=', 0)
      .execute()
    running = new Set(rows.map((row) => row.batch_id))
  }

  async function loadNames(): Promise<void> {
    name(
      await store
        .selectFrom('seen')
        .select(['kind', 'id', 'title'])
        .where(
          'kind',
          'in',
          Object.keys(namedAs).map((kind) => sql.lit(kind)),
        )
        .orderBy('at', 'desc')
        .limit(mostNames)
        .execute(),
    )
  }

  await loadRunning()
  await loadNames()
  if (cluster?.isShared) {
    // Batches are started, opened and read to their end at any gateway.
    const reload = inTurn(loadRunning)
    tableChangesOf(store).onChange(['known_batches'], reload)
    cluster.onResync(inTurn(loadNames))
    cluster.subscribe('batchCancelled', ({ batchId }) => noteCancelled(batchId, clock.steady()))
  }

  return {
    get running(): readonly string[] {
      return [...running]
    },
    nameOf,
    onCancelled,
    onComplete,
    observe,
    seePlaced,
    hear,
    see,
    follow,
    cancelled,
    callIn,
    batchOf,
    launchOf: (batchId: string | undefined) => launchOf(store, batchId),
    launchStartedBy: (effectId: string) => launchStartedBy(store, effectId),
    list,
    unfinished,
    find,
    isComplete,
    search: (text: string) => search(store, text),
  }
}

/** Does it, and once more when it was asked for meanwhile. What fails is done at the next time. */
function inTurn(work: () => Promise<void>): () => void {
  let doing = false
  let again = false
  return async function run(): Promise<void> {
    again = true
    if (doing) return
    doing = true
    while (again) {
      again = false
      await work().catch(() => {})
    }
    doing = false
  }
}

export type Registry = Awaited<ReturnType<typeof openRegistry>>
