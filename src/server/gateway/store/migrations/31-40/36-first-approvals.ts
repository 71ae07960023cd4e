/** Migration: approvals by the first of two reviewers. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const firstApprovals: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('first_approvals')
      .addColumn('workspace', 'text', (column) => column.notNull())
      .addColumn('conversation_id', 'text', (column) => column.notNull())
      .addColumn('message_id', 'text', (column) => column.notNull())
      .addColumn('text_hash', 'text', (column) => column.notNull())
      .addColumn('edited_message', 'text')
      .addColumn('last_inbound', 'text', (column) => column.notNull())
      .addColumn('operator_id', 'text', (column) => column.notNull())
      .addColumn('operator', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('first_approvals_message', ['workspace', 'message_id'])
      .execute()
    await db.schema.createIndex('first_approvals_at').on('first_approvals').column('at').execute()
  },
}
