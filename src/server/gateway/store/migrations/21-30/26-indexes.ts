/**
 * Migration: indexes, so that lists, searches and the start of the gateway do not read whole tables. Three derived tables contain what an
 * index cannot. Triggers maintain them, so that an earlier version that runs at the same time updates them too.
 */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isSqlite } from '#server/database/open.ts'

type Db = Kysely<unknown>

const runStatements = async (db: Db, ...statements: string[]): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

interface Trigger {
  name: string
  table: string
  /** The SQL event: `insert`, or `update of …`. */
  event: string
  /** An SQL condition on the row, valid in PostgreSQL and SQLite. */
  condition?: string
  /** SQL statements, each with its semicolon. */
  statements: string
}

/** Creates a trigger that runs statements after each written row. */
async function createTrigger(db: Db, { name, table, event, condition, statements }: Trigger): Promise<void> {
  const triggerHead = `create trigger ${name} after ${event} on ${table} for each row ${condition ? `when (${condition})` : ''}`
  if (isSqlite(db)) return runStatements(db, `${triggerHead} begin ${statements} end`)
  await runStatements(
    db,
    `create function ${name}() returns trigger language plpgsql as $$ begin ${statements} return null; end $$`,
    `${triggerHead} execute function ${name}()`,
  )
}

/** Indexes for reading the audit log by time and by each of its filters. */
async function createAuditIndexes(db: Db): Promise<void> {
  const withoutRowid = isSqlite(db) ? 'without rowid' : ''
  const insertEndpointRow = `insert into history_endpoints (endpoint, at, seq)
    select e.endpoint, new.at, new.seq from effects as e where e.id = new.effect_id;`
  // On PostgreSQL a pattern extracts the IDs, because parsing invalid JSON would fail and prevent the effect from being recorded.
  const idsIn = (row: string) =>
    isSqlite(db)
      ? `json_each(${row}.ids) as i where i.type = 'text'`
      : `regexp_matches(${row}.ids, '":"([A-Za-z0-9_-]+)"', 'g') as i (value)`
  const value = isSqlite(db) ? 'i.value' : 'i.value[1]'
  await runStatements(
    db,
    'create index history_at on history (at, seq)',
    'create index history_operator on history (operator, at, seq)',
    'create index history_state on history (state, at, seq)',
    `create table history_endpoints (endpoint text not null, at bigint not null, seq bigint not null,
      primary key (endpoint, at, seq)) ${withoutRowid}`,
    `insert into history_endpoints (endpoint, at, seq)
     select e.endpoint, h.at, h.seq from history as h join effects as e on e.id = h.effect_id`,
    `create table effect_things (thing text not null, effect_id text not null, primary key (thing, effect_id)) ${withoutRowid}`,
    `insert into effect_things (thing, effect_id) select distinct ${value}, e.id from effects as e, ${idsIn('e')}`,
    'create index placed_calls_room on placed_calls (room_name)',
    'create index placed_calls_call on placed_calls (call_id)',
  )
  await createTrigger(db, {
    name: 'history_endpoint',
    table: 'history',
    event: 'insert',
    statements: insertEndpointRow,
  })
  await createTrigger(db, {
    name: 'effects_things',
    table: 'effects',
    event: 'insert',
    statements: `insert into effect_things (thing, effect_id) select distinct ${value}, new.id from ${idsIn('new')};`,
  })
}

/** Adds to each batch the time of the newest batch of its launch, so that an index can list launches in order. */
async function createLaunchIndexes(db: Db): Promise<void> {
  const newestOf = (launch: string) =>
    `(select max(coalesce(b.started_at, b.seen_at)) from known_batches as b where b.launch_id = ${launch})`
  await runStatements(
    db,
    'alter table known_batches add column launch_at bigint not null default 0',
    `update known_batches set launch_at = ${newestOf('known_batches.launch_id')}`,
    'create index known_batches_newest on known_batches (launch_at desc, launch_id)',
    'create index known_batches_agent on known_batches (agent_id, launch_at desc, launch_id)',
    'create index known_batches_starter on known_batches (started_by, launch_at desc, launch_id)',
    'create index known_batches_starter_agent on known_batches (started_by, agent_id, launch_at desc, launch_id)',
    'create index known_batches_running on known_batches (launch_id) where complete = 0',
    'create index known_batches_seen on known_batches (seen_at)',
  )
  const updateLaunch = `update known_batches set launch_at = ${newestOf('new.launch_id')} where launch_id = new.launch_id;`
  await createTrigger(db, {
    name: 'known_batches_added',
    table: 'known_batches',
    event: 'insert',
    statements: updateLaunch,
  })
  await createTrigger(db, {
    name: 'known_batches_moved',
    table: 'known_batches',
    event: 'update of launch_id, started_at, seen_at',
    condition:
      'old.launch_id <> new.launch_id or coalesce(old.started_at, old.seen_at) <> coalesce(new.started_at, new.seen_at)',
    statements: updateLaunch,
  })
}

