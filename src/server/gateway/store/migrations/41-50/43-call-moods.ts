/** Migration: the sentiment of each kept call over time. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const callMoods: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('kept_calls').addColumn('moods', 'text').execute()
  },
}
