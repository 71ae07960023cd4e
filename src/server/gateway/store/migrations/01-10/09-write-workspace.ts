/** Migration: the workspace of a request that changes a messaging agent or message flow. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const writeWorkspace: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('writes').addColumn('workspace', 'text').execute()
  },
}
