/** Migration: notes and tags of the team on kept calls. They are deleted with their call, also by a gateway of an earlier version. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const callNotes: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('call_notes')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('workspace', 'text', (column) => column.notNull())
      .addColumn('room_name', 'text', (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('operator_id', 'text', (column) => column.notNull())
      .addColumn('operator', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addForeignKeyConstraint(
        'call_notes_call',
        ['workspace', 'room_name'],
        'kept_calls',
        ['workspace', 'room_name'],
        (constraint) => constraint.onDelete('cascade'),
      )
      .execute()
    await db.schema.createIndex('call_notes_room').on('call_notes').columns(['workspace', 'room_name', 'at']).execute()
    await db.schema
      .createTable('call_tags')
      .addColumn('workspace', 'text', (column) => column.notNull())
      .addColumn('room_name', 'text', (column) => column.notNull())
      .addColumn('folded', 'text', (column) => column.notNull())
      .addColumn('tag', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('call_tags_key', ['workspace', 'room_name', 'folded'])
      .addForeignKeyConstraint(
        'call_tags_call',
        ['workspace', 'room_name'],
        'kept_calls',
        ['workspace', 'room_name'],
        (constraint) => constraint.onDelete('cascade'),
      )
      .execute()
    await db.schema
      .createIndex('call_tags_calls')
      .on('call_tags')
      .columns(['workspace', 'folded', 'room_name'])
      .execute()
  },
}
