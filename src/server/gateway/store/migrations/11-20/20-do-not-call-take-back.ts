/** Migration: the data for undoing an addition to the do-not-call list. */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isSqlite } from '#server/database/open.ts'

/** `do_not_call_replaced` contains the entries that an addition replaced, as long as the addition can be undone. */
export const doNotCallTakeBack: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('do_not_call_additions').addColumn('operator_id', 'text').execute()
    const text = isSqlite(db) ? sql`text` : sql`text collate "C"`
    await sql`create table do_not_call_replaced (addition bigint not null, number ${text} not null, was_addition bigint not null,
      was_until bigint not null, at bigint not null, primary key (addition, number))
      ${isSqlite(db) ? sql`without rowid` : sql``}`.execute(db)
  },
}
