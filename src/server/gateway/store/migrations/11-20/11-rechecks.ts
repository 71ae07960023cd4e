/** Migration: when the service was last checked for an effect with an unknown outcome. Deleted when the effect is settled. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const rechecks: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('rechecks')
      .addColumn('effect_id', 'text', (column) => column.primaryKey().references('effects.id'))
      .addColumn('at', 'bigint', (column) => column.notNull())
      .execute()
  },
}
