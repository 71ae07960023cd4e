/** A step of the gateway’s tables: recipients that wait for a word after the first ten of their launch. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const rests: Migration = {
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
