/**
 * The people whom this gateway calls: a keyed hash of the number for each person of each start and call, stored for a year, so that
 * nobody is called twice by mistake (design: the ledger; reliability R02). The key never changes, because hashes with another key would
 * match nobody. Longer than 300 lines, so that reads and writes of the two tables stay together.
 */
import { setImmediate as letOthersRun } from 'node:timers/promises'
import { sql } from 'kysely'
import type { ContactedBy, ContactState, KnownBatch } from '#contract/index.ts'
import { isSqlite } from '#server/database/open.ts'
import { effectRows, openEffectRows } from '../ledger/effect-rows.ts'
import type { WriteQueue } from '../ledger/write-queue.ts'
import { startFactsIn } from '../registry/batches.ts'
import type { Registry } from '../registry/registry.ts'
import type { Clock } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import type { Store, Tables } from '../store/store.ts'
import type { ContactLookup, Source } from './lookup.ts'
import { numberHash } from './number-hash.ts'
import { elements, sliceRows } from './slices.ts'
import {
  contactOf,
  limitWindowMs,
  nobodyCalled,
  notEnded,
  recentMs,
  retriedBatch,
  type SourceRow,
  stateOf,
} from './states.ts'

/** Hashes are deleted after this time, ms. */
const retentionMs = 365 * 24 * 3_600_000

type Kind = Tables['contact_sources']['kind']

export type Contacts = ReturnType<typeof createContacts>

