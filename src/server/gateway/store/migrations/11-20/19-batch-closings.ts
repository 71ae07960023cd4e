/** Migration: when each batch must be cancelled because calling hours end, and who then starts a batch with the remaining people. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const batchClosings: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('batch_closings')
      .addColumn('start_id', 'text', (column) => column.primaryKey().references('effects.id'))
      .addColumn('closes_at', 'bigint', (column) => column.notNull())
      .addColumn('place', 'text', (column) => column.notNull())
      .addColumn('after_hours', 'text', (column) => column.notNull())
      .addColumn('fields', 'text', (column) => column.notNull())
      .addColumn('target', 'text', (column) => column.notNull())
      .addColumn('workspace', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('attempt', 'integer', (column) => column.notNull())
      .addColumn('cancel_id', 'text', (column) => column.references('effects.id'))
      .addColumn('cancelled_at', 'bigint')
      .addColumn('problem', 'text')
      .execute()
    await db.schema.createIndex('batch_closings_state').on('batch_closings').columns(['state', 'closes_at']).execute()
  },
}
