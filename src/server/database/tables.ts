/**
 * Creates the tables of a database, once, from one definition. Until 1.0.0 a change of the tables raises the definition's number, and a
 * database with another number is refused; 1.0.0 brings numbered migrations.
 */
import { DatabaseSync } from 'node:sqlite'
import { type Kysely, sql } from 'kysely'
import { DatabaseUnusable } from './faults.ts'

/** A statement that runs after each written row of a table. */
export interface Trigger {
  name: string
  table: string
  /** The SQL event: `insert`, or `update of …`. */
  event: string
  /** An SQL condition on the row. */
  condition?: string
  /** SQL statements, each with its semicolon. */
  statements: string
}

/** What differs between the embedded database and PostgreSQL. */
export interface SqlDialect {
  isSqlite: boolean
  /** The type of a primary key that the database increments. */
  key: string
  /** The type of texts that are compared byte by byte, which is faster. */
  plainText: string
  /** Stored in the order of the primary key, without an index beside it. */
  withoutRowid: string
  /** @returns the statements that create a trigger */
  trigger: (trigger: Trigger) => string[]
  /** @returns the statements that make a table refuse updates and deletions */
  onlyGrows: (table: string) => string[]
}

const sqliteDialect: SqlDialect = {
  isSqlite: true,
  key: 'integer primary key autoincrement',
  plainText: 'text',
  withoutRowid: 'without rowid',
  trigger: ({ name, table, event, condition, statements }) => [
    `create trigger ${name} after ${event} on ${table} for each row ${condition ? `when (${condition})` : ''} begin ${statements} end`,
  ],
  onlyGrows: (table) =>
    ['update', 'delete'].map(
      (change) =>
        `create trigger ${table}_no_${change} before ${change} on ${table} begin select raise(abort, '${table} only grows'); end`,
    ),
}

const postgresDialect: SqlDialect = {
  isSqlite: false,
  key: 'bigint generated always as identity primary key',
  plainText: 'text collate "C"',
  withoutRowid: '',
  trigger: ({ name, table, event, condition, statements }) => [
    `create function ${name}() returns trigger language plpgsql as $$ begin ${statements} return null; end $$`,
    `create trigger ${name} after ${event} on ${table} for each row ${condition ? `when (${condition})` : ''} execute function ${name}()`,
  ],
  onlyGrows: (table) => [
    `create or replace function only_grows() returns trigger language plpgsql as
      $$ begin raise exception '% only grows', tg_table_name; end $$`,
    `create trigger ${table}_only_grows before update or delete or truncate on ${table}
      for each statement execute function only_grows()`,
  ],
}

/** All tables of a database. */
export interface TableDefinition {
  /** Raised by one with every change of the tables. */
  number: number
  /** The statements that create the tables in an empty database. */
  statements: (dialect: SqlDialect) => readonly string[]
  /**
   * By each earlier number: the last commit whose tables have it, the parent of the commit that raised it, once that is on the main branch.
   * 0: databases of the versions that had migrations.
   */
  lastCommits: Record<number, string>
}

/** The table with the number of the definition. Versions with migrations have Kysely's table instead. */
const numberTable = 'tables_number'
const migrationTable = 'kysely_migration'

/** @returns the number of the tables of a database; undefined: it has none */
async function numberOf<Tables>(database: Kysely<Tables>, schema: string | undefined): Promise<number | undefined> {
  const { rows } = await (schema === undefined
    ? sql<{ name: string }>`select name from sqlite_master where type = 'table'`
    : sql<{ name: string }>`select tablename as name from pg_tables where schemaname = ${schema}`
  ).execute(database)
  const names = new Set(rows.map(({ name }) => name))
  if (!names.has(numberTable)) return names.has(migrationTable) ? 0 : undefined
  const numbers = await sql<{ number: number }>`select number from ${sql.table(numberTable)}`.execute(database)
  return numbers.rows[0]?.number
}

function requireNumber(found: number, { number, lastCommits }: TableDefinition, where: string): void {
  const lastCommit = lastCommits[found]
  const sentence =
    lastCommit === undefined
      ? `${where} was written by a newer version of Switchboard. Start that version, or restore a backup from an earlier one.`
      : `${where} was written by an earlier version of Switchboard. The last version that can open it is commit ${lastCommit}. Nothing was changed. Start that version, or begin with an empty database.`
  // guard: other-tables-are-refused
  if (found !== number) throw new DatabaseUnusable(sentence)
}

/**
 * Creates the tables if the database has none, all or nothing.
 *
 * @param schema of PostgreSQL, created if missing; undefined: the embedded database
 * @param where the database, for the sentence of a refusal
 * @throws DatabaseUnusable when an earlier or a later version created the tables
 */
export async function createTables<Tables>(
  database: Kysely<Tables>,
  schema: string | undefined,
  definition: TableDefinition,
  where: string,
): Promise<void> {
  await database.transaction().execute(async (db) => {
    if (schema !== undefined) {
      // Two gateways that start at once would both create the schema.
      await sql`select pg_advisory_xact_lock(hashtext(${`tables of ${schema}`}))`.execute(db)
      const { rows } = await sql`select 1 from pg_namespace where nspname = ${schema}`.execute(db)
      if (rows.length === 0) await sql`create schema ${sql.id(schema)}`.execute(db)
    }
    const found = await numberOf(db, schema)
    if (found !== undefined) return requireNumber(found, definition, where)
    const dialect = schema === undefined ? sqliteDialect : postgresDialect
    for (const statement of definition.statements(dialect)) await sql.raw(statement).execute(db)
    await sql.raw(`create table ${numberTable} (number integer not null)`).execute(db)
    await sql`insert into ${sql.table(numberTable)} (number) values (${definition.number})`.execute(db)
  })
}

/**
 * Checks an embedded database that is not opened yet.
 *
 * @throws DatabaseUnusable when an earlier or a later version created its tables
 */
export function requireTables(file: string, definition: TableDefinition): void {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const hasNumber = database.prepare('select 1 from sqlite_master where name = ?').get(numberTable) !== undefined
    const found = hasNumber ? Number(database.prepare(`select number from ${numberTable}`).get()?.number) : 0
    requireNumber(found, definition, file)
  } finally {
    database.close()
  }
}

/** @returns whether PostgreSQL's schema has tables of any version; for a connection without Kysely */
export const tablesOfAnyVersion = (schema: string): { text: string; values: string[] } => ({
  text: 'select 1 from pg_tables where schemaname = $1 and tablename = any (array[$2, $3])',
  values: [schema, numberTable, migrationTable],
})
