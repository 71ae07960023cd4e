/** Migration: recipients of a launch who are held back until a person confirms, after the first ten were called. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const launchRemainders: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('rests')
      .addColumn('effect_id', 'text', (column) => column.primaryKey().references('effects.id'))
      .addColumn('target', 'text', (column) => column.notNull())
      .addColumn('batch_id', 'text')
      .addColumn('start_id', 'text', (column) => column.references('effects.id'))
      .addColumn('fields', 'text', (column) => column.notNull())
      .addColumn('file', 'text', (column) => column.notNull())
      .addColumn('calls', 'integer', (column) => column.notNull())
      .addColumn('operator', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .execute()
  },
}
