/** A step of the gateway's tables: invitations that name a person. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const invitationsByEmail: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('links').addColumn('email', 'text').execute()
  },
}
