/**
 * The registry: batches that the team started or opened, and agents, flows, calls and conversations that were read. The service cannot list
 * most of them. Names and phone numbers are stored only in this registry, so that search (`search.ts`) finds them.
 */
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { type AutomaticStop, type Call, entryOfActiveCall, type KnownBatch, type SearchEntry } from '#contract/index.ts'
import { tableChangesOf } from '#server/database/changes.ts'
import { addDependency, createSource } from '#server/database/dependencies.ts'
import { isGone } from '../cache/absence.ts'
import type { Snapshot } from '../cache/cached-reads.ts'
import type { Read } from '../cache/read.ts'
import type { Cluster } from '../cluster/cluster.ts'
import { atMost } from '../shared/at-most.ts'
import { type Clock, dateOf, maxClockDifferenceMs } from '../shared/clock.ts'
import { paginate } from '../shared/pagination.ts'
import type { Store } from '../store/store.ts'
import { failuresOfBatches, harmOfBatches } from './batch-alarms.ts'
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
  newBatchRow,
  originIn,
  type Progress,
  progressIn,
  progressOf,
  progressReads,
  type ReportedProgress,
  startFactsIn,
} from './batches.ts'
import { search } from './search.ts'
import { entriesIn, nameKinds, wordsOf } from './search-index.ts'

/** Names of agents and flows in memory. Others are read from the service when they are shown. */
const maxNamesInMemory = 20_000

/** After a start, the service may not know its own batch for this long. */
const unknownAfterStartMs = 10 * 60_000

