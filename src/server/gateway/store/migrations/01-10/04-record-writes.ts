/** Migration: the requests that change agents and flows, stored until their outcome is known. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const recordWrites: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('writes')
      .addColumn('effect_id', 'text', (column) => column.primaryKey().references('effects.id'))
      .addColumn('params', 'text', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .execute()
  },
}
