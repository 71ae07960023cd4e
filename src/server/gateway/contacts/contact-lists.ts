/**
 * Lists of people: the keyed hashes of the numbers of one source (`contacts.ts`). A list counts for nobody before its source is recorded,
 * so a long one is written in small transactions before that. Its hashes are random: 50,000 of them change nearly every page of the table,
 * and the commit of so many pages at once would stop the gateway.
 */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Cluster } from '../cluster/cluster.ts'
import { hasNoOwner } from '../ledger/history.ts'
import type { Log } from '../shared/log.ts'
import type { Store } from '../store/store.ts'
import { listAsRows, rowsPerSlice } from './slices.ts'

/** The people of a source. */
export interface ContactList {
  /** From `Contacts.hash`. */
  readonly hashes: readonly string[]
  /** Set if it is written before its source is recorded. */
  id?: number
}

/** A list that belongs to this gateway no longer: another one took over from it. */
class ListLost extends Error {}

export function createContactLists(deps: {
  store: Store
  cluster: Pick<Cluster, 'number' | 'assertMember'>
  log: Log
}) {
  const { cluster, log } = deps

  async function begin(store: Store): Promise<number> {
    const row = { gateway: cluster.number }
    return (await store.insertInto('contact_lists').values(row).returning('id').executeTakeFirstOrThrow()).id
  }

  async function write(store: Store, id: number, hashes: readonly string[]): Promise<void> {
    // Insert in the table's order, so that each page is written once. Sort in groups, so that no sort blocks for long.
    const groupOf = (hash: string) => (hashes.length > rowsPerSlice ? hash.charCodeAt(0) : 0)
    const groups = [...Map.groupBy(hashes, groupOf)].toSorted(([a], [b]) => a - b)
    for (const [, group] of groups) {
      const sorted = group.toSorted()
      for (let from = 0; from < sorted.length; from += rowsPerSlice) {
        const { numAffectedRows } = await sql`insert into contacts (number, list) select value, ${sql.lit(id)}
          from ${listAsRows(store, sorted.slice(from, from + rowsPerSlice))}
          where exists (select 1 from contact_lists where id = ${id} and gateway = ${cluster.number})`.execute(store)
        // Nothing is written to a list that may already be deleted.
        if (Number(numAffectedRows) === 0) throw new ListLost()
        await yieldToEventLoop()
      }
    }
  }

  /** Leaves lists to `deleteUnused`, except those that a source has by now. If this fails, the next gateway does it. */
  async function abandon(lists: readonly ContactList[]): Promise<void> {
    const ids = lists.flatMap(({ id }) => id ?? [])
    if (ids.length === 0) return
    await deps.store
      .updateTable('contact_lists')
      .set({ gateway: null })
      .where('id', 'in', ids)
      .execute()
      .catch((error: unknown) => log.error({ error: String(error) }, 'could not delete a list of people'))
  }

  /** Deletes the people of a list. */
  async function deletePeople(id: number): Promise<void> {
    const { store } = deps
    const slice = store.selectFrom('contacts').select('number').where('list', '=', id).limit(rowsPerSlice)
    for (let deletedRows = 1n; deletedRows > 0n; ) {
      const deletion = store.deleteFrom('contacts').where('list', '=', id).where('number', 'in', slice)
      deletedRows = (await deletion.executeTakeFirstOrThrow()).numDeletedRows
      await yieldToEventLoop()
    }
  }

  return {
    deletePeople,

    /**
     * Writes long lists, then records their sources. A list whose source was not recorded is deleted.
     *
     * @param record a transaction that calls `take` for each list, or none of them
     */
    async writeBefore<T>(lists: readonly ContactList[], record: () => Promise<T>): Promise<T> {
      const longLists = lists.filter(({ hashes }) => hashes.length > rowsPerSlice)
      try {
        for (const list of longLists) {
          // In no transaction, since `write` itself checks whether the list is still this gateway's.
          await cluster.assertMember(deps.store)
          list.id = await begin(deps.store)
          await write(deps.store, list.id, list.hashes)
        }
        return await record()
      } finally {
        await abandon(longLists)
      }
    },

    /** Makes a list the list of a source, in the transaction that records it. Writes it, unless `writeBefore` did. @returns its id */
    async take(store: Store, list: ContactList): Promise<number> {
      const id = list.id ?? (await begin(store))
      if (list.id === undefined) await write(store, id, list.hashes)
      const { numDeletedRows } = await store
        .deleteFrom('contact_lists')
        .where('id', '=', id)
        .where('gateway', '=', cluster.number)
        .executeTakeFirstOrThrow()
      // guard: deleted-list-has-no-source
      if (numDeletedRows === 0n) throw new ListLost()
      return id
    },

    /** Leaves lists of ended gateways to `deleteUnused`. @param numbers of the gateways, from `Cluster.onTakeOver` */
    async takeOver(numbers: readonly number[]): Promise<void> {
      await deps.store.updateTable('contact_lists').set({ gateway: null }).where(hasNoOwner(numbers)).execute()
    },

    /** Deletes the lists that were written for a source that was not recorded. */
    async deleteUnused(): Promise<void> {
      const unused = await deps.store.selectFrom('contact_lists').select('id').where('gateway', 'is', null).execute()
      for (const { id } of unused) {
        await deletePeople(id)
        await deps.store.deleteFrom('contact_lists').where('id', '=', id).execute()
      }
    },
  }
}
