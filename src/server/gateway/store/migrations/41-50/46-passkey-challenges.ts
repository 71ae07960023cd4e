/** Migration: the challenges that passkeys have answered. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const passkeyChallenges: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('passkey_challenges')
      .addColumn('challenge', 'text', (column) => column.primaryKey())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute()
  },
}
