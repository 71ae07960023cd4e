/** Migration: the risks of a draft that its reviewer confirmed. Decisions that are held meanwhile have confirmed none. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const confirmedRisks: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('decisions').addColumn('confirmed_risks', 'text').execute()
  },
}
