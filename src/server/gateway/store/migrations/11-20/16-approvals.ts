/** Migration: starts that wait for approval by a second person. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const approvals: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('approvals')
      .addColumn('effect_id', 'text', (column) => column.primaryKey().references('effects.id'))
      .addColumn('workspace', 'text', (column) => column.notNull())
      .addColumn('target', 'text', (column) => column.notNull())
      .addColumn('print', 'text', (column) => column.notNull())
      .addColumn('fields', 'text', (column) => column.notNull())
      .addColumn('file', 'text', (column) => column.notNull())
      .addColumn('calls', 'integer', (column) => column.notNull())
      .addColumn('operator_id', 'text', (column) => column.notNull())
      .addColumn('operator', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('until', 'bigint', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('start_id', 'text', (column) => column.references('effects.id'))
      .addColumn('problem', 'text')
      .addColumn('decided_by', 'text')
      .addColumn('decided_at', 'bigint')
      .addColumn('reason', 'text')
      .execute()
  },
}
