/** Migrations: an invitation's e-mail address; who created an invitation, and when. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const invitationEmail: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('links').addColumn('email', 'text').execute()
  },
}

export const invitationCreator: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('links').addColumn('made_by', 'text').execute()
    await db.schema.alterTable('links').addColumn('made_at', 'bigint').execute()
  },
}
