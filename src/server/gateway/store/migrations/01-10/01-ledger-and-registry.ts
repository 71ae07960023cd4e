/** Migration: the ledger (append-only), the log of sent requests, known batches, the search index and invitation links. */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isSqlite } from '#server/database/open.ts'

/** Creates triggers that refuse updates and deletions in a table. */
async function makeAppendOnly(db: Kysely<unknown>, table: string): Promise<void> {
  if (isSqlite(db)) {
    for (const change of ['UPDATE', 'DELETE']) {
      await sql
        .raw(
          `CREATE TRIGGER ${table}_no_${change.toLowerCase()} BEFORE ${change} ON ${table}
           BEGIN SELECT RAISE(ABORT, '${table} only grows'); END`,
        )
        .execute(db)
    }
    return
  }
  await sql
    .raw(
      `CREATE OR REPLACE FUNCTION only_grows() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN RAISE EXCEPTION '% only grows', TG_TABLE_NAME; END $$`,
    )
    .execute(db)
  await sql
    .raw(
      `CREATE TRIGGER ${table}_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON ${table}
       FOR EACH STATEMENT EXECUTE FUNCTION only_grows()`,
    )
    .execute(db)
}

/** The type of a primary key that the database increments. */
const autoIncrementKey = (db: Kysely<unknown>) =>
  isSqlite(db) ? sql`integer primary key autoincrement` : sql`bigint generated always as identity primary key`

export const ledgerAndRegistry: Migration = {
  async up(db: Kysely<unknown>) {
    const { schema } = db
    await schema
      .createTable('settings')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('value', 'text', (column) => column.notNull())
      .execute()
    await sql`create table sends (seq ${autoIncrementKey(db)}, at bigint not null, lane text not null, page text not null,
      operator text not null)`.execute(db)
    await schema.createIndex('sends_at').on('sends').column('at').execute()
    await schema
      .createTable('effects')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('endpoint', 'text', (column) => column.notNull())
      .addColumn('ids', 'text', (column) => column.notNull())
      .addColumn('target', 'text')
      .addColumn('key', 'text', (column) => column.notNull().unique())
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('operator_id', 'text', (column) => column.notNull())
      .addColumn('operator', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .execute()
    await schema.createIndex('effects_at').on('effects').column('at').execute()
    await schema.createIndex('effects_target').on('effects').columns(['target', 'at']).execute()
    await sql`create table history (seq ${autoIncrementKey(db)}, effect_id text not null references effects (id),
      state text not null, at bigint not null, operator text, happened integer, reason text)`.execute(db)
    await schema.createIndex('history_effect').on('history').columns(['effect_id', 'seq']).execute()
    await schema
      .createTable('live_targets')
      .addColumn('target', 'text', (column) => column.primaryKey())
      .addColumn('effect_id', 'text', (column) => column.notNull().references('effects.id'))
      .addColumn('batch_id', 'text')
      .execute()
    await schema
      .createTable('answers')
      .addColumn('effect_id', 'text', (column) => column.primaryKey().references('effects.id'))
      .addColumn('status', 'integer', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .execute()
    await schema
      .createTable('known_batches')
      .addColumn('batch_id', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('agent_id', 'text')
      .addColumn('started_by', 'text')
      .addColumn('started_at', 'bigint')
      .addColumn('effect_id', 'text')
      .addColumn('seen_at', 'bigint', (column) => column.notNull())
      .addColumn('progress', 'text')
      .addColumn('progress_at', 'bigint')
      .addColumn('complete', 'integer', (column) => column.notNull())
      .execute()
    await schema
      .createTable('seen')
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('note', 'text', (column) => column.notNull())
      .addColumn('digits', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('seen_key', ['kind', 'id'])
      .execute()
    await schema
      .createTable('links')
      .addColumn('token', 'text', (column) => column.primaryKey())
      .addColumn('roles', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('used_at', 'bigint')
      .execute()
    await makeAppendOnly(db, 'effects')
    // guard: history-only-grows
    await makeAppendOnly(db, 'history')
  },
}