export function createContacts(parts: {
  store: Store
  /** Key of the hashes. It must never change for a store. */
  key: string
  registry: Registry
  writeQueue: WriteQueue
  clock: Clock
  log: Log
}) {
  const { key, registry, writeQueue, clock, log } = parts

  function describe(row: SourceRow, state: ContactState): Omit<ContactedBy, 'people'> {
    const { agentId = null } = JSON.parse(row.ids) as { agentId?: string }
    const batchId = (row.kind === 'rest' ? row.prepared_batch : row.batch_id) || null
    const stored = row.prepared_fields ?? row.approval_fields
    const fields = stored === null ? null : (JSON.parse(stored) as { name: string })
    const name = row.batch_name ?? row.start_name ?? fields?.name ?? batchId ?? ''
    return {
      state,
      batch: row.kind === 'call' ? null : { batchId, name },
      agentName: registry.nameOf('agent', agentId),
      operator: row.operator,
      at: (state === 'scheduled' ? startFactsIn(row.ids).scheduledAt : null) ?? row.at,
    }
  }

  /** The sources that matter for a new start: those that are named, and those that count for the contact limits. */
  async function findRelevantSources(store: Store, except: string | undefined): Promise<Map<number, Source>> {
    const now = clock.now()
    const rows: SourceRow[] = await effectRows(store)
      .innerJoin('contact_sources as s', 's.effect_id', 'e.id')
      .leftJoin('known_batches as b', 'b.effect_id', 'e.id')
      .leftJoin('start_subjects as t', 't.effect_id', 'e.id')
      .leftJoin('prepared_batches as r', 'r.id', 's.prepared_id')
      .leftJoin('approvals as a', 'a.effect_id', 'e.id')
      .clearSelect()
      .select(['a.fields as approval_fields', 'a.state as approval_state', 'a.start_id as approval_start'])
      .select(['s.id as source', 's.effect_id as of', 's.prepared_id', 's.kind', 's.ended_at', 's.at'])
      .select(['e.operator', 'e.ids', 'h.state', 'h.happened'])
      .select(['b.batch_id', 'b.name as batch_name', 'b.complete', 'b.progress', 't.name as start_name'])
      .select([
        'r.fields as prepared_fields',
        'r.batch_id as prepared_batch',
        'r.start_id as prepared_start',
        'r.until as prepared_until',
      ])
      .where('s.ended_at', '>', now - limitWindowMs)
      .execute()
    const sourceOf = new Map(
      rows.flatMap(({ kind, batch_id, source }) => (kind === 'batch' && batch_id ? [[batch_id, source]] : [])),
    )
    const sources = new Map<number, Source>()
    for (const row of rows) {
      if ((row.kind === 'approval' ? row.of : row.prepared_id) === (except ?? '')) continue
      const state = row.ended_at > now - recentMs ? stateOf(row, now) : null
      const counted = contactOf(row, state, now)
      if (state === null && counted === null) continue
      const retryOf = sourceOf.get(retriedBatch(row.ids) ?? '') ?? null
      sources.set(row.source, {
        description: describe(row, state ?? 'called'),
        group: row.kind === 'call' ? `${row.operator}/${state}` : row.source,
        batchId: row.kind === 'batch' ? row.batch_id : null,
        state,
        contact: counted && { ...counted, retryOf },
      })
    }
    return sources
  }

  /**
   * The batch from which the people of this prepared batch remained when calling hours ended. It is ignored for them, because it did not
   * call them. If the service does not tell a dropped call-back from a dropped call, they get the call-back in the prepared batch.
   */
  async function findClosedBatchSource(store: Store, preparedId: string): Promise<number | undefined> {
    const row = await store
      .selectFrom('prepared_batches as p')
      .innerJoin('contact_sources as s', 's.effect_id', 'p.effect_id')
      .select('s.id')
      .where('p.id', '=', preparedId)
      .where('p.reason', '=', 'window_closed')
      .where('s.kind', '=', 'batch')
      .executeTakeFirst()
    return row?.id
  }

  async function lastSourceId(store: Store): Promise<number> {
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
   * @param except the prepared batch or the approval request that these people belong to
   */
  async function lookUp(
    hashes: readonly string[],
    store: Store = parts.store,
    except?: string,
  ): Promise<ContactLookup> {
    // Read before the sources, so that the next lookup finds a source that is added meanwhile.
    const upTo = await lastSourceId(store)
    const sources = await findRelevantSources(store, except)
    const own = except === undefined ? undefined : await findClosedBatchSource(store, except)
    if (own !== undefined) sources.delete(own)
    const people = new Map<number, Source[]>()
    if (sources.size === 0) return { upTo, sources: [], people }
    for (let from = 0; from < hashes.length; from += sliceRows) {
      const slice = hashes.slice(from, from + sliceRows)
      const placeOf = new Map(slice.map((hash, at) => [hash, from + at]))
      const { rows } = await sql<{ number: string; source: number }>`select number, source from contacts
        where number in (select value from ${elements(store, slice)})`.execute(store)
      for (const { number, source: id } of rows) {
        const source = sources.get(id)
        const place = placeOf.get(number)
        if (!source || place === undefined) continue
        const others = people.get(place)
        if (others) others.push(source)
        else people.set(place, [source])
      }
      if (from + sliceRows < hashes.length) await letOthersRun()
    }
    return { upTo, sources: [...sources.values()], people }
  }

  async function setEnd(effectId: string, endedAt: number, kinds: Kind[]): Promise<void> {
    await parts.store
      .updateTable('contact_sources')
      .set({ ended_at: endedAt })
      .where('effect_id', '=', effectId)
      .where('kind', 'in', kinds)
      .execute()
  }

  /** Records that a batch is complete. If it was cancelled before it called anybody, it no longer counts. */
  async function recordBatchEnd(batchId: string): Promise<void> {
    const batch = await parts.store
      .selectFrom('known_batches')
      .select(['effect_id', 'progress'])
      .where('batch_id', '=', batchId)
      .executeTakeFirst()
    if (!batch?.effect_id) return
    const progress =
      batch.progress === null ? null : (JSON.parse(batch.progress) as NonNullable<KnownBatch['progress']>)
    const noneCalled = Boolean(progress?.total) && progress?.cancelled === progress?.total
    await setEnd(batch.effect_id, noneCalled ? nobodyCalled : clock.now(), ['batch'])
  }

  /**
   * Deletes people of a batch who were dropped before they were called, so that its start no longer names them. A batch with call-backs
   * keeps them, because not every service tells a dropped call from a dropped call-back.
   */
  async function deleteNeverCalled(batchId: string, numbers: readonly string[]): Promise<void> {
    const source = await effectRows(parts.store)
      .innerJoin('contact_sources as s', 's.effect_id', 'e.id')
      .innerJoin('known_batches as b', 'b.effect_id', 'e.id')
      .clearSelect()
      .select(['s.id', 'e.ids'])
      .where('b.batch_id', '=', batchId)
      .where('s.kind', '=', 'batch')
      .executeTakeFirst()
    if (!source || startFactsIn(source.ids).callsBack !== false) return
    for (let from = 0; from < numbers.length; from += sliceRows) {
      const hashes = numbers.slice(from, from + sliceRows).map((number) => hashOf(number))
      await sql`delete from contacts where source = ${source.id}
        and number in (select value from ${elements(parts.store, hashes)})`.execute(parts.store)
      await letOthersRun()
    }
  }

  const hashOf = (number: string): string => numberHash(key, number)

  async function add(
    store: Store,
    row: Omit<Tables['contact_sources'], 'id'>,
    hashes: readonly string[],
  ): Promise<void> {
    const { id: source } = await store
      .insertInto('contact_sources')
      .values(row)
      .returning('id')
      .executeTakeFirstOrThrow()
    // In the table's order, so that each page is written once. Sorted in groups, so that no sort blocks for long.
    const groupOf = (hash: string) => (hashes.length > sliceRows ? hash.charCodeAt(0) : 0)
    const groups = [...Map.groupBy(hashes, groupOf)].toSorted(([one], [other]) => one - other)
    for (const [, group] of groups) {
      const sorted = group.toSorted()
      for (let from = 0; from < sorted.length; from += sliceRows) {
        await sql`insert into contacts (number, source) select value, ${sql.lit(source)}
          from ${elements(store, sorted.slice(from, from + sliceRows))}`.execute(store)
        await letOthersRun()
      }
    }
  }

  /** Adds single calls of the last day that an earlier version placed, which recorded no contacts. Their numbers are still stored. */
  async function addEarlierCalls(): Promise<void> {
    const unrecorded = (rows: ReturnType<typeof effectRows>) =>
      rows
        .innerJoin('placed_calls as c', 'c.effect_id', 'e.id')
        .leftJoin('contact_sources as s', 's.effect_id', 'e.id')
        .clearSelect()
        .select(['c.effect_id', 'c.to_number', 'c.at', 'h.state'])
        .where('s.id', 'is', null)
    const open = await unrecorded(openEffectRows(parts.store, 'unknown')).execute()
    const ended = await unrecorded(effectRows(parts.store))
      .where('c.at', '>', clock.now() - recentMs)
      .where('h.state', '<>', 'unknown')
      .where((eb) => eb.or([eb('h.happened', 'is', null), eb('h.happened', '=', 1)]))
      .execute()
    const calls = [...open, ...ended]
    if (calls.length === 0) return
    await parts.store.transaction().execute(async (store) => {
      for (const { effect_id, to_number, state, at } of calls)
        await add(
          store,
          { effect_id, kind: 'call', prepared_id: null, at, ended_at: state === 'unknown' ? notEnded : at },
          [hashOf(to_number)],
        )
    })
  }

  /** Deletes contacts that are a year old, and those of people who were not called. */
  async function deleteOld(): Promise<void> {
    const { store } = parts
    const now = clock.now()
    const sources = store.selectFrom('contact_sources').select('id').limit(1)
    const prepared = store.selectFrom('prepared_batches as p').select('p.id')
    // Each uses an index.
    const kinds = [
      sources.where('ended_at', '=', nobodyCalled),
      sources.where('at', '<', now - retentionMs),
      sources.where('kind', '=', sql.lit('approval')).where('ended_at', '<', now),
      sources.where('kind', '=', sql.lit('rest')).where('prepared_id', 'not in', prepared),
    ]
    for (;;) {
      let old: { id: number } | undefined
      for (const kind of kinds) old ??= await kind.executeTakeFirst()
      if (!old) return
      const some = store.selectFrom('contacts').select('number').where('source', '=', old.id).limit(sliceRows)
      for (let left = 1n; left > 0n; ) {
        const deleted = store.deleteFrom('contacts').where('source', '=', old.id).where('number', 'in', some)
        left = (await deleted.executeTakeFirstOrThrow()).numDeletedRows
        await letOthersRun()
      }
      await store.deleteFrom('contact_sources').where('id', '=', old.id).execute()
    }
  }
  let sweeping: Promise<void> | undefined
  function sweep(): void {
    sweeping ??= deleteOld()
      .catch((error: unknown) => log.error({ error: String(error) }, 'could not delete old contacts'))
      .finally(() => {
        sweeping = undefined
      })
  }

  return {
    lookUp,

    /** Keyed hashes of numbers (E.164), in their order. */
    async hash(numbers: readonly string[]): Promise<string[]> {
      const hashes: string[] = []
      for (const number of numbers) {
        hashes.push(hashOf(number))
        if (hashes.length % sliceRows === 0) await letOthersRun()
      }
      return hashes
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
      except?: string,
    ): Promise<ContactLookup> {
      // Other transactions wait with their contacts until this one ends.
      if (!isSqlite(store)) await sql`lock table contact_sources in share row exclusive mode`.execute(store)
      return (await lastSourceId(store)) === before.upTo ? before : lookUp(hashes, store, except)
    },

    /** Records the people of a start or a call, in the transaction of its effect. */
    add: (store: Store, effectId: string, kind: 'batch' | 'call', hashes: readonly string[]): Promise<void> =>
      add(store, { effect_id: effectId, kind, prepared_id: null, at: clock.now(), ended_at: notEnded }, hashes),

    /** Records the people of a prepared batch. They count until its row is deleted. @param effectId the start of its launch */
    addHeldBack: (store: Store, effectId: string, preparedId: string, hashes: readonly string[]): Promise<void> =>
      add(
        store,
        { effect_id: effectId, kind: 'rest', prepared_id: preparedId, at: clock.now(), ended_at: notEnded },
        hashes,
      ),

    /** Records the people of a start that waits for approval. @param until epoch ms: when the request expires */
    addAwaitingApproval: (store: Store, effectId: string, hashes: readonly string[], until: number): Promise<void> =>
      add(
        store,
        { effect_id: effectId, kind: 'approval', prepared_id: null, at: clock.now(), ended_at: until },
        hashes,
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

    /**
     * Records the ends of batches that were read but not recorded before the process died, and calls that an earlier version did not
     * record. Call it once, at the start.
     */
    async recover(): Promise<void> {
      await addEarlierCalls()
      const ended = await parts.store
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

    /** Deletes expired contacts, in the background. */
    sweep,

    /** Resolves when no deletion is running. */
    async close(): Promise<void> {
      await sweeping
    },
  }
}
