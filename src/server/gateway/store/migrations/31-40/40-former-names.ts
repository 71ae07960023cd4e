/** Migration: the names that operators had before, so that the audit of an operator includes them. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const formerNames: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('former_names')
      .addColumn('operator_id', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('former_names_key', ['operator_id', 'name'])
      .execute()
  },
}
