/**
 * Migration: indexes for listing kept calls in several orders, and for finding them by what was said. The words are indexed by trigrams as
 * in migration 26: SQLite with a full-text index that triggers maintain, PostgreSQL with its extension `pg_trgm` if it is allowed.
 */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isSqlite } from '#server/database/open.ts'

const kind = (row: string) => `'kept-call/' || ${row}.workspace`
const digits = (row: string) => `replace(${row}.phone, '+', '')`
const numberOf = (row: string) =>
  `(select number from search_entries where kind = ${kind(row)} and id = ${row}.room_name)`
const deleteLetters = `insert into kept_calls_letters (kept_calls_letters, rowid, words, digits)
  values ('delete', ${numberOf('old')}, old.words, ${digits('old')});`
const insertLetters = `insert into kept_calls_letters (rowid, words, digits)
  values (${numberOf('new')}, new.words, ${digits('new')});`

const orderIndexes = [
  'create index kept_calls_seen on kept_calls (first_seen_at)',
  `create index kept_calls_name on kept_calls (workspace, (case when customer = '' then 1 else 0 end), lower(customer), first_seen_at)`,
  'create index kept_calls_agent on kept_calls (workspace, agent, first_seen_at)',
  'create index kept_calls_duration on kept_calls (workspace, (coalesce(duration, -1)), first_seen_at)',
]

const sqliteStatements = [
  `create virtual table kept_calls_letters using fts5(words, digits, content = '', tokenize = 'trigram')`,
  `insert into search_entries (kind, id) select ${kind('t')}, t.room_name from kept_calls as t order by t.first_seen_at`,
  `insert into kept_calls_letters (rowid, words, digits)
   select e.number, t.words, ${digits('t')} from kept_calls as t
   join search_entries as e on e.kind = ${kind('t')} and e.id = t.room_name`,
  `create trigger kept_calls_found after insert on kept_calls for each row begin
     insert into search_entries (kind, id) values (${kind('new')}, new.room_name); ${insertLetters} end`,
  `create trigger kept_calls_said after update of words, phone on kept_calls for each row
     when (old.words <> new.words or old.phone <> new.phone) begin ${deleteLetters} ${insertLetters} end`,
  `create trigger kept_calls_deleted after delete on kept_calls for each row begin ${deleteLetters}
     delete from search_entries where kind = ${kind('old')} and id = old.room_name; end`,
]

const postgresStatements = [
  `do $$ declare home text; begin
    create extension if not exists pg_trgm;
    select n.nspname into home from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm';
    execute format('create index kept_calls_words on kept_calls using gin (words %I.gin_trgm_ops)', home);
    execute format('create index kept_calls_phone on kept_calls using gin (phone %I.gin_trgm_ops)', home);
  exception when others then raise notice 'pg_trgm: %', sqlerrm; end $$`,
]

export const keptCallSearch: Migration = {
  async up(db: Kysely<unknown>) {
    const statements = [...orderIndexes, ...(isSqlite(db) ? sqliteStatements : postgresStatements)]
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
