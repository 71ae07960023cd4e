/** A step of the gateway's tables: whether the owner of a decision has dismissed its outcome. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const dismissedDecisions: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('decisions')
      .addColumn('dismissed', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
  },
}
