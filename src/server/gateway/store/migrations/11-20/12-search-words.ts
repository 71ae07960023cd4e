/** Migration: names and IDs folded for search, without accents and in lower case. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { foldText } from '#contract/index.ts'

/** The columns that this migration reads and writes, as they are before later migrations. */
interface Tables {
  seen: { kind: string; id: string; title: string; words: string }
  known_batches: { batch_id: string; name: string; words: string }
}

export const searchWords: Migration = {
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
        .set({ words: foldText(`${title} ${id}`) })
        .where('kind', '=', kind)
        .where('id', '=', id)
        .execute()
    for (const { batch_id, name } of await store.selectFrom('known_batches').select(['batch_id', 'name']).execute())
      await store
        .updateTable('known_batches')
        .set({ words: foldText(`${name} ${batch_id}`) })
        .where('batch_id', '=', batch_id)
        .execute()
  },
}
