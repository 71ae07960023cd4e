/** A step of the gateway's tables: the workspace in which a messaging agent or message flow was written. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const workspacesOfWrites: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('writes').addColumn('workspace', 'text').execute()
  },
}
