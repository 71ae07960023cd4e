/** Migration: calls with their transcripts, kept after they ended. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const keptCalls: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('kept_calls')
      .addColumn('workspace', 'text', (column) => column.notNull())
      .addColumn('room_name', 'text', (column) => column.notNull())
      .addColumn('batch_id', 'text')
      .addColumn('call', 'text', (column) => column.notNull())
      .addColumn('lines', 'text', (column) => column.notNull())
      .addColumn('customer', 'text', (column) => column.notNull())
      .addColumn('phone', 'text', (column) => column.notNull())
      .addColumn('agent', 'text', (column) => column.notNull())
      .addColumn('sentiment', 'text', (column) => column.notNull())
      .addColumn('duration', 'bigint')
      .addColumn('line_count', 'bigint', (column) => column.notNull())
      .addColumn('words', 'text', (column) => column.notNull())
      .addColumn('first_seen_at', 'bigint', (column) => column.notNull())
      .addColumn('read_at', 'bigint', (column) => column.notNull())
      .addColumn('ended_at', 'bigint')
      .addPrimaryKeyConstraint('kept_calls_key', ['workspace', 'room_name'])
      .execute()
    await db.schema.createIndex('kept_calls_recent').on('kept_calls').columns(['workspace', 'first_seen_at']).execute()
    await db.schema.createIndex('kept_calls_old').on('kept_calls').columns(['workspace', 'read_at']).execute()
    await db.schema.createIndex('kept_calls_room').on('kept_calls').columns(['room_name']).execute()
  },
}
