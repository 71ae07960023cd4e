/** Migration: the do-not-call list of each workspace. */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isSqlite } from '#server/database/open.ts'

/**
 * `do_not_call` may hold millions of rows. It is clustered by workspace and number, so that a lookup reads one page. What the
 * numbers of one import have in common is in `do_not_call_additions`.
 */
export const doNotCall: Migration = {
  async up(db: Kysely<unknown>) {
    const { schema } = db
    const id = isSqlite(db)
      ? sql`integer primary key autoincrement`
      : sql`bigint generated always as identity primary key`
    await sql`create table do_not_call_additions (id ${id}, workspace text not null, operator text not null, at bigint not null,
      reason text not null, source_kind text not null, source_name text, source_id text)`.execute(db)
    const text = isSqlite(db) ? sql`text` : sql`text collate "C"`
    await sql`create table do_not_call (workspace ${text} not null, number ${text} not null, last_two text not null,
      addition bigint not null, until bigint not null, removed_at bigint, primary key (workspace, number))
      ${isSqlite(db) ? sql`without rowid` : sql``}`.execute(db)
    // The index includes `removed_at`, so that SQLite can count and page without reading the table.
    await sql`create index do_not_call_newest on do_not_call (workspace, addition desc, number, removed_at) where removed_at is null`.execute(
      db,
    )
    await sql`create index do_not_call_removed on do_not_call (removed_at) where removed_at is not null`.execute(db)
    await schema
      .createTable('do_not_call_version')
      .addColumn('version', 'bigint', (column) => column.notNull())
      .execute()
    await sql`insert into do_not_call_version (version) values (0)`.execute(db)
  },
}
