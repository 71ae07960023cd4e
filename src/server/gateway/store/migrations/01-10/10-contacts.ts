/** Migration: the people who were or will be called, as keyed hashes, and the batches of unknown starts. */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isSqlite } from '#server/database/open.ts'

/**
 * `contacts` may hold ten million rows. It is clustered by number, so that a lookup reads one page. Its rows have two short
 * values; the rest is in `contact_sources`, one row for each start or call.
 */
export const contacts: Migration = {
  async up(db: Kysely<unknown>) {
    const { schema } = db
    const id = isSqlite(db)
      ? sql`integer primary key autoincrement`
      : sql`bigint generated always as identity primary key`
    await sql`create table contact_sources (id ${id}, effect_id text not null references effects (id), kind text not null,
      at bigint not null, ended_at bigint not null)`.execute(db)
    await schema.createIndex('contact_sources_effect').on('contact_sources').column('effect_id').execute()
    await schema.createIndex('contact_sources_ended').on('contact_sources').column('ended_at').execute()
    const number = isSqlite(db) ? sql`text` : sql`text collate "C"`
    await sql`create table contacts (number ${number} not null, source bigint not null, primary key (number, source))
      ${isSqlite(db) ? sql`without rowid` : sql``}`.execute(db)
    await schema.createIndex('contacts_source').on('contacts').column('source').execute()
    await schema.createIndex('known_batches_effect').on('known_batches').column('effect_id').execute()
    await schema
      .createTable('start_subjects')
      .addColumn('effect_id', 'text', (column) => column.primaryKey().references('effects.id'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('calls', 'integer', (column) => column.notNull())
      .addColumn('numbers', 'text', (column) => column.notNull())
      .execute()
  },
}
