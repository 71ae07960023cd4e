/** Migration: how many requests were sent to the service, by minute and by hour. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const requestCounts: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('request_counts')
      .addColumn('span', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('lane', 'text', (column) => column.notNull())
      .addColumn('page', 'text', (column) => column.notNull())
      .addColumn('operator_id', 'text', (column) => column.notNull())
      .addColumn('requests', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('request_counts_key', ['span', 'at', 'lane', 'page', 'operator_id'])
      .execute()
  },
}