/** Opens the registry with its stored contents. */
export async function openRegistry(store: Store, clock: Clock, cluster?: Cluster) {
  /** The ids of batches that are not complete by their latest progress. */
  let runningIds = new Set<string>()
  /** Entries that are already in the table, to avoid writing them again. */
  const storedEntries = new LRUCache<string, string>(atMost(20_000))
  /** Names of agents and flows, by kind and id. */
  const names = new LRUCache<string, string>(atMost(maxNamesInMemory))
  const namesChanged = createSource()
  /**
   * When the progress in the table was read, by the steady clock. For progress that an earlier process read, the table has the date. Gateways
   * that share the table use only that date, so that all of them give the same answer.
   */
  const progressReadAt = new LRUCache<string, number>(atMost(20_000))
  const progressChanged = createSource()
  const completeListeners: ((batchId: string) => Promise<void>)[] = []
  const cancelListeners: (() => void)[] = []

  /** The name of an agent or a flow; null when it is unknown. */
  function nameOf(kind: 'agent' | 'flow', id: string | null): string | null {
    addDependency(namesChanged)
    return (id !== null && names.get(`${kind}/${id}`)) || null
  }

  /** Calls back when a cancel was answered. */
  function onCancelled(listener: () => void): void {
    cancelListeners.push(listener)
  }

  function onComplete(listener: (batchId: string) => Promise<void>): void {
    completeListeners.push(listener)
  }

  /** Updates the registry from an answer of the service. @param isOurs false: another gateway read it and has stored the result */
  async function observe(read: Read, snapshot: Snapshot, isOurs = true): Promise<void> {
    const { batchId } = read.params
    if (!isOurs) return updateMemory(read, snapshot)
    if (snapshot.refusal) {
      if (batchId && progressReads.includes(read.name) && isGone(snapshot)) await recordNotFound(batchId)
      return
    }
    const progress = batchId ? progressIn(read, snapshot.data) : null
    if (batchId && progress) await recordProgress(batchId, progress, snapshot)
    await recordEntries(entriesIn(read.name, snapshot.data))
  }

  /** Updates the data in memory from another gateway's read. */
  function updateMemory(read: Read, snapshot: Snapshot): void {
    if (snapshot.refusal) return
    const { batchId } = read.params
    const progress = batchId ? progressIn(read, snapshot.data) : null
    progressChanged.markChanged()
    if (batchId && progress?.isComplete) runningIds.delete(batchId)
    cacheNames(entriesIn(read.name, snapshot.data))
  }

  function cacheNames(entries: readonly Record<'kind' | 'id' | 'title', string>[]): void {
    for (const { kind, id, title } of entries)
      if (nameKinds[kind] && id !== '') names.set(`${nameKinds[kind]}/${id}`, title)
    namesChanged.markChanged()
  }

  /** Records a call that was placed by hand. */
  function recordPlacedCall(call: Call): Promise<void> {
    const { roomName, toNumber, agent } = call
    return recordEntries([
      entryOfActiveCall({ roomName, customerName: null, customerPhone: toNumber, aiAgentName: agent.name }),
    ])
  }

  /** Records what a webhook named, unless it has been read already. A batch is listed and searchable, but polled only once somebody opens it. */
  async function recordFromWebhook(
    announced: readonly SearchEntry[],
    batches: { batchId: string; agentId: string | null; workspace: string | null }[],
  ): Promise<void> {
    const at = clock.now()
    const isNew = (key: string) => !storedEntries.has(key)
    const newEntries = announced.filter(({ kind, id }) => isNew(`${kind}/${id}`))
    const keyOfBatch = ({ batchId, workspace }: (typeof batches)[number]) => `batch/${batchId}/${workspace ?? ''}`
    const newBatches = batches.filter((batch) => isNew(keyOfBatch(batch)))
    if (newEntries.length + newBatches.length === 0) return
    await store.transaction().execute(async (store) => {
      for (const entry of newEntries)
        await store
          .insertInto('seen')
          .values({ ...entry, words: wordsOf(entry), at })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      for (const { batchId, agentId, workspace } of newBatches)
        await store
          .insertInto('known_batches')
          .values({ ...newBatchRow({ batchId, name: batchId, agentId, workspace }, at), heard: 1 })
          .onConflict((conflict) =>
            conflict.column('batch_id').doUpdateSet({ workspace }).where('known_batches.workspace', 'is', null),
          )
          .execute()
    })
    for (const { kind, id } of newEntries) storedEntries.set(`${kind}/${id}`, '')
    for (const batch of newBatches) storedEntries.set(keyOfBatch(batch), '')
  }

  async function recordEntries(entries: readonly SearchEntry[]): Promise<void> {
    const rows = entries
      .filter((entry) => entry.id !== '' && storedEntries.get(`${entry.kind}/${entry.id}`) !== JSON.stringify(entry))
      .map((entry) => ({ ...entry, words: wordsOf(entry), at: clock.now() }))
    if (rows.length === 0) return
    // Before the write, so that requests which arrive during the write find the names.
    cacheNames(rows)
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
    for (const { at: _, words: __, ...entry } of rows)
      storedEntries.set(`${entry.kind}/${entry.id}`, JSON.stringify(entry))
  }

  /** Adds a batch to the list. If it is there already, its name and operator stay. */
  async function recordBatch(batch: NewBatch): Promise<void> {
    const { effectId } = batch
    const row = newBatchRow(
      { ...batch, ...(effectId && { launchId: await launchStartedBy(store, effectId) }) },
      clock.now(),
    )
    const { launch_id, name, words, agent_id, started_by, started_at, effect_id } = row
    const startFields = { launch_id, name, words, agent_id, started_by, started_at, effect_id }
    // An event may have named the workspace, which somebody who names the batch by hand does not.
    const workspace = sql<string | null>`coalesce(excluded.workspace, known_batches.workspace)`
    await store
      .insertInto('known_batches')
      .values({ ...row, heard: 0 })
      // A webhook may have named the batch before the start was answered.
      .onConflict((conflict) =>
        conflict
          .column('batch_id')
          .doUpdateSet({ ...startFields, workspace, heard: 0 })
          .where('known_batches.heard', '=', 1),
      )
      .execute()
    const { complete } = await store
      .selectFrom('known_batches')
      .select('complete')
      .where('batch_id', '=', batch.batchId)
      .executeTakeFirstOrThrow()
    if (!complete) runningIds.add(batch.batchId)
  }

  /** Records the progress from a cancel's answer, so that the list does not wait for the next read. */
  async function recordCancelled(batchId: string, progress: Progress): Promise<void> {
    const readAt = clock.steady()
    await store
      .updateTable('known_batches')
      .set({ progress: JSON.stringify(progress), progress_at: dateOf(clock, readAt) })
      .where('batch_id', '=', batchId)
      .execute()
    notifyCancelled(batchId, readAt)
    cluster?.publish('batchCancelled', { batchId })
  }

  function setProgressReadAt(batchId: string, readAt: number): void {
    if (/* guard: batches-have-one-date */ !cluster?.isShared) progressReadAt.set(batchId, readAt)
    progressChanged.markChanged()
  }

  function notifyCancelled(batchId: string, readAt: number): void {
    setProgressReadAt(batchId, readAt)
    for (const listener of cancelListeners) listener()
  }

  /** Who took part in a call that was placed, read, or named by a webhook; undefined when it is unknown. '' for what is not known. */
  async function findCall(roomName: string): Promise<{ phone: string; agent: string; customer: string } | undefined> {
    const row = await store
      .selectFrom('seen')
      .select(['digits', 'note', 'title'])
      .where('kind', '=', 'call')
      .where('id', '=', roomName)
      .executeTakeFirst()
    if (!row) return undefined
    const phone = row.digits && `+${row.digits}`
    // Without a name, the title is the number or the room.
    return { phone, agent: row.note, customer: [phone, roomName].includes(row.title) ? '' : row.title }
  }

  /** The batch that an effect started. */
  async function findBatchStartedBy(effectId: string): Promise<string | undefined> {
    const row = await store
      .selectFrom('known_batches')
      .select('batch_id')
      .where('effect_id', '=', effectId)
      .executeTakeFirst()
    return row?.batch_id
  }

  /** All batches of a page of launches: the launch with the newest batch first, its own batches oldest first. */
  async function list({ page, limit, ...filter }: BatchFilter & { page: number; limit: number }) {
    const { rows, total, hasMore } = await launchPage(store, filter, page, limit)
    return { batches: await present(rows), pagination: paginate(page, limit, total, hasMore) }
  }

  /** Batches of this agent, or of an unknown agent, that have not ended by their latest progress; newest first. */
  async function listUnfinished(agentId: string): Promise<KnownBatch[]> {
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

  /** Whether a batch has ended by its latest progress, or the service no longer knows it. */
  async function isComplete(batchId: string): Promise<boolean> {
    const row = await store
      .selectFrom('known_batches')
      .select('complete')
      .where('batch_id', '=', batchId)
      .executeTakeFirst()
    return row?.complete === 1
  }

  async function recordProgress(batchId: string, progress: ReportedProgress, snapshot: Snapshot): Promise<void> {
    const { agentId } = snapshot.data as { agentId?: string | null }
    const isNewlyComplete = progress.isComplete && (await markComplete(batchId))
    const progress_at = dateOf(clock, snapshot.readAt)
    const update = store
      .updateTable('known_batches')
      .set({
        progress: JSON.stringify(progressOf(progress)),
        progress_at,
        complete: progress.isComplete ? 1 : 0,
        ...(agentId && { agent_id: agentId }),
        ...(progress.startTime && { started_at: sql`coalesce(started_at, ${progress.startTime})` }),
      })
      .where('batch_id', '=', batchId)
    // Another gateway may have read it later. A later date than now was stored before the clock was set back.
    const isNews = sql<boolean>`coalesce(progress_at, 0) not between ${progress_at + 1} and ${clock.now() + maxClockDifferenceMs}`
    const { numUpdatedRows } = await (isNewlyComplete ? update : update.where(isNews)).executeTakeFirstOrThrow()
    if (numUpdatedRows > 0) setProgressReadAt(batchId, snapshot.readAt)
    if (isNewlyComplete) await notifyComplete(batchId)
  }

  /** Marks a batch as complete. @returns whether it was incomplete before: only one gateway gets true, and calls the listeners */
  async function markComplete(batchId: string, startedBefore = Number.MAX_SAFE_INTEGER): Promise<boolean> {
    const { numUpdatedRows } = await store
      .updateTable('known_batches')
      .set({ complete: 1 })
      .where('batch_id', '=', batchId)
      .where('complete', '=', 0)
      .where(sql<boolean>`coalesce(started_at, seen_at) < ${startedBefore}`)
      .executeTakeFirstOrThrow()
    return numUpdatedRows > 0
  }

  async function notifyComplete(batchId: string): Promise<void> {
    runningIds.delete(batchId)
    for (const listener of completeListeners) await listener(batchId)
  }

  /** Handles a 404 for a batch: right after a start the service may not know it yet; later the batch counts as ended. */
  async function recordNotFound(batchId: string): Promise<void> {
    if (await markComplete(batchId, clock.now() - unknownAfterStartMs)) await notifyComplete(batchId)
  }

  async function present(rows: readonly BatchRow[]): Promise<KnownBatch[]> {
    addDependency(progressChanged)
    const originIds = rows.flatMap(({ ids }) => originIn(ids)?.batchId ?? [])
    const originNames = await batchNames(store, originIds)
    const failures = await failuresOfBatches(store, rows)
    const harm = await harmOfBatches(store, rows)
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
        ...startFactsIn(row.ids),
        origin: origin && { ...origin, name: originNames.get(origin.batchId) ?? origin.batchId },
        stopped: row.stop === null ? null : (JSON.parse(row.stop) as AutomaticStop),
        closing: closingIn(row),
        progress: row.progress === null ? null : (JSON.parse(row.progress) as Progress),
        ...(failures.has(row.batch_id) && { failures: failures.get(row.batch_id) }),
        ...(harm.has(row.batch_id) && { harm: harm.get(row.batch_id) }),
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
    runningIds = new Set(rows.map((row) => row.batch_id))
  }

  async function loadNames(): Promise<void> {
    cacheNames(
      await store
        .selectFrom('seen')
        .select(['kind', 'id', 'title'])
        .where(
          'kind',
          'in',
          Object.keys(nameKinds).map((kind) => sql.lit(kind)),
        )
        .orderBy('at', 'desc')
        .limit(maxNamesInMemory)
        .execute(),
    )
  }

  await loadRunning()
  await loadNames()
  if (cluster?.isShared) {
    // Any gateway can start, open and finish batches.
    const reload = runOneAtATime(loadRunning)
    tableChangesOf(store).onChange(['known_batches'], reload)
    cluster.onResync(runOneAtATime(loadNames))
    cluster.subscribe('batchCancelled', ({ batchId }) => notifyCancelled(batchId, clock.steady()))
  }

  return {
    get runningIds(): readonly string[] {
      return [...runningIds]
    },
    nameOf,
    onCancelled,
    onComplete,
    observe,
    recordPlacedCall,
    recordAnnounced: recordFromWebhook,
    recordEntries,
    recordBatch,
    recordCancelled,
    findCall,
    findBatchStartedBy,
    launchOf: (batchId: string | undefined) => launchOf(store, batchId),
    launchStartedBy: (effectId: string) => launchStartedBy(store, effectId),
    list,
    listUnfinished,
    find,
    isComplete,
    search: (text: string) => search(store, text),
  }
}

/** Returns a function that runs `work`, and runs it once more if it was called in the meantime. Failures are ignored. */
function runOneAtATime(work: () => Promise<void>): () => void {
  let isRunning = false
  let mustRunAgain = false
  return async function run(): Promise<void> {
    mustRunAgain = true
    if (isRunning) return
    isRunning = true
    while (mustRunAgain) {
      mustRunAgain = false
      await work().catch(() => {})
    }
    isRunning = false
  }
}

export type Registry = Awaited<ReturnType<typeof openRegistry>>
