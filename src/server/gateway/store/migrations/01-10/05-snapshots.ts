/** Migration: the last answer to each read of the service. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const snapshots: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('last_read')
      .addColumn('read', 'text', (column) => column.primaryKey())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('last_read_at').on('last_read').column('at').execute()
  },
}
