/**
 * The do-not-call list of each workspace: numbers that must not be called, as the same keyed hashes as in `contacts`, with their last
 * two digits. The number itself is not stored, and deleting old contacts never affects this list. Longer than 300 lines, so that
 * reads and writes of these tables stay together.
 */
import { setImmediate as letOthersRun } from 'node:timers/promises'
import { sql } from 'kysely'
import type {
  ContactState,
  DoNotCallEntry,
  DoNotCallFacts,
  DoNotCallSource,
  Operator,
  Pagination,
} from '#contract/index.ts'
import { addExpiry } from '#server/database/dependencies.ts'
import { isSqlite } from '#server/database/open.ts'
import type { RecordAction } from '../ledger/admin-actions.ts'
import { type Clock, steadyOf } from '../shared/clock.ts'
import { paginate } from '../shared/pagination.ts'
import { notFound } from '../shared/refusals.ts'
import type { Store } from '../store/store.ts'
import type { Contacts } from './contacts.ts'
import { endHasPassed, notUndoable } from './do-not-call-refusals.ts'
import { entryText, lastDigitsLength, lastTwoOf, noEnd } from './listed.ts'
import { findNamed } from './lookup.ts'
import { hashLength } from './number-hash.ts'
import { elements, sliceRows } from './slices.ts'

