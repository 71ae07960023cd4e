/** Migration: saved views, which are named filters of a page. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const savedViews: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('saved_views')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('workspace', 'text', (column) => column.notNull())
      .addColumn('page', 'text', (column) => column.notNull())
      .addColumn('owner_id', 'text', (column) => column.notNull())
      .addColumn('owner', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('folded_name', 'text', (column) => column.notNull())
      .addColumn('filters', 'text', (column) => column.notNull())
      .addColumn('is_shared', 'integer', (column) => column.notNull())
      .execute()
    await db.schema
      .createIndex('saved_views_name')
      .on('saved_views')
      .columns(['workspace', 'page', 'owner_id', 'folded_name'])
      .unique()
      .execute()
  },
}
