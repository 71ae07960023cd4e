/**
 * Opens the embedded database (a file) or PostgreSQL and brings its tables up to date. Knows no table: gateway and service
 * keep theirs. What is written is on the disk when the promise resolves (`synchronous=FULL`, write-ahead log).
 */
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'

export class DatabaseBusy extends Error {}

/** Kysely speaks to SQLite through the shape of another library; this gives node:sqlite that shape. */
function sqlite(file: string) {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const database = new DatabaseSync(file)
  // One process at a time: the exclusive lock is taken with the first statement and goes with the process, however it ends.
  try {
    database.exec(`PRAGMA busy_timeout = 300; PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; BEGIN IMMEDIATE; COMMIT; PRAGMA busy_timeout = 5000;`)
  } catch (error) {
    database.close()
    if (/locked|busy/.test(String(error))) {
      throw new DatabaseBusy(
        `${file} is in use by another process. Stop that one first, or set DATA_DIR to another folder.`,
      )
    }
    throw error
  }
  return {
    close: () => database.close(),
    prepare: (sql: string) => {
      const statement = database.prepare(sql)
      return {
        reader: statement.columns().length > 0,
        all: (values: readonly unknown[]) => statement.all(...(values as SQLInputValue[])),
        run: (values: readonly unknown[]) => statement.run(...(values as SQLInputValue[])),
        iterate: (values: readonly unknown[]) =>
          statement.iterate(...(values as SQLInputValue[])) as IterableIterator<never>,
      }
    },
  }
}

/**
 * Opens and migrates.
 *
 * @param where `file`: the embedded database's path (':memory:' in tests), made if missing; `url`: a `postgres://` address
 * @param migrations by name, run in the order of their names, each once
 * @throws DatabaseBusy when another process has the embedded database open
 */
export async function openDatabase<Tables>(
  where: { file: string } | { url: string },
  migrations: Record<string, Migration>,
): Promise<Kysely<Tables>> {
  const dialect =
    'file' in where
      ? new SqliteDialect({ database: sqlite(where.file) })
      : new PostgresDialect({ pool: new pg.Pool({ connectionString: where.url, types: timesAsNumbers }) })
  const database = new Kysely<Tables>({ dialect })
  const { error } = await new Migrator({
    db: database,
    provider: { getMigrations: () => Promise.resolve(migrations) },
  }).migrateToLatest()
  if (error) {
    await database.destroy()
    throw error
  }
  return database
}

const int8 = 20
/** Epoch milliseconds are bigints in PostgreSQL; they fit a JavaScript number. */
const timesAsNumbers: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === int8 ? Number : pg.types.getTypeParser(oid, format),
}
