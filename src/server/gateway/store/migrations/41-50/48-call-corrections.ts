/** Migration: what people say came of calls, instead of what was seen. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const callCorrections: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('call_corrections')
      .addColumn('room_name', 'text', (column) => column.primaryKey())
      .addColumn('call_id', 'text')
      .addColumn('outcome', 'text', (column) => column.notNull())
      .addColumn('seen', 'text')
      .addColumn('operator_id', 'text', (column) => column.notNull())
      .addColumn('operator', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .execute()
    const index = (column: string) =>
      db.schema.createIndex(`call_corrections_${column}`).on('call_corrections').column(column).execute()
    await index('call_id')
    await index('at')
  },
}
