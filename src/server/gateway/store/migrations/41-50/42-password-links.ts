/** Migration: one-time links with which operators choose a new password. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const passwordLinks: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('password_links')
      .addColumn('operator_id', 'text', (column) => column.primaryKey())
      .addColumn('token', 'text', (column) => column.notNull().unique())
      .addColumn('made_by', 'text', (column) => column.notNull())
      .addColumn('made_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute()
  },
}
