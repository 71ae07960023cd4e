/** A step of the gateway's tables: names and ids as search compares them, without accents and in lower case. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { wordsOf } from '../../registry/search-index.ts'
import type { Tables } from '../store.ts'

export const searchWordsColumns: Migration = {
  async up(db: Kysely<unknown>) {
    for (const table of ['seen', 'known_batches'])
      await db.schema
        .alterTable(table)
        .addColumn('words', 'text', (column) => column.notNull().defaultTo(''))
        .execute()
    const store = db as Kysely<Tables>
    for (const { kind, id, title } of await store.selectFrom('seen').select(['kind', 'id', 'title']).execute())
      await store
        .updateTable('seen')
        .set({ words: wordsOf({ title, id }) })
        .where('kind', '=', kind)
        .where('id', '=', id)
        .execute()
    for (const { batch_id, name } of await store.selectFrom('known_batches').select(['batch_id', 'name']).execute())
      await store
        .updateTable('known_batches')
        .set({ words: wordsOf({ title: name, id: batch_id }) })
        .where('batch_id', '=', batch_id)
        .execute()
  },
}
