/** A step of the gateway's tables: when the service was last read for an unknown effect; deleted when the effect is settled. */
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
