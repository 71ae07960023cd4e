/**
 * Indexes words and numbers by trigrams. SQLite uses a full-text index, whose entries are numbered and which triggers maintain. PostgreSQL
 * uses indexes that need its extension `pg_trgm`. If this user is not allowed to create the extension, a search for rare words reads whole
 * tables.
 */
import type { SqlDialect } from '#server/database/tables.ts'

interface Searched {
  table: string
  /** SQL expressions of a row: the kind and the ID of its entry, and the digits that a search finds; `''` if it has none. */
  kind: (row: string) => string
  id: (row: string) => string
  digits: (row: string) => string
  /** The columns that are searched. */
  columns: readonly string[]
}

/** @returns the statements that create the index of a table with the column `words` */
export function searchIndex(
  { isSqlite, trigger }: SqlDialect,
  { table, kind, id, digits, columns }: Searched,
): string[] {
  if (!isSqlite) {
    const indexes = columns.map(
      (column) =>
        `execute format('create index ${table}_${column} on ${table} using gin (${column} %I.gin_trgm_ops)', home);`,
    )
    return [
      `do $$ declare home text; begin
        create extension if not exists pg_trgm;
        select n.nspname into home from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm';
        ${indexes.join(' ')}
      exception when others then raise notice 'pg_trgm: %', sqlerrm; end $$`,
    ]
  }
  const entryOf = (row: string) => `kind = ${kind(row)} and id = ${id(row)}`
  const numberOf = (row: string) => `(select number from search_entries where ${entryOf(row)})`
  const addLetters = `insert into ${table}_letters (rowid, words, digits) values (${numberOf('new')}, new.words, ${digits('new')});`
  const deleteLetters = `insert into ${table}_letters (${table}_letters, rowid, words, digits)
    values ('delete', ${numberOf('old')}, old.words, ${digits('old')});`
  return [
    `create virtual table ${table}_letters using fts5(words, digits, content = '', tokenize = 'trigram')`,
    ...trigger({
      name: `${table}_found`,
      table,
      event: 'insert',
      statements: `insert into search_entries (kind, id) values (${kind('new')}, ${id('new')}); ${addLetters}`,
    }),
    ...trigger({
      name: `${table}_renamed`,
      table,
      event: `update of ${columns.join(', ')}`,
      condition: columns.map((column) => `old.${column} <> new.${column}`).join(' or '),
      statements: `${deleteLetters} ${addLetters}`,
    }),
    ...trigger({
      name: `${table}_deleted`,
      table,
      event: 'delete',
      statements: `${deleteLetters} delete from search_entries where ${entryOf('old')};`,
    }),
  ]
}
