/**
 * The gateway's tables: one set for the embedded database and PostgreSQL. Ids are text, times epoch milliseconds, structured
 * values JSON text, yes and no 1 and 0. `effects` and `history` can only grow; the database itself refuses anything else.
 */
import { type Generated, type Kysely, SqliteAdapter, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { openDatabase } from '#server/database/open.ts'
import { second } from './second-tables.ts'

/** What was asked for, once for each intention. Ids and keyed hashes; no numbers, no texts. */
export interface EffectRow {
  id: string
  endpoint: string
  /** JSON of ids by name. */
  ids: string
  target: string | null
  /** Keyed hash of the Idempotency-Key and the operator. */
  key: string
  /** Keyed hash of all that was to be sent. */
  body: string
  operator_id: string
  operator: string
  at: number
}

/** What became of it, step by step. The audit is these two tables. */
export interface HistoryRow {
  seq: Generated<number>
  effect_id: string
  state: string
  at: number
  /** null: Switchboard itself. */
  operator: string | null
  happened: number | null
  reason: string | null
}

export interface Tables {
  settings: { name: string; value: string }
  sends: { seq: Generated<number>; at: number; lane: string; page: string; operator: string }
  effects: EffectRow
  history: HistoryRow
  /** Targets that may not be touched by a second effect now. */
  live_targets: { target: string; effect_id: string; batch_id: string | null }
  /** The final answer of an effect, for whoever asks again with its key; deleted after a day. */
  answers: { effect_id: string; status: number; body: string; at: number }
  known_batches: {
    batch_id: string
    name: string
    agent_id: string | null
    started_by: string | null
    started_at: number | null
    effect_id: string | null
    /** When the team first saw it. */
    seen_at: number
    progress: string | null
    progress_at: number | null
    complete: number
  }
  /** Agents, flows, calls and conversations that the team has seen, as search finds them. */
  seen: { kind: string; id: string; title: string; note: string; digits: string; at: number }
  links: { token: string; roles: string; expires_at: number; used_at: number | null }
  /** When an operator last did something. */
  operators_seen: { operator_id: string; at: number }
  /** Who has which draft in front of them. */
  claims: {
    conversation_id: string
    message_id: string
    operator_id: string
    operator: string
    editing: number
    until: number
  }
  /** What is to be sent by a decision, and what was answered; deleted a day after its end. */
  decisions: DecisionTable
  /** Conversations that the team has seen: these are looked at for drafts. */
  known_conversations: { workspace: string; conversation_id: string; seen_at: number }
  /** Calls that the team placed. A row without a call's id is one whose outcome nobody knows (yet). */
  placed_calls: {
    effect_id: string
    /** Keyed hash of the number. */
    number: string
    to_number: string
    agent_id: string
    agent_name: string
    call_id: string | null
    room_name: string | null
    operator: string
    at: number
  }
}

export interface DecisionTable {
  effect_id: string
  /** The approval that follows an edit, once it is under way: an effect of its own. */
  second_id: string | null
  workspace: string
  conversation_id: string
  message_id: string
  action: string
  edited_message: string | null
  /** Of the text that was on the screen. */
  text_hash: string
  /** The customer's last message that the reviewer can have seen; '' if there was none. */
  last_inbound: string
  /** The customer's number or address. */
  sends_to: string | null
  /** 1 while it can be undone. Whoever sets it to 0 decides what becomes of it. */
  held: number
  sent: number | null
  /** JSON of RefusalData. */
  refusal: string | null
}
export type Store = Kysely<Tables>

export const isSqlite = <Any>(db: Kysely<Any>): boolean => db.getExecutor().adapter instanceof SqliteAdapter

async function onlyGrows(db: Kysely<unknown>, table: string): Promise<void> {
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

/** A number that the database counts up. */
const counted = (db: Kysely<unknown>) =>
  isSqlite(db) ? sql`integer primary key autoincrement` : sql`bigint generated always as identity primary key`

const first: Migration = {
  async up(db: Kysely<unknown>) {
    const { schema } = db
    await schema
      .createTable('settings')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('value', 'text', (column) => column.notNull())
      .execute()
    await sql`create table sends (seq ${counted(db)}, at bigint not null, lane text not null, page text not null,
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
    await sql`create table history (seq ${counted(db)}, effect_id text not null references effects (id),
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
    await onlyGrows(db, 'effects')
    await onlyGrows(db, 'history')
  },
}

/** Opens the gateway's store and brings its tables up to date. Throws DatabaseBusy like `openDatabase`. */
export const openStore = (where: { file: string } | { url: string }): Promise<Store> =>
  openDatabase<Tables>(where, {
    '2026-11-20 first tables': first,
    '2026-11-21 review and administration': second,
  })

/** A value that is made once and kept with the store. */
export async function keptSetting(store: Store, name: string, make: () => string): Promise<string> {
  await store
    .insertInto('settings')
    .values({ name, value: make() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const row = await store.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirstOrThrow()
  return row.value
}

/** Keeps a value, in place of the one before. */
export async function saveSetting(store: Store, name: string, value: string): Promise<void> {
  await store
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}
