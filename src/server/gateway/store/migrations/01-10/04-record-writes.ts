/** The fourth step of the gateway's tables: what was sent to agents and flows, for as long as nobody knows what became of it. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const fourth: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('writes')
      .addColumn('effect_id', 'text', (column) => column.primaryKey().references('effects.id'))
      .addColumn('params', 'text', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .execute()
  },
}