/** A removed entry can be restored for this long, ms. */
const restoreWindowMs = 24 * 3_600_000
/** Operators can undo their own additions for this long, ms. */
const undoWindowMs = 3_600_000
/** Reasons that `find` returns. */
const maxListed = 50
/** The people of a list who are on the do-not-call list. */
export interface OnList {
  /** Their places in the list, from 0. */
  places: number[]
  /** Who added them, when and why; the entries with the most people first. */
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

/** Removes phone numbers from a text that a person wrote. */
const withoutNumbers = (text: string): string => text.replace(/\+?\d(?:[\s().-]*\d){6,}/g, '•••')

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

export function createDoNotCall(parts: { store: Store; contacts: Contacts; recordAction: RecordAction; clock: Clock }) {
  const { contacts, recordAction, clock } = parts
  const totals = new Map<string, { version: number; total: number }>()

  const rows = (store: Store) =>
    store
      .selectFrom('do_not_call as d')
      .innerJoin('do_not_call_additions as a', 'a.id', 'd.addition')
      .select(['d.number', 'd.last_two', 'd.until'])
      .select(['a.operator', 'a.at', 'a.reason', 'a.source_kind', 'a.source_name', 'a.source_id'])
  const current = (store: Store) => rows(store).where('d.removed_at', 'is', null)
  const hashOf = async (number: string) => (await contacts.hash([number]))[0] ?? ''

  /** The version of the lists. On PostgreSQL, `isLocking` makes additions wait until the transaction ends; SQLite does so anyway. */
  async function versionOf(store: Store, isLocking: boolean): Promise<number> {
    const version = store.selectFrom('do_not_call_version').select('version')
    const row = isLocking && !isSqlite(store) ? version.forUpdate() : version
    return (await row.executeTakeFirstOrThrow()).version
  }

  /** The number of entries of a list, counted again after each change of any list. */
  async function countOf(workspace: string): Promise<number> {
    const version = await versionOf(parts.store, false)
    const known = totals.get(workspace)
    if (known?.version === version) return known.total
    const { total } = await parts.store
      .selectFrom('do_not_call')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where('workspace', '=', workspace)
      .where('removed_at', 'is', null)
      .executeTakeFirstOrThrow()
    totals.set(workspace, { version, total })
    return total
  }

  /** Changes a list in a transaction. It also changes the version, so that a start that is being recorded notices it. */
  const change = <T>(act: (store: Store) => Promise<T>): Promise<T> =>
    parts.store.transaction().execute(async (store) => {
      await store
        .updateTable('do_not_call_version')
        .set((eb) => ({ version: eb('version', '+', 1) }))
        .execute()
      return act(store)
    })

  /** @returns the addition of each hash that is on the list */
  async function lookUp(workspace: string, hashes: readonly string[], store: Store): Promise<Map<string, number>> {
    const found = new Map<string, number>()
    for (let from = 0; from < hashes.length; from += sliceRows) {
      const slice = await sql<{
        number: string
        addition: number
        until: number
      }>`select number, addition, until from do_not_call
        where workspace = ${workspace} and removed_at is null and until > ${clock.now()}
        and number in (select value from ${elements(store, hashes.slice(from, from + sliceRows))})`.execute(store)
      for (const { number, addition, until } of slice.rows) {
        found.set(number, addition)
        addExpiry(steadyOf(clock, until))
      }
      if (from + sliceRows < hashes.length) await letOthersRun()
    }
    return found
  }

  /** Who made these additions, when and why, by their ID. */
  async function factsById(ids: readonly number[], store: Store): Promise<Map<number, DoNotCallFacts>> {
    const facts = new Map<number, DoNotCallFacts>()
    for (let from = 0; from < ids.length; from += sliceRows) {
      const some = await store
        .selectFrom('do_not_call_additions')
        .selectAll()
        .where('id', 'in', ids.slice(from, from + sliceRows))
        .execute()
      for (const row of some) facts.set(row.id, factsOf(row))
    }
    return facts
  }

  /**
   * Finds the people who are on the list of a workspace. Entries whose end date has passed do not count.
   *
   * @param hashes from `Contacts.hash`
   * @param store the transaction, if there is one
   */
  async function find(workspace: string, hashes: readonly string[], store: Store = parts.store): Promise<OnList> {
    // Read before the list, so that the next lookup finds a number that is added meanwhile.
    const version = await versionOf(store, false)
    const found = await lookUp(workspace, hashes, store)
    if (found.size === 0) return { places: [], by: [], version }
    const places = hashes.flatMap((hash, place) => (found.has(hash) ? [place] : []))
    const facts = await factsById([...new Set(found.values())], store)
    // Numbers that the same person added for the same reason are grouped.
    const groups = new Map<string, DoNotCallFacts & { people: number }>()
    for (const place of places) {
      const one = facts.get(found.get(hashes[place] ?? '') ?? 0)
      if (!one) continue
      const name = JSON.stringify([one.operator, one.reason, one.source.kind, one.source.name])
      const group = groups.get(name) ?? { ...one, people: 0 }
      groups.set(name, { ...(one.at > group.at ? one : group), people: group.people + 1 })
    }
    const by = [...groups.values()].toSorted((one, other) => other.people - one.people || other.at - one.at)
    return { places, by: by.slice(0, maxListed), version }
  }

  async function entry(workspace: string, hash: string, store: Store = parts.store): Promise<DoNotCallEntry | null> {
    const row = await current(store)
      .where('d.workspace', '=', workspace)
      .where('d.number', '=', hash)
      .executeTakeFirst()
    return row ? entryOf(row) : null
  }

  async function addAddition(store: Store, { workspace, operator, reason, source }: Addition): Promise<number> {
    const { id } = await store
      .insertInto('do_not_call_additions')
      .values({
        workspace,
        operator: operator.name,
        operator_id: operator.id,
        at: clock.now(),
        reason: withoutNumbers(reason),
        source_kind: source.kind,
        source_name: source.name === null ? null : withoutNumbers(source.name),
        source_id: source.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  /** @returns how many entries are new, or last longer than before */
  async function insert(store: Store, workspace: string, addition: number, values: readonly string[]): Promise<number> {
    // Includes entries that last longer anyway: they keep their addition, so undoing this one does not affect them.
    await sql`
      insert into do_not_call_replaced (addition, number, was_addition, was_until, at)
      select ${sql.lit(addition)}, number, addition, until, ${clock.now()} from do_not_call
      where workspace = ${workspace} and removed_at is null and until < ${sql.lit(noEnd)}
      and number in (select substr(value, 1, ${sql.lit(hashLength)}) from ${elements(store, values)})`.execute(store)
    const { numAffectedRows = 0n } = await sql`
      insert into do_not_call (workspace, number, last_two, addition, until)
      select ${workspace}, substr(value, 1, ${sql.lit(hashLength)}), substr(value, ${sql.lit(hashLength + 1)}, ${sql.lit(lastDigitsLength)}),
        ${sql.lit(addition)}, cast(substr(value, ${sql.lit(hashLength + lastDigitsLength + 1)}) as bigint)
      from ${elements(store, values)} where true
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
    await parts.store
      .deleteFrom('do_not_call_replaced')
      .where('at', '<', clock.now() - undoWindowMs)
      .execute()
    await parts.store
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
    const some = sql`workspace = ${workspace} and addition = ${addition}
      and number in (select value from ${elements(store, numbers)})`
    const was = (column: string) =>
      sql`(select ${sql.ref(column)} from do_not_call_replaced as r where r.addition = ${addition} and r.number = do_not_call.number)`
    await sql`update do_not_call set addition = ${was('was_addition')}, until = ${was('was_until')}
      where ${some} and exists ${was('number')}`.execute(store)
    const { numAffectedRows = 0n } =
      await sql`update do_not_call set removed_at = ${clock.now()} where ${some} and removed_at is null`.execute(store)
    return Number(numAffectedRows)
  }

  return {
    find,

    /**
     * Repeats the lookup in the transaction that records a start, a call or a draft, so that a number added at the same moment is found.
     *
     * @param before the result of `find`, which is returned if the lists have not changed since
     */
    async findAgain(store: Store, workspace: string, hashes: readonly string[], before?: OnList): Promise<OnList> {
      const version = await versionOf(store, true)
      return before?.version === version ? before : find(workspace, hashes, store)
    },

    /** The current entries of these numbers (E.164), by number. */
    async entriesOf(workspace: string, numbers: readonly string[]): Promise<Map<string, DoNotCallFacts>> {
      if (numbers.length === 0) return new Map()
      const hashes = await contacts.hash(numbers)
      const found = await lookUp(workspace, [...new Set(hashes)], parts.store)
      const facts = await factsById([...new Set(found.values())], parts.store)
      return new Map(
        numbers.flatMap((number, at) => {
          const one = facts.get(found.get(hashes[at] ?? '') ?? 0)
          return one ? [[number, one] as const] : []
        }),
      )
    },

    /** A page of the list, newest first, including entries whose end date has passed. */
    async list(
      workspace: string,
      page: number,
      limit: number,
    ): Promise<{ entries: DoNotCallEntry[]; pagination: Pagination }> {
      const total = await countOf(workspace)
      // Reads only the index, so that a late page takes little longer than the first.
      const keys = await parts.store
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
      const found =
        numbers.length === 0
          ? []
          : await current(parts.store).where('d.workspace', '=', workspace).where('d.number', 'in', numbers).execute()
      found.sort((one, other) => numbers.indexOf(one.number) - numbers.indexOf(other.number))
      return { entries: found.map(entryOf), pagination: paginate(page, limit, total) }
    },

    /** @param after the last hash of the previous slice; '' for the first @returns a slice of the list, sorted by hash */
    async slice(workspace: string, after: string): Promise<DoNotCallEntry[]> {
      const found = await current(parts.store)
        .where('d.workspace', '=', workspace)
        .where('d.number', '>', after)
        .orderBy('d.number')
        .limit(sliceRows)
        .execute()
      return found.map(entryOf)
    },

    /** @param number E.164 @returns its entry; null if it is not on the list or its end date has passed */
    async search(workspace: string, number: string): Promise<DoNotCallEntry | null> {
      const found = await entry(workspace, await hashOf(number))
      return found && (found.until === null || found.until > clock.now()) ? found : null
    },

    /**
     * Adds a number. An existing entry that lasts as long or longer is not changed.
     *
     * @param number E.164
     * @returns its entry, whether that is new, and the batches that still include the number
     * @throws Refusal 400 for an end date that has passed; 503 if it cannot be recorded
     */
    async add(number: string, addition: Addition) {
      const { workspace, operator, until } = addition
      assertInFuture(until)
      const hash = await hashOf(number)
      const one = entryText(hash, lastTwoOf(number), until)
      const ids = { workspaceId: workspace, entryId: hash }
      const added = await recordAction({ endpoint: 'doNotCallAdd', ids, operator }, () =>
        change(async (store) => {
          const id = await addAddition(store, addition)
          const isNew = (await insert(store, workspace, id, [one])) > 0
          const found = await entry(workspace, hash, store)
          if (!found) throw notFound()
          return { entry: found, isNew, additionId: isNew ? String(id) : null }
        }),
      )
      // Also finds a start that was being recorded, because `change` waited for it.
      const held: readonly (ContactState | null)[] = ['running', 'scheduled', 'held_back']
      const { by } = await findNamed(await contacts.lookUp([hash]), (sources) =>
        sources.filter(({ state, description }) => description.batch !== null && held.includes(state)),
      )
      return { ...added, batches: by }
    },

    /**
     * Adds many numbers, in slices so that other requests can run.
     *
     * @param slices encoded entries (`listed.ts`), one in each line, sorted by hash so that each page of the table is written once, and
     *   without duplicates within a slice
     * @returns how many are new or last longer than before, and the ID with which the addition can be undone
     */
    async addAll(slices: Iterable<string>, addition: Addition): Promise<{ added: number; additionId: string }> {
      assertInFuture(addition.until)
      const ids = { workspaceId: addition.workspace }
      return recordAction({ endpoint: 'doNotCallImport', ids, operator: addition.operator }, async () => {
        const id = await addAddition(parts.store, addition)
        let added = 0
        for (const slice of slices) {
          added += await change((store) => insert(store, addition.workspace, id, slice.split('\n')))
          await letOthersRun()
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
      const found = await parts.store
        .selectFrom('do_not_call_additions')
        .select(['operator_id', 'at'])
        .where('id', '=', Number.isSafeInteger(addition) ? addition : 0)
        .where('workspace', '=', workspace)
        .executeTakeFirst()
      if (!found || found.at < clock.now() - undoWindowMs) throw notUndoable()
      // guard: only-own-additions-are-taken-back
      if (found.operator_id !== operator.id) throw notUndoable()
      const ids = { workspaceId: workspace, additionId }
      return recordAction({ endpoint: 'doNotCallTakeBack', ids, operator }, async () => {
        let [removed, kept] = [0, 0]
        for (;;) {
          const rows = await parts.store
            .selectFrom('do_not_call')
            .select('number')
            .where('workspace', '=', workspace)
            .where('addition', '=', addition)
            .where('removed_at', 'is', null)
            .limit(sliceRows)
            .execute()
          if (rows.length === 0) return { removed, kept }
          const numbers = rows.map(({ number }) => number)
          const some = await change((store) => undoSlice(store, workspace, addition, numbers))
          removed += some
          kept += numbers.length - some
          await letOthersRun()
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
      const found = await entry(workspace, entryId)
      if (!found) throw notFound('This entry is no longer on the do-not-call list. Nothing was changed.')
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
      return found
    },

    /**
     * Restores a removed entry unchanged.
     *
     * @throws Refusal 404 a day after it was removed
     */
    async restore(workspace: string, entryId: string, operator: Operator): Promise<DoNotCallEntry> {
      const there = await rows(parts.store)
        .where('d.workspace', '=', workspace)
        .where('d.number', '=', entryId)
        .executeTakeFirst()
      if (!there)
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
      return entryOf(there)
    },

    sweep,
  }
}
