/** Migration: finds the first recorded call of a workspace without reading the calls of others. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const firstCalls: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.createIndex('call_facts_first').on('call_facts').columns(['workspace', 'at']).execute()
  },
}
