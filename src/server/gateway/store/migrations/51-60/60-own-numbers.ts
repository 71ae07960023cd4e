/** Migration: the operators' own phone numbers, to which test calls go. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const ownNumbers: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('own_numbers')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('operator_id', 'text', (column) => column.notNull())
      .addColumn('number', 'text', (column) => column.notNull())
      .addColumn('added_at', 'bigint', (column) => column.notNull())
      .addColumn('confirmed_by', 'text')
      .addColumn('confirmed_at', 'bigint')
      .addUniqueConstraint('own_numbers_key', ['operator_id', 'number'])
      .execute()
  },
}
