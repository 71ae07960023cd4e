/** Migration: a rejection can ask for a new draft. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const newDrafts: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('decisions').addColumn('redraft', 'text').execute()
    await db.schema.alterTable('decisions').addColumn('redrafted', 'integer').execute()
  },
}
