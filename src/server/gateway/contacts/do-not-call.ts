/**
 * The do-not-call list of each workspace: numbers that must not be called, as the same keyed hashes as in `contacts`, with their last two
 * digits. The number itself is not stored, and deleting old contacts never affects this list.
 */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { sql } from 'kysely'
import type { DoNotCallEntry, DoNotCallFacts, DoNotCallSource, Operator, Pagination } from '#contract/index.ts'
import { spellingsOf } from '#phone/telephone.ts'
import { addExpiry } from '#server/database/dependencies.ts'
import { isSqlite } from '#server/database/open.ts'
import type { RecordAction } from '../ledger/admin-actions.ts'
import { type Clock, steadyOf } from '../shared/clock.ts'
import { paginate } from '../shared/pagination.ts'
import { notFound } from '../shared/refusals.ts'
import type { Store } from '../store/store.ts'
import type { Contacts, HashedNumbers } from './contacts.ts'
import { cutOffAfter, endHasPassed, importCutOff, notUndoable, undoCutOff } from './do-not-call-refusals.ts'
import { encodeEntry, lastDigitsLength, lastTwoOf, noEnd } from './encoded-entry.ts'
import { hashLength } from './number-hash.ts'
import { listAsRows, rowsPerSlice } from './slices.ts'

/** A removed entry can be restored for this long, ms. */
const restoreWindowMs = 24 * 3_600_000
/** Operators can undo their own additions for this long, ms. */
const undoWindowMs = 3_600_000
/** `find` returns at most this many additions. */
const maxListedAdditions = 50

/** The people of a start who are on the do-not-call list. */
export interface ListedPeople {
  /** Their indexes in the list, from 0. */
  indexes: number[]
  /** Who added them, when and why. Additions with the most people come first. */
  by: (DoNotCallFacts & { people: number })[]
  /** Version of the lists at the time of the lookup. */
  version: number
}

/** An addition to the list: by whom, why, and until when. */
export interface Addition {
  workspace: string
  operator: Operator
  reason: string
  /** Epoch ms; null: no end. */
  until: number | null
  source: { kind: DoNotCallSource; name: string | null; id: string | null }
}

/** Replaces phone numbers in a text that a person wrote. */
const redactNumbers = (text: string): string => text.replace(/\+?\d(?:[\s().-]*\d){6,}/g, '•••')

type Row = Record<'number' | 'last_two' | 'operator' | 'reason', string> & {
  until: number
  at: number
  source_kind: DoNotCallSource
  source_name: string | null
  source_id: string | null
}
type FactRow = Omit<Row, 'number' | 'last_two' | 'until'>
const factsOf = ({ operator, at, reason, source_kind, source_name, source_id }: FactRow): DoNotCallFacts => ({
  operator,
  at,
  reason,
  source: { kind: source_kind, name: source_name, id: source_id },
})
const entryOf = (row: Row): DoNotCallEntry => ({
  entryId: row.number,
  lastTwo: row.last_two,
  ...factsOf(row),
  until: row.until === noEnd ? null : row.until,
})

export type DoNotCall = ReturnType<typeof createDoNotCall>

