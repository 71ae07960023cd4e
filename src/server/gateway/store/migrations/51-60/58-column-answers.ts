/** Migration: what people said about columns of their files. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const columnAnswers: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('column_answers')
      .addColumn('workspace', 'text', (column) => column.notNull())
      .addColumn('header', 'text', (column) => column.notNull())
      .addColumn('place', 'integer', (column) => column.notNull())
      .addColumn('answer', 'text', (column) => column.notNull())
      .addColumn('operator', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('column_answers_key', ['workspace', 'header', 'place'])
      .execute()
    await db.schema.createIndex('column_answers_at').on('column_answers').columns(['workspace', 'at']).execute()
  },
}
