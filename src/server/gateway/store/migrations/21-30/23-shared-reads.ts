/** Migration: reads that the gateways of one store share, and counts of the webhook events that any of them received. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const sharedReads: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('last_read').addColumn('refusal', 'text').execute()
    await db.schema.alterTable('last_read').addColumn('fingerprint', 'text').execute()
    await db.schema
      .createTable('reads_under_way')
      .addColumn('read', 'text', (column) => column.primaryKey())
      .addColumn('gateway', 'bigint', (column) => column.notNull())
      .addColumn('until', 'bigint', (column) => column.notNull())
      .addColumn('read_at', 'bigint')
      .execute()
    await db.schema
      .createTable('looks')
      .addColumn('gateway', 'bigint', (column) => column.primaryKey())
      .addColumn('looks', 'text', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('webhook_counts')
      .addColumn('minute', 'bigint', (column) => column.notNull())
      .addColumn('word', 'text', (column) => column.notNull())
      .addColumn('count', 'integer', (column) => column.notNull())
      .addColumn('last_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('webhook_counts_key', ['minute', 'word'])
      .execute()
  },
}