export function createDoNotCall(deps: { store: Store; contacts: Contacts; recordAction: RecordAction; clock: Clock }) {
  const { contacts, recordAction, clock } = deps
  /** Cached numbers of entries, by workspace. */
  const totals = new Map<string, { version: number; total: number }>()

  const selectEntries = (store: Store) =>
    store
      .selectFrom('do_not_call as d')
      .innerJoin('do_not_call_additions as a', 'a.id', 'd.addition')
      .select(['d.number', 'd.last_two', 'd.until'])
      .select(['a.operator', 'a.at', 'a.reason', 'a.source_kind', 'a.source_name', 'a.source_id'])
  const selectCurrentEntries = (store: Store) => selectEntries(store).where('d.removed_at', 'is', null)
  const hashOf = async (number: string) => (await contacts.hash([number]))[0] ?? ''

  /** The version of the lists. On PostgreSQL, `isLocking` makes additions wait until the transaction ends; SQLite does so anyway. */
  async function versionOf(store: Store, isLocking: boolean): Promise<number> {
    const version = store.selectFrom('do_not_call_version').select('version')
    const query = isLocking && !isSqlite(store) ? version.forUpdate() : version
    return (await query.executeTakeFirstOrThrow()).version
  }

  /** The number of entries of a list, counted again after each change of any list. */
  async function countEntries(workspace: string): Promise<number> {
    const version = await versionOf(deps.store, false)
    const cached = totals.get(workspace)
    if (cached?.version === version) return cached.total
    const { total } = await deps.store
      .selectFrom('do_not_call')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where('workspace', '=', workspace)
      .where('removed_at', 'is', null)
      .executeTakeFirstOrThrow()
    totals.set(workspace, { version, total })
    return total
  }

  /** Changes a list in a transaction. It also changes the version, so that a start that is being recorded notices it. */
  const change = <T>(write: (store: Store) => Promise<T>): Promise<T> =>
    deps.store.transaction().execute(async (store) => {
      await store
        .updateTable('do_not_call_version')
        .set((eb) => ({ version: eb('version', '+', 1) }))
        .execute()
      return write(store)
    })

  /** @returns the id of the addition of each hash whose number is on the list, also in its other spelling */
  async function findAdditions(workspace: string, people: HashedNumbers, store: Store): Promise<Map<string, number>> {
    const additionOf = new Map<string, number>()
    const others = await contacts.hashOtherSpellings(people)
    const hashes = [...people.hashes, ...others.values()]
    for (let from = 0; from < hashes.length; from += rowsPerSlice) {
      const slice = await sql<{
        number: string
        addition: number
        until: number
      }>`select number, addition, until from do_not_call
        where workspace = ${workspace} and removed_at is null and until > ${clock.now()}
        and number in (select value from ${listAsRows(store, hashes.slice(from, from + rowsPerSlice))})`.execute(store)
      for (const { number, addition, until } of slice.rows) {
        additionOf.set(number, addition)
        addExpiry(steadyOf(clock, until))
      }
      if (from + rowsPerSlice < hashes.length) await yieldToEventLoop()
    }
    for (const [hash, other] of others) {
      const addition = additionOf.get(other)
      if (addition !== undefined) additionOf.set(hash, addition)
    }
    return additionOf
  }

  /** Who made these additions, when and why, by their ID. */
  async function findFacts(ids: readonly number[], store: Store): Promise<Map<number, DoNotCallFacts>> {
    const facts = new Map<number, DoNotCallFacts>()
    for (let from = 0; from < ids.length; from += rowsPerSlice) {
      const additions = await store
        .selectFrom('do_not_call_additions')
        .selectAll()
        .where('id', 'in', ids.slice(from, from + rowsPerSlice))
        .execute()
      for (const row of additions) facts.set(row.id, factsOf(row))
    }
    return facts
  }

  /**
   * Finds the people who are on the list of a workspace. Entries whose end date has passed do not count.
   *
   * @param store the transaction, if there is one
   */
  async function find(workspace: string, people: HashedNumbers, store: Store = deps.store): Promise<ListedPeople> {
    const { hashes } = people
    // Read before the list, so that the next lookup finds a number that is added meanwhile.
    const version = await versionOf(store, false)
    const additionOf = await findAdditions(workspace, people, store)
    if (additionOf.size === 0) return { indexes: [], by: [], version }
    const indexes = hashes.flatMap((hash, index) => (additionOf.has(hash) ? [index] : []))
    const factsOfAdditions = await findFacts([...new Set(additionOf.values())], store)
    // Numbers that the same person added for the same reason are grouped.
    const groups = new Map<string, DoNotCallFacts & { people: number }>()
    for (const index of indexes) {
      const facts = factsOfAdditions.get(additionOf.get(hashes[index] ?? '') ?? 0)
      if (!facts) continue
      const key = JSON.stringify([facts.operator, facts.reason, facts.source.kind, facts.source.name])
      const group = groups.get(key) ?? { ...facts, people: 0 }
      groups.set(key, { ...(facts.at > group.at ? facts : group), people: group.people + 1 })
    }
    const by = [...groups.values()].toSorted((a, b) => b.people - a.people || b.at - a.at)
    return { indexes, by: by.slice(0, maxListedAdditions), version }
  }

  async function findEntry(workspace: string, hash: string, store: Store = deps.store): Promise<DoNotCallEntry | null> {
    const row = await selectCurrentEntries(store)
      .where('d.workspace', '=', workspace)
      .where('d.number', '=', hash)
      .executeTakeFirst()
    return row ? entryOf(row) : null
  }

  async function insertAddition(store: Store, { workspace, operator, reason, source }: Addition): Promise<number> {
    const { id } = await store
      .insertInto('do_not_call_additions')
      .values({
        workspace,
        operator: operator.name,
        operator_id: operator.id,
        at: clock.now(),
        reason: redactNumbers(reason),
        source_kind: source.kind,
        source_name: source.name === null ? null : redactNumbers(source.name),
        source_id: source.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  /** @returns how many entries are new, or last longer than before */
  async function insertEntries(
    store: Store,
    workspace: string,
    addition: number,
    encodedEntries: readonly string[],
  ): Promise<number> {
    // Also stores entries that last longer and are not replaced. They keep their addition, so undoing this addition does not affect them.
    await sql`
      insert into do_not_call_replaced (addition, number, was_addition, was_until, at)
      select ${sql.lit(addition)}, number, addition, until, ${clock.now()} from do_not_call
      where workspace = ${workspace} and removed_at is null and until < ${sql.lit(noEnd)}
      and number in (select substr(value, 1, ${sql.lit(hashLength)}) from ${listAsRows(store, encodedEntries)})`.execute(
      store,
    )
    const { numAffectedRows = 0n } = await sql`
      insert into do_not_call (workspace, number, last_two, addition, until)
      select ${workspace}, substr(value, 1, ${sql.lit(hashLength)}), substr(value, ${sql.lit(hashLength + 1)}, ${sql.lit(lastDigitsLength)}),
        ${sql.lit(addition)}, cast(substr(value, ${sql.lit(hashLength + lastDigitsLength + 1)}) as bigint)
      from ${listAsRows(store, encodedEntries)} where true
      on conflict (workspace, number) do update
      set last_two = excluded.last_two, addition = excluded.addition, until = excluded.until, removed_at = null
      where do_not_call.removed_at is not null or do_not_call.until < excluded.until`.execute(store)
    return Number(numAffectedRows)
  }

  function assertInFuture(until: number | null): void {
    // guard: end-date-is-ahead
    if (until !== null && until <= clock.now()) throw endHasPassed()
  }

  /** Deletes entries that were removed a day ago, and replaced entries that can no longer be restored. */
  async function sweep(): Promise<void> {
    await deps.store
      .deleteFrom('do_not_call_replaced')
      .where('at', '<', clock.now() - undoWindowMs)
      .execute()
    await deps.store
      .deleteFrom('do_not_call')
      .where('removed_at', '<', clock.now() - restoreWindowMs)
      .execute()
  }

  /**
   * Undoes some numbers of an addition: restores the entries that the addition replaced, and removes the others.
   *
   * @returns how many were removed
   */
  async function undoSlice(store: Store, workspace: string, addition: number, numbers: readonly string[]) {
    const condition = sql`workspace = ${workspace} and addition = ${addition}
      and number in (select value from ${listAsRows(store, numbers)})`
    const replacedValue = (column: string) =>
      sql`(select ${sql.ref(column)} from do_not_call_replaced as r where r.addition = ${addition} and r.number = do_not_call.number)`
    await sql`update do_not_call set addition = ${replacedValue('was_addition')}, until = ${replacedValue('was_until')}
      where ${condition} and exists ${replacedValue('number')}`.execute(store)
    const { numAffectedRows = 0n } =
      await sql`update do_not_call set removed_at = ${clock.now()} where ${condition} and removed_at is null`.execute(
        store,
      )
    return Number(numAffectedRows)
  }

  return {
    find,

    /**
     * Repeats the lookup in the transaction that records a start, a call or a draft, so that it finds a number added at the same moment.
     *
     * @param before the result of `find`, which is returned if the lists have not changed since
     */
    async findAgain(
      store: Store,
      workspace: string,
      people: HashedNumbers,
      before?: ListedPeople,
    ): Promise<ListedPeople> {
      const version = await versionOf(store, true)
      return before?.version === version ? before : find(workspace, people, store)
    },

    /** The current entries of these numbers (E.164), by number. */
    async entriesOf(workspace: string, numbers: readonly string[]): Promise<Map<string, DoNotCallFacts>> {
      if (numbers.length === 0) return new Map()
      const hashes = await contacts.hash(numbers)
      const additionOf = await findAdditions(workspace, { numbers, hashes }, deps.store)
      const factsOfAdditions = await findFacts([...new Set(additionOf.values())], deps.store)
      return new Map(
        numbers.flatMap((number, index) => {
          const facts = factsOfAdditions.get(additionOf.get(hashes[index] ?? '') ?? 0)
          return facts ? [[number, facts] as const] : []
        }),
      )
    },

    /** A page of the list, newest first, including entries whose end date has passed. */
    async list(
      workspace: string,
      page: number,
      limit: number,
    ): Promise<{ entries: DoNotCallEntry[]; pagination: Pagination }> {
      const total = await countEntries(workspace)
      // Reads only the index, so that a late page takes little longer than the first.
      const keys = await deps.store
        .selectFrom('do_not_call')
        .select('number')
        .where('workspace', '=', workspace)
        .where('removed_at', 'is', null)
        .orderBy('addition', 'desc')
        .orderBy('number')
        .limit(limit)
        .offset((page - 1) * limit)
        .execute()
      const numbers = keys.map(({ number }) => number)
      const rows =
        numbers.length === 0
          ? []
          : await selectCurrentEntries(deps.store)
              .where('d.workspace', '=', workspace)
              .where('d.number', 'in', numbers)
              .execute()
      rows.sort((a, b) => numbers.indexOf(a.number) - numbers.indexOf(b.number))
      return { entries: rows.map(entryOf), pagination: paginate(page, limit, total) }
    },

    /** @param after the last hash of the previous slice; '' for the first @returns a slice of the list, sorted by hash */
    async slice(workspace: string, after: string): Promise<DoNotCallEntry[]> {
      const rows = await selectCurrentEntries(deps.store)
        .where('d.workspace', '=', workspace)
        .where('d.number', '>', after)
        .orderBy('d.number')
        .limit(rowsPerSlice)
        .execute()
      return rows.map(entryOf)
    },

    /** @param number E.164 @returns its entry, or that of its other spelling; null if neither is on the list now */
    async search(workspace: string, number: string): Promise<DoNotCallEntry | null> {
      for (const spelling of spellingsOf(number)) {
        const entry = await findEntry(workspace, await hashOf(spelling))
        if (entry && (entry.until === null || entry.until > clock.now())) return entry
      }
      return null
    },

    /**
     * Adds a number. An existing entry that lasts as long or longer is not changed.
     *
     * @param number E.164
     * @returns its entry, and whether that is new
     * @throws Refusal 400 for an end date that has passed; 503 if it cannot be recorded
     */
    async add(number: string, addition: Addition) {
      const { workspace, operator, until } = addition
      assertInFuture(until)
      const hash = await hashOf(number)
      const encodedEntry = encodeEntry(hash, lastTwoOf(number), until)
      const ids = { workspaceId: workspace, entryId: hash }
      return recordAction({ endpoint: 'doNotCallAdd', ids, operator }, () =>
        change(async (store) => {
          const id = await insertAddition(store, addition)
          const isNew = (await insertEntries(store, workspace, id, [encodedEntry])) > 0
          const entry = await findEntry(workspace, hash, store)
          if (!entry) throw notFound()
          return { entry, isNew, additionId: isNew ? String(id) : null }
        }),
      )
    },

    /**
     * Adds many numbers, in slices so that other requests can run.
     *
     * @param slices encoded entries (`encoded-entry.ts`), one in each line, sorted by hash so that each page of the table is written
     *   once, and without duplicates within a slice
     * @param numbers how many entries there are
     * @returns how many are new or last longer than before, and the ID with which the addition can be undone
     * @throws Refusal 503 `partly_recorded` if the database fails after some of them
     */
    async addAll(slices: Iterable<string>, numbers: number, addition: Addition) {
      assertInFuture(addition.until)
      const ids = { workspaceId: addition.workspace }
      return recordAction({ endpoint: 'doNotCallImport', ids, operator: addition.operator }, async () => {
        const id = await insertAddition(deps.store, addition)
        let [added, done] = [0, 0]
        for (const slice of slices) {
          const entries = slice.split('\n')
          added += await change((store) => insertEntries(store, addition.workspace, id, entries)).catch(
            cutOffAfter(done, () => importCutOff(done, numbers)),
          )
          done += entries.length
          await yieldToEventLoop()
        }
        return { added, additionId: String(id) }
      })
    },

    /**
     * Undoes what an operator added within the last hour, one number or a whole file, in slices so that other requests can run.
     * Numbers that somebody has added again since then stay.
     *
     * @returns how many numbers were removed, and how many stay because they were on the list before
     * @throws Refusal 404 if somebody else added them, or more than an hour ago
     */
    async takeBack(workspace: string, additionId: string, operator: Operator) {
      const addition = Number(additionId)
      const additionRow = await deps.store
        .selectFrom('do_not_call_additions')
        .select(['operator_id', 'at'])
        .where('id', '=', Number.isSafeInteger(addition) ? addition : 0)
        .where('workspace', '=', workspace)
        .executeTakeFirst()
      if (!additionRow || additionRow.at < clock.now() - undoWindowMs) throw notUndoable()
      // guard: only-own-additions-are-taken-back
      if (additionRow.operator_id !== operator.id) throw notUndoable()
      const ids = { workspaceId: workspace, additionId }
      return recordAction({ endpoint: 'doNotCallTakeBack', ids, operator }, async () => {
        let [removed, kept] = [0, 0]
        for (;;) {
          const rows = await deps.store
            .selectFrom('do_not_call')
            .select('number')
            .where('workspace', '=', workspace)
            .where('addition', '=', addition)
            .where('removed_at', 'is', null)
            .limit(rowsPerSlice)
            .execute()
          if (rows.length === 0) return { removed, kept }
          const numbers = rows.map(({ number }) => number)
          const removedInSlice = await change((store) => undoSlice(store, workspace, addition, numbers)).catch(
            cutOffAfter(removed, () => undoCutOff(removed)),
          )
          removed += removedInSlice
          kept += numbers.length - removedInSlice
          await yieldToEventLoop()
        }
      })
    },

    /**
     * Removes an entry. It can be restored for a day.
     *
     * @returns the removed entry
     * @throws Refusal 404 if it is not on the list
     */
    async remove(workspace: string, entryId: string, operator: Operator): Promise<DoNotCallEntry> {
      const entry = await findEntry(workspace, entryId)
      if (!entry) throw notFound('This entry is no longer on the do-not-call list. Nothing was changed.')
      await recordAction({ endpoint: 'doNotCallRemove', ids: { workspaceId: workspace, entryId }, operator }, () =>
        change((store) =>
          store
            .updateTable('do_not_call')
            .set({ removed_at: clock.now() })
            .where('workspace', '=', workspace)
            .where('number', '=', entryId)
            .execute(),
        ),
      )
      await sweep().catch(() => {})
      return entry
    },

    /**
     * Restores a removed entry unchanged.
     *
     * @throws Refusal 404 a day after it was removed
     */
    async restore(workspace: string, entryId: string, operator: Operator): Promise<DoNotCallEntry> {
      const row = await selectEntries(deps.store)
        .where('d.workspace', '=', workspace)
        .where('d.number', '=', entryId)
        .executeTakeFirst()
      if (!row)
        throw notFound('This entry was removed more than a day ago, so it cannot be restored. Add the number again.')
      await recordAction({ endpoint: 'doNotCallRestore', ids: { workspaceId: workspace, entryId }, operator }, () =>
        change((store) =>
          store
            .updateTable('do_not_call')
            .set({ removed_at: null })
            .where('workspace', '=', workspace)
            .where('number', '=', entryId)
            .execute(),
        ),
      )
      return entryOf(row)
    },

    sweep,
  }
}