/**
 * Indexes words and numbers by trigrams. SQLite uses a full-text index, whose entries are numbered. PostgreSQL uses indexes that need its
 * extension `pg_trgm`. If this user is not allowed to create the extension, a search for rare words still reads whole tables.
 */
async function createSearchIndexes(db: Db): Promise<void> {
  await runStatements(db, 'create index seen_at on seen (at)')
  const trigrams = [
    ['seen', 'words'],
    ['seen', 'digits'],
    ['known_batches', 'words'],
  ] as const
  if (!isSqlite(db)) {
    const indexes = trigrams.map(
      ([table, column]) =>
        `execute format('create index ${table}_${column} on ${table} using gin (${column} %I.gin_trgm_ops)', home);`,
    )
    return runStatements(
      db,
      `do $$ declare home text; begin
        create extension if not exists pg_trgm;
        select n.nspname into home from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm';
        ${indexes.join(' ')}
      exception when others then raise notice 'pg_trgm: %', sqlerrm; end $$`,
    )
  }
  await runStatements(
    db,
    'create table search_entries (number integer primary key, kind text not null, id text not null, unique (kind, id))',
  )
  const sources = [
    { table: 'seen', kind: 'kind', id: 'id', digits: 'digits', changing: 'words, digits' },
    { table: 'known_batches', kind: `'batch'`, id: 'batch_id', digits: `''`, changing: 'words' },
  ]
  for (const { table, kind, id, digits, changing } of sources) {
    const columnOf = (row: string, column: string) => (column.startsWith(`'`) ? column : `${row}.${column}`)
    const numberOf = (row: string) =>
      `(select number from search_entries where kind = ${columnOf(row, kind)} and id = ${columnOf(row, id)})`
    const insertLetters = `insert into ${table}_letters (rowid, words, digits) values (${numberOf('new')}, new.words, ${columnOf('new', digits)});`
    await runStatements(
      db,
      `create virtual table ${table}_letters using fts5(words, digits, content = '', tokenize = 'trigram')`,
      `insert into search_entries (kind, id) select ${kind}, ${id} from ${table}`,
      `insert into ${table}_letters (rowid, words, digits)
       select e.number, t.words, ${columnOf('t', digits)} from ${table} as t
       join search_entries as e on e.kind = ${columnOf('t', kind)} and e.id = ${columnOf('t', id)}`,
    )
    await createTrigger(db, {
      name: `${table}_found`,
      table,
      event: 'insert',
      statements: `insert into search_entries (kind, id) values (${columnOf('new', kind)}, ${columnOf('new', id)}); ${insertLetters}`,
    })
    await createTrigger(db, {
      name: `${table}_renamed`,
      table,
      event: `update of ${changing}`,
      condition: `old.words <> new.words or ${columnOf('old', digits)} <> ${columnOf('new', digits)}`,
      statements: `insert into ${table}_letters (${table}_letters, rowid, words, digits)
        values ('delete', ${numberOf('old')}, old.words, ${columnOf('old', digits)}); ${insertLetters}`,
    })
  }
}

export const indexes: Migration = {
  async up(db: Db) {
    await createAuditIndexes(db)
    await createLaunchIndexes(db)
    await createSearchIndexes(db)
    await runStatements(
      db,
      'create index known_conversations_seen on known_conversations (seen_at)',
      'create index answers_at on answers (at)',
      'create index decisions_second on decisions (second_id)',
      // Decisions whose outcome is, or may have to be, shown to the reviewer.
      'create index decisions_not_dismissed on decisions (effect_id) where dismissed = 0 and (sent is null or sent = 0 or refusal is not null)',
      'create index contact_sources_at on contact_sources (at)',
      `create index contact_sources_waiting on contact_sources (kind, ended_at) where kind in ('rest', 'approval')`,
    )
  },
}
