/** Migration: whether the reviewer has dismissed the outcome of a decision. */
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
