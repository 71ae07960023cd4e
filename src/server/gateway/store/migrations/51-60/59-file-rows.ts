/** Migration: the numbers that the rows of a start have in the file that a person chose. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const fileRows: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('started_file_rows')
      .addColumn('start_id', 'text', (column) => column.primaryKey())
      .addColumn('file_rows', 'text', (column) => column.notNull())
      .execute()
    await db.schema.alterTable('prepared_batches').addColumn('file_rows', 'text').execute()
    await db.schema.alterTable('approvals').addColumn('file_rows', 'text').execute()
  },
}
