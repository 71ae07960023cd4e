/**
 * A step of the gateway's tables: indexes, so that no list, search or start reads all that was ever recorded. What an index cannot hold
 * is in three small tables that triggers keep: whoever writes the ledger or the registry, also an earlier version beside this one, keeps
 * them right.
 */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isSqlite } from '#server/database/open.ts'

type Db = Kysely<unknown>

const run = async (db: Db, ...statements: string[]): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

interface Trigger {
  name: string
  table: string
  /** `insert`, or `update of …`. */
  on: string
  /** A condition on the row; in PostgreSQL and SQLite alike. */
  when?: string
  /** Statements, each with its semicolon. */
  work: string
}

/** Something to do after each row that is written. */
async function after(db: Db, { name, table, on, when, work }: Trigger): Promise<void> {
  const head = `create trigger ${name} after ${on} on ${table} for each row ${when ? `when (${when})` : ''}`
  if (isSqlite(db)) return run(db, `${head} begin ${work} end`)
  await run(
    db,
    `create function ${name}() returns trigger language plpgsql as $$ begin ${work} return null; end $$`,
    `${head} execute function ${name}()`,
  )
}

/** The audit is read by time, and by each of its filters. */
async function audit(db: Db): Promise<void> {
  const withoutRowid = isSqlite(db) ? 'without rowid' : ''
  const endpointOf = `insert into history_endpoints (endpoint, at, seq)
    select e.endpoint, new.at, new.seq from effects as e where e.id = new.effect_id;`
  // In PostgreSQL JSON is read by its form: a text that it does not take must not keep an effect from being recorded.
  const idsIn = (row: string) =>
    isSqlite(db)
      ? `json_each(${row}.ids) as i where i.type = 'text'`
      : `regexp_matches(${row}.ids, '":"([A-Za-z0-9_-]+)"', 'g') as i (value)`
  const value = isSqlite(db) ? 'i.value' : 'i.value[1]'
  await run(
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
  await after(db, { name: 'history_endpoint', table: 'history', on: 'insert', work: endpointOf })
  await after(db, {
    name: 'effects_things',
    table: 'effects',
    on: 'insert',
    work: `insert into effect_things (thing, effect_id) select distinct ${value}, new.id from ${idsIn('new')};`,
  })
}

/** Each batch has the moment of the newest batch of its launch, so that launches are listed in the order of an index. */
async function launches(db: Db): Promise<void> {
  const newestOf = (launch: string) =>
    `(select max(coalesce(b.started_at, b.seen_at)) from known_batches as b where b.launch_id = ${launch})`
  await run(
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
  const work = `update known_batches set launch_at = ${newestOf('new.launch_id')} where launch_id = new.launch_id;`
  await after(db, { name: 'known_batches_added', table: 'known_batches', on: 'insert', work })
  await after(db, {
    name: 'known_batches_moved',
    table: 'known_batches',
    on: 'update of launch_id, started_at, seen_at',
    when: 'old.launch_id <> new.launch_id or coalesce(old.started_at, old.seen_at) <> coalesce(new.started_at, new.seen_at)',
    work,
  })
}

/**
 * Words and numbers by groups of three letters. SQLite has them in an index of its own, whose entries are numbered; PostgreSQL in
 * indexes that need the extension `pg_trgm`, which comes with it. Where this user may not add it, a search for what is rare reads
 * everything, as before.
 */
async function search(db: Db): Promise<void> {
  await run(db, 'create index seen_at on seen (at)')
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
    return run(
      db,
      `do $$ declare home text; begin
        create extension if not exists pg_trgm;
        select n.nspname into home from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm';
        ${indexes.join(' ')}
      exception when others then raise notice 'pg_trgm: %', sqlerrm; end $$`,
    )
  }
  await run(
    db,
    'create table search_entries (number integer primary key, kind text not null, id text not null, unique (kind, id))',
  )
  const sources = [
    { table: 'seen', kind: 'kind', id: 'id', digits: 'digits', changing: 'words, digits' },
    { table: 'known_batches', kind: `'batch'`, id: 'batch_id', digits: `''`, changing: 'words' },
  ]
  for (const { table, kind, id, digits, changing } of sources) {
    const of = (row: string, column: string) => (column.startsWith(`'`) ? column : `${row}.${column}`)
    const numberOf = (row: string) =>
      `(select number from search_entries where kind = ${of(row, kind)} and id = ${of(row, id)})`
    const added = `insert into ${table}_letters (rowid, words, digits) values (${numberOf('new')}, new.words, ${of('new', digits)});`
    await run(
      db,
      `create virtual table ${table}_letters using fts5(words, digits, content = '', tokenize = 'trigram')`,
      `insert into search_entries (kind, id) select ${kind}, ${id} from ${table}`,
      `insert into ${table}_letters (rowid, words, digits)
       select e.number, t.words, ${of('t', digits)} from ${table} as t
       join search_entries as e on e.kind = ${of('t', kind)} and e.id = ${of('t', id)}`,
    )
    await after(db, {
      name: `${table}_found`,
      table,
      on: 'insert',
      work: `insert into search_entries (kind, id) values (${of('new', kind)}, ${of('new', id)}); ${added}`,
    })
    await after(db, {
      name: `${table}_renamed`,
      table,
      on: `update of ${changing}`,
      when: `old.words <> new.words or ${of('old', digits)} <> ${of('new', digits)}`,
      work: `insert into ${table}_letters (${table}_letters, rowid, words, digits)
        values ('delete', ${numberOf('old')}, old.words, ${of('old', digits)}); ${added}`,
    })
  }
}

export const indexes: Migration = {
  async up(db: Db) {
    await audit(db)
    await launches(db)
    await search(db)
    await run(
      db,
      'create index known_conversations_seen on known_conversations (seen_at)',
      'create index answers_at on answers (at)',
      'create index decisions_second on decisions (second_id)',
      // Of these a person has to be told, or may have to be.
      'create index decisions_not_dismissed on decisions (effect_id) where dismissed = 0 and (sent is null or sent = 0 or refusal is not null)',
      'create index contact_sources_at on contact_sources (at)',
      `create index contact_sources_waiting on contact_sources (kind, ended_at) where kind in ('rest', 'approval')`,
    )
  },
}
