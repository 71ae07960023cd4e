/** Steps of the gateway's tables: invitations that name a person, and who made them. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const invitationsByEmail: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('links').addColumn('email', 'text').execute()
  },
}

export const invitationsByMaker: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('links').addColumn('made_by', 'text').execute()
    await db.schema.alterTable('links').addColumn('made_at', 'bigint').execute()
  },
}
