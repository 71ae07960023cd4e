/**
 * The people whom this gateway calls, stored for a year, so that nobody is called twice by mistake (design: the ledger; reliability R02).
 * Each person of each start and call is stored as a keyed hash of the number. The key never changes, because hashes with another key would
 * match nobody.
 */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { sql } from 'kysely'
import type { ContactedBy, ContactState, KnownBatch } from '#contract/index.ts'
import { otherSpelling } from '#phone/telephone.ts'
import { isSqlite } from '#server/database/open.ts'
import type { Cluster } from '../cluster/cluster.ts'
import type { Core } from '../cluster/core.ts'
import { effectRows } from '../ledger/effect-rows.ts'
import type { WriteQueue } from '../ledger/write-queue.ts'
import { startFactsIn } from '../registry/batches.ts'
import type { Registry } from '../registry/registry.ts'
import type { Store, Tables } from '../store/store.ts'
import { type ContactList, createContactLists } from './contact-lists.ts'
import { type ContactLookup, type EarlierContact, findFlagged } from './lookup.ts'
import { numberHash } from './number-hash.ts'
import { listAsRows, rowsPerSlice } from './slices.ts'
import {
  contactOf,
  limitWindowMs,
  mayStillCall,
  nobodyCalled,
  notEnded,
  recentMs,
  retriedBatch,
  type SourceRow,
  stateOf,
} from './states.ts'

/** Hashes are deleted after this time, ms. */
const retentionMs = 365 * 24 * 3_600_000

/** Starts and calls that are read before others are served. */
const sourcesPerTurn = 200

type Kind = Tables['contact_sources']['kind']

/** Numbers (E.164) with their hashes. */
export interface HashedNumbers {
  numbers: readonly string[]
  hashes: readonly string[]
}

export type Contacts = ReturnType<typeof createContacts>

