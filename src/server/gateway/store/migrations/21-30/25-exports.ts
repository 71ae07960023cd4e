/** Migration: exports, so that every gateway can list and continue them and serve their files. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const exports: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('exports')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('gateway', 'bigint', (column) => column.notNull())
      .addColumn('batch_id', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('form', 'text', (column) => column.notNull())
      .addColumn('operator_id', 'text', (column) => column.notNull())
      .addColumn('operator', 'text', (column) => column.notNull())
      .addColumn('page', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('read', 'bigint', (column) => column.notNull())
      .addColumn('rows', 'bigint', (column) => column.notNull())
      .addColumn('total', 'bigint')
      .addColumn('message', 'text', (column) => column.notNull())
      .addColumn('ended_at', 'bigint')
      .addColumn('file', 'text')
      .execute()
    await db.schema.createIndex('exports_operator').on('exports').columns(['operator_id', 'batch_id']).execute()
  },
}
