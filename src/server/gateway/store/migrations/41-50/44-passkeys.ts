/** Migration: passkeys, a second way for operators to sign in. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const passkeys: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('passkeys')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('credential', 'text', (column) => column.notNull().unique())
      .addColumn('operator_id', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('public_key', 'text', (column) => column.notNull())
      .addColumn('algorithm', 'integer', (column) => column.notNull())
      .addColumn('counter', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('last_used_at', 'bigint')
      .execute()
    await db.schema.createIndex('passkeys_operator').on('passkeys').column('operator_id').execute()
  },
}