export function createContacts(
  deps: Pick<Core, 'store' | 'clock' | 'log'> & {
    cluster: Pick<Cluster, 'number' | 'assertMember'>
    /** Key of the hashes. It must never change for a store. */
    key: string
    registry: Registry
    writeQueue: WriteQueue
  },
) {
  const { key, registry, writeQueue, clock, log } = deps
  const lists = createContactLists(deps)

  function describe(row: SourceRow, state: ContactState): Omit<ContactedBy, 'people'> {
    const { agentId = null } = JSON.parse(row.ids) as { agentId?: string }
    const batchId = (row.kind === 'rest' ? row.prepared_batch : row.batch_id) || null
    const fieldsText = row.prepared_fields ?? row.approval_fields
    const fields = fieldsText === null ? null : (JSON.parse(fieldsText) as { name: string })
    const name = row.batch_name ?? row.start_name ?? fields?.name ?? batchId ?? ''
    return {
      state,
      batch: row.kind === 'call' ? null : { batchId, name },
      agentName: registry.nameOf('agent', agentId),
      operator: row.operator,
      at: (state === 'scheduled' ? startFactsIn(row.ids).scheduledAt : null) ?? row.at,
    }
  }

  /** What is known now of the sources that may matter. A team may have thousands in a week, so others are served in between. */
  async function readSources(store: Store, now: number): Promise<SourceRow[]> {
    // Their ids first: a batch that ends meanwhile changes its place in the order of time, and must not be missed.
    const recent = await store
      .selectFrom('contact_sources')
      .select('id')
      .where('ended_at', '>', now - limitWindowMs)
      .execute()
    const rows: SourceRow[] = []
    for (let from = 0; from < recent.length; from += sourcesPerTurn) {
      if (from > 0) await yieldToEventLoop()
      const ids = recent.slice(from, from + sourcesPerTurn).map(({ id }) => id)
      rows.push(...(await sourceRows(store).where('s.id', 'in', ids).execute()))
    }
    return rows
  }

  const sourceRows = (store: Store) =>
    effectRows(store)
      .innerJoin('contact_sources as s', 's.effect_id', 'e.id')
      .leftJoin('known_batches as b', 'b.effect_id', 'e.id')
      .leftJoin('start_subjects as t', 't.effect_id', 'e.id')
      .leftJoin('prepared_batches as r', 'r.id', 's.prepared_id')
      .leftJoin('approvals as a', 'a.effect_id', 'e.id')
      .clearSelect()
      .select(['a.fields as approval_fields', 'a.state as approval_state', 'a.start_id as approval_start'])
      .select(['s.id as source', 's.list', 's.effect_id', 's.prepared_id', 's.kind', 's.ended_at', 's.at'])
      .select(['e.operator', 'e.ids', 'h.state', 'h.happened'])
      .select(['b.batch_id', 'b.name as batch_name', 'b.complete', 'b.progress', 't.name as start_name'])
      .select([
        'r.fields as prepared_fields',
        'r.batch_id as prepared_batch',
        'r.start_id as prepared_start',
        'r.until as prepared_until',
      ])

  /** @returns the sources that matter for a new start, by their lists: those that are reported, and those that count for the contact limits */
  async function findRelevantSources(
    store: Store,
    excludedId: string | undefined,
  ): Promise<Map<number, EarlierContact>> {
    const now = clock.now()
    const rows = await readSources(store, now)
    const sourceOfBatch = new Map(
      rows.flatMap(({ kind, batch_id, source }) => (kind === 'batch' && batch_id ? [[batch_id, source]] : [])),
    )
    const sources = new Map<number, EarlierContact>()
    for (const [index, row] of rows.entries()) {
      if (index > 0 && index % sourcesPerTurn === 0) await yieldToEventLoop()
      if ((row.kind === 'approval' ? row.effect_id : row.prepared_id) === (excludedId ?? '')) continue
      const state = row.ended_at > now - recentMs ? stateOf(row, now) : null
      const contact = contactOf(row, state, now)
      if (state === null && contact === null) continue
      const retryOf = sourceOfBatch.get(retriedBatch(row.ids) ?? '') ?? null
      sources.set(row.list, {
        description: describe(row, state ?? 'called'),
        group: row.kind === 'call' ? `${row.operator}/${state}` : row.source,
        batchId: row.kind === 'batch' ? row.batch_id : null,
        state,
        mayStillCall: mayStillCall(row, state),
        contact: contact && { ...contact, retryOf },
      })
    }
    return sources
  }

  /**
   * Finds the list of the batch that had not called the people of this prepared batch when calling hours ended. A start of the prepared
   * batch ignores that batch. Some services do not distinguish dropped call-backs from dropped calls; then the prepared batch also makes the call-backs.
   */
  async function findClosedBatchList(store: Store, preparedId: string): Promise<number | undefined> {
    const row = await store
      .selectFrom('prepared_batches as p')
      .innerJoin('contact_sources as s', 's.effect_id', 'p.effect_id')
      .select('s.list')
      .where('p.id', '=', preparedId)
      .where('p.reason', '=', 'window_closed')
      .where('s.kind', '=', 'batch')
      .executeTakeFirst()
    return row?.list
  }

  async function findLastSourceId(store: Store): Promise<number> {
    const { last } = await store
      .selectFrom('contact_sources')
      .select(({ fn }) => fn.max('id').as('last'))
      .executeTakeFirstOrThrow()
    return last ?? 0
  }

  /**
   * Looks up earlier starts and calls to the people of a list, once for all rules that need them.
   *
   * @param hashes from `hash`
   * @param store the transaction, if there is one
   * @param excludedId the prepared batch or the approval request that these people belong to, which is ignored
   */
  async function lookUp(
    hashes: readonly string[],
    store: Store = deps.store,
    excludedId?: string,
  ): Promise<ContactLookup> {
    // Read before the sources, so that the next lookup finds a source that is added meanwhile.
    const lastSourceId = await findLastSourceId(store)
    const sources = await findRelevantSources(store, excludedId)
    const closedBatchList = excludedId === undefined ? undefined : await findClosedBatchList(store, excludedId)
    if (closedBatchList !== undefined) sources.delete(closedBatchList)
    const people = await findPeople(store, sources, slicesOf(hashes))
    return { lastSourceId, sources: [...sources.values()], people }
  }

  function* slicesOf(hashes: readonly string[]) {
    for (let from = 0; from < hashes.length; from += rowsPerSlice) yield hashes.slice(from, from + rowsPerSlice)
  }

  /** @param sources by their lists @returns those of these sources that concern a person, by the person's position in the slices */
  async function findPeople(
    store: Store,
    sources: ReadonlyMap<number, EarlierContact>,
    slices: Iterable<readonly string[]>,
  ): Promise<Map<number, EarlierContact[]>> {
    const people = new Map<number, EarlierContact[]>()
    if (sources.size === 0) return people
    let from = 0
    for (const slice of slices) {
      // Requests run between two slices.
      if (from > 0) await yieldToEventLoop()
      const indexOf = new Map(slice.map((hash, index) => [hash, from + index]))
      from += slice.length
      const { rows } = await sql<{ number: string; list: number }>`select number, list from contacts
        where number in (select value from ${listAsRows(store, slice)})`.execute(store)
      for (const { number, list } of rows) {
        const source = sources.get(list)
        const index = indexOf.get(number)
        if (!source || index === undefined) continue
        const earlier = people.get(index)
        if (earlier) earlier.push(source)
        else people.set(index, [source])
      }
    }
    return people
  }

  /**
   * The batches that may still call people of a list.
   *
   * @param slices hashes from `hash`
   * @returns those with the most people, and how many there are
   */
  async function findStillCalling(slices: Iterable<readonly string[]>): Promise<{ by: ContactedBy[]; count: number }> {
    const sources = [...(await findRelevantSources(deps.store, undefined))].filter(([, source]) => source.mayStillCall)
    const people = await findPeople(deps.store, new Map(sources), slices)
    const groups = new Set<number | string>()
    const { by } = await findFlagged({ people }, (ofPerson) => {
      for (const { group } of ofPerson) groups.add(group)
      return ofPerson
    })
    return { by, count: groups.size }
  }

  async function setEnd(effectId: string, endedAt: number, kinds: Kind[]): Promise<void> {
    await deps.store
      .updateTable('contact_sources')
      .set({ ended_at: endedAt })
      .where('effect_id', '=', effectId)
      .where('kind', 'in', kinds)
      .execute()
  }

  /** Records that a batch is complete. If it was cancelled before it called anybody, it no longer counts. */
  async function recordBatchEnd(batchId: string): Promise<void> {
    const batch = await deps.store
      .selectFrom('known_batches')
      .select(['effect_id', 'progress'])
      .where('batch_id', '=', batchId)
      .executeTakeFirst()
    if (!batch?.effect_id) return
    const progress =
      batch.progress === null ? null : (JSON.parse(batch.progress) as NonNullable<KnownBatch['progress']>)
    const isNobodyCalled = Boolean(progress?.total) && progress?.cancelled === progress?.total
    await setEnd(batch.effect_id, isNobodyCalled ? nobodyCalled : clock.now(), ['batch'])
  }

  /**
   * Deletes people of a batch who were dropped before they were called, so that they no longer count as called. A batch with call-backs
   * keeps them, because not every service distinguishes a dropped call from a dropped call-back.
   */
  async function deleteNeverCalled(batchId: string, numbers: readonly string[]): Promise<void> {
    const source = await effectRows(deps.store)
      .innerJoin('contact_sources as s', 's.effect_id', 'e.id')
      .innerJoin('known_batches as b', 'b.effect_id', 'e.id')
      .clearSelect()
      .select(['s.list', 'e.ids'])
      .where('b.batch_id', '=', batchId)
      .where('s.kind', '=', 'batch')
      .executeTakeFirst()
    if (!source || startFactsIn(source.ids).callsBack !== false) return
    for (let from = 0; from < numbers.length; from += rowsPerSlice) {
      const hashes = numbers.slice(from, from + rowsPerSlice).map((number) => hashOf(number))
      await sql`delete from contacts where list = ${source.list}
        and number in (select value from ${listAsRows(deps.store, hashes)})`.execute(deps.store)
      await yieldToEventLoop()
    }
  }

  const hashOf = (number: string): string => numberHash(key, number)

  /** Keyed hashes of numbers (E.164), in their order. */
  async function hash(numbers: readonly string[]): Promise<string[]> {
    const hashes: string[] = []
    for (const number of numbers) {
      hashes.push(hashOf(number))
      if (hashes.length % rowsPerSlice === 0) await yieldToEventLoop()
    }
    return hashes
  }

  async function add(
    store: Store,
    row: Omit<Tables['contact_sources'], 'id' | 'list'>,
    people: ContactList,
  ): Promise<void> {
    const list = await lists.take(store, people)
    await store
      .insertInto('contact_sources')
      .values({ ...row, list })
      .execute()
  }

  /** Deletes contacts that are a year old, those of people who were not called, and lists without a source. */
  async function deleteOld(): Promise<void> {
    const { store } = deps
    const now = clock.now()
    await lists.deleteUnused()
    const sources = store.selectFrom('contact_sources').select(['id', 'list']).limit(1)
    // As the index has it, which SQLite otherwise does not use.
    const waiting = sources.where(sql<boolean>`kind in ('rest', 'approval')`)
    const prepared = store.selectFrom('prepared_batches as p').select('p.id')
    // Each query uses an index.
    const queries = [
      sources.where('ended_at', '=', nobodyCalled),
      sources.where('at', '<', now - retentionMs),
      waiting.where('kind', '=', sql.lit('approval')).where('ended_at', '<', now),
      // They count for the rule about a second person for a day after their launch.
      waiting
        .where('kind', '=', sql.lit('rest'))
        .where('prepared_id', 'not in', prepared)
        .where('at', '<', now - recentMs),
    ]
    for (;;) {
      let oldSource: { id: number; list: number } | undefined
      for (const query of queries) oldSource ??= await query.executeTakeFirst()
      if (!oldSource) return
      await lists.deletePeople(oldSource.list)
      await store.deleteFrom('contact_sources').where('id', '=', oldSource.id).execute()
    }
  }
  let lastSweep: Promise<void> = Promise.resolve()
  let isSweepWaiting = false
  /** What becomes deletable while a sweep runs is deleted by the next. */
  function sweep(): void {
    if (isSweepWaiting) return
    isSweepWaiting = true
    lastSweep = lastSweep
      .then(() => {
        isSweepWaiting = false
        return deleteOld()
      })
      .catch((error: unknown) => log.error({ error: String(error) }, 'could not delete old contacts'))
  }

  return {
    lookUp,
    findStillCalling,

    hash,

    /** The hash of each number's other spelling, by its own hash. Most numbers have none. */
    async hashOtherSpellings({ numbers, hashes }: HashedNumbers): Promise<Map<string, string>> {
      const others = numbers.map(otherSpelling)
      const own = hashes.filter((_, index) => others[index] !== undefined)
      const hashed = await hash(others.filter((number) => number !== undefined))
      return new Map(own.map((one, index) => [one, hashed[index] ?? '']))
    },

    /**
     * Repeats the lookup in the transaction that records a start or a call, so that the second of two simultaneous ones finds the first.
     *
     * @param before the result of `lookUp`, which is returned if nothing was recorded since
     */
    async lookUpAgain(
      store: Store,
      hashes: readonly string[],
      before: ContactLookup,
      excludedId?: string,
    ): Promise<ContactLookup> {
      // Other transactions wait with their contacts until this one ends.
      if (!isSqlite(store)) await sql`lock table contact_sources in share row exclusive mode`.execute(store)
      return (await findLastSourceId(store)) === before.lastSourceId ? before : lookUp(hashes, store, excludedId)
    },

    /**
     * Writes long lists, then records their sources with `add`, `addHeldBack` or `addAwaitingApproval`. If these are not recorded, the lists
     * count for nobody.
     */
    async writeBefore<T>(people: readonly ContactList[], record: () => Promise<T>): Promise<T> {
      try {
        return await lists.writeBefore(people, record)
      } catch (error) {
        sweep()
        throw error
      }
    },

    /** Records the people of a start or a call, in the transaction of its effect. */
    add: (store: Store, effectId: string, kind: 'batch' | 'call', people: ContactList): Promise<void> =>
      add(store, { effect_id: effectId, kind, prepared_id: null, at: clock.now(), ended_at: notEnded }, people),

    /**
     * Records the people of a prepared batch. They wait until its row is deleted or its batch is started, and count for the rule about a
     * second person for a day after their launch.
     *
     * @param effectId the start of its launch
     */
    addHeldBack: (store: Store, effectId: string, preparedId: string, people: ContactList): Promise<void> =>
      add(
        store,
        { effect_id: effectId, kind: 'rest', prepared_id: preparedId, at: clock.now(), ended_at: notEnded },
        people,
      ),

    /** Records the people of a start that waits for approval. @param until epoch ms: when the request expires */
    addAwaitingApproval: (store: Store, effectId: string, people: ContactList, until: number): Promise<void> =>
      add(
        store,
        { effect_id: effectId, kind: 'approval', prepared_id: null, at: clock.now(), ended_at: until },
        people,
      ),

    /** Records the end of a call, or of a start that was settled without a batch. */
    recordEnd: (effectId: string) => writeQueue.write(() => setEnd(effectId, clock.now(), ['batch', 'call'])),

    /** Records that nobody was called. */
    recordNobodyCalled: (effectId: string) =>
      writeQueue.write(() => setEnd(effectId, nobodyCalled, ['batch', 'call', 'rest', 'approval'])),

    /**
     * Deletes people of a cancelled batch whose calls were never placed, so that a new batch can continue with them.
     *
     * @param numbers E.164, of dropped calls that were never placed
     */
    deleteNeverCalled,

    recordBatchEnd: (batchId: string) => writeQueue.write(() => recordBatchEnd(batchId)),

    /** Records the ends of batches that were read but not recorded before the process died. Call once, at startup. */
    async recover(): Promise<void> {
      const ended = await deps.store
        .selectFrom('contact_sources as s')
        .innerJoin('known_batches as b', 'b.effect_id', 's.effect_id')
        .select('b.batch_id')
        .where('s.ended_at', '=', notEnded)
        .where('s.kind', '=', 'batch')
        .where('b.complete', '=', 1)
        .execute()
      for (const { batch_id } of ended) await recordBatchEnd(batch_id)
      sweep()
    },

    /** Deletes the lists that ended gateways wrote but did not record. @param numbers of the gateways, from `Cluster.onTakeOver` */
    async takeOver(numbers: readonly number[]): Promise<void> {
      await lists.takeOver(numbers)
      sweep()
    },

    /** Deletes expired contacts, in the background. */
    sweep,

    /** Resolves when no deletion is running. */
    async close(): Promise<void> {
      await lastSweep
    },
  }
}
