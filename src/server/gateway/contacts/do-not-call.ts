/**
 * The do-not-call list of each workspace: numbers that nobody may call, as the same keyed hashes that `contacts` has, with their last
 * two digits. The number itself is stored nowhere, and forgetting whom we called never touches this list. Longer than 300
 * lines, so that what writes the tables and what reads them stay together.
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
import { dependsOnTime } from '#server/database/dependencies.ts'
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
/** Reasons that are listed. */
const maxListed = 50
/** The people of a list who are on the do-not-call list. */
export interface OnList {
  /** Their places in the list, from 0. */
  places: number[]
  /** Who added them, when and why: the most people first. */
  by: (DoNotCallFacts & { people: number })[]
  /** Of the lists, when this was found. */
  version: number
}

/** What is to be added, and by whom. */
export interface Addition {
  workspace: string
  operator: Operator
  reason: string
  /** Epoch ms; null: no end. */
  until: number | null
  source: { kind: DoNotCallSource; name: string | null; id: string | null }
}

/** Text of a person, without the numbers in it. */
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

  /** Which version the lists have. In a transaction of PostgreSQL nobody adds until that ends; of SQLite nobody does anyway. */
  async function versionOf(store: Store, isLocking: boolean): Promise<number> {
    const version = store.selectFrom('do_not_call_version').select('version')
    const row = isLocking && !isSqlite(store) ? version.forUpdate() : version
    return (await row.executeTakeFirstOrThrow()).version
  }

  /** How many numbers a list has: counted anew after each change of a list. */
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

  /** Changes a list in a transaction that a start which is being recorded cannot miss. */
  const change = <T>(act: (store: Store) => Promise<T>): Promise<T> =>
    parts.store.transaction().execute(async (store) => {
      await store
        .updateTable('do_not_call_version')
        .set((eb) => ({ version: eb('version', '+', 1) }))
        .execute()
      return act(store)
    })

  /** @returns for the hashes that are on the list the addition that put them there */
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
        dependsOnTime(steadyOf(clock, until))
      }
      if (from + sliceRows < hashes.length) await letOthersRun()
    }
    return found
  }

  /** What is known of these additions. */
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
   * Whom of these people the list of a workspace names. Entries whose end date has passed do not count.
   *
   * @param hashes as `Contacts.hash` gives them
   * @param store of a transaction, if it is asked in one
   */
  async function find(workspace: string, hashes: readonly string[], store: Store = parts.store): Promise<OnList> {
    // Read before the list, so that the next lookup finds a number that is added meanwhile.
    const version = await versionOf(store, false)
    const found = await lookUp(workspace, hashes, store)
    if (found.size === 0) return { places: [], by: [], version }
    const places = hashes.flatMap((hash, place) => (found.has(hash) ? [place] : []))
    const facts = await factsById([...new Set(found.values())], store)
    // Single numbers that one person added for one reason are one line.
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

  /** @returns how many of them are new, or last longer than before */
  async function insert(store: Store, workspace: string, addition: number, values: readonly string[]): Promise<number> {
    // Also those that last longer all the same: they keep their addition, so that nothing takes them back.
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

  /** Deletes what was removed a day ago, and what can no longer be undone. */
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
   * Takes back some numbers of an addition: each has the entry again that the addition replaced, or else is removed.
   *
   * @returns how many are removed
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
     * Looks again inside the transaction that records a start, a call or a draft, so that a number which is added at the same moment
     * is not called.
     *
     * @param before what `find` gave; only what changed since is looked for
     * @returns what is found now
     */
    async findAgain(store: Store, workspace: string, hashes: readonly string[], before?: OnList): Promise<OnList> {
      const version = await versionOf(store, true)
      return before?.version === version ? before : find(workspace, hashes, store)
    },

    /** The entries of these numbers (E.164) that count now, by number. */
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

    /** The list, newest first: what ended is part of it. */
    async list(
      workspace: string,
      page: number,
      limit: number,
    ): Promise<{ entries: DoNotCallEntry[]; pagination: Pagination }> {
      const total = await countOf(workspace)
      // By the index alone, so that a page far down costs little more than the first.
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

    /** @param after the last hash of the slice before; '' for the first @returns a slice of the list in the order of the hashes */
    async slice(workspace: string, after: string): Promise<DoNotCallEntry[]> {
      const found = await current(parts.store)
        .where('d.workspace', '=', workspace)
        .where('d.number', '>', after)
        .orderBy('d.number')
        .limit(sliceRows)
        .execute()
      return found.map(entryOf)
    },

    /** @param number E.164 @returns its entry; null if it is not on the list, or its end date has passed */
    async search(workspace: string, number: string): Promise<DoNotCallEntry | null> {
      const found = await entry(workspace, await hashOf(number))
      return found && (found.until === null || found.until > clock.now()) ? found : null
    },

    /**
     * Adds a number. An entry that lasts as long or longer stays as it is.
     *
     * @param number E.164
     * @returns its entry, whether that is new, and the batches that are to call it all the same
     * @throws Refusal 400 for an end date that has passed, 503 when it cannot be recorded
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
      // A start that was being recorded is found: it was waited for.
      const held: readonly (ContactState | null)[] = ['running', 'scheduled', 'held_back']
      const { by } = await findNamed(await contacts.lookUp([hash]), (sources) =>
        sources.filter(({ state, description }) => description.batch !== null && held.includes(state)),
      )
      return { ...added, batches: by }
    },

    /**
     * Adds many numbers, in slices that let other requests through.
     *
     * @param slices of `listed`, one in each line, in the order of the hashes, so that each page of the table is written once; none
     *   twice within a slice
     * @returns how many of them are new, or last longer than before; and by which id they are taken back
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
     * Undoes what an operator added within the last hour, one number or a whole file, in slices that let other requests through.
     * Numbers that somebody added again since stay.
     *
     * @returns how many numbers are no longer on the list, and how many still are, since they were before
     * @throws Refusal 404 for what somebody else added, or more than an hour ago
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
     * Removes an entry; it can be restored for a day.
     *
     * @returns it as it was
     * @throws Refusal 404 when it is not on the list
     */
    async remove(workspace: string, entryId: string, operator: Operator): Promise<DoNotCallEntry> {
      const found = await entry(workspace, entryId)
      if (!found) throw notFound('This entry is no longer on the do-not-call list.')
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
     * Puts a removed entry back, with its former facts.
     *
     * @throws Refusal 404 a day after it was removed
     */
    async restore(workspace: string, entryId: string, operator: Operator): Promise<DoNotCallEntry> {
      const there = await rows(parts.store)
        .where('d.workspace', '=', workspace)
        .where('d.number', '=', entryId)
        .executeTakeFirst()
      if (!there) throw notFound('This entry was removed more than a day ago. Add the number again.')
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
