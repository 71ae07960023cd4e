/**
 * Opens the embedded database (a file) or PostgreSQL and brings its tables up to date. Knows no table: gateway and service
 * keep theirs. What is written is on the disk when the promise resolves (`synchronous=FULL`, write-ahead log).
 */
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { Kysely, PostgresDialect, SqliteAdapter, SqliteDialect, sql } from 'kysely'
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'
import { createChangeTriggers, tableChangesOf, trackChanges } from './changes.ts'
import { openFiles } from './copy.ts'
import { DatabaseBusy, DatabaseUnavailable } from './faults.ts'
import type { SchemaLock } from './lock.ts'
import { toStartError } from './start-faults.ts'

/** Whether it is the embedded one: where the two are told differently. */
export const isSqlite = <Any>(db: Kysely<Any>): boolean => db.getExecutor().adapter instanceof SqliteAdapter

const emptyStatement = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [].values(),
}

/** Pages of the file that stay in memory. SQLite keeps 2 MB, and reads of a store of years would go to the file each time. */
const cacheKilobytes = 32_768

/** Kysely speaks to SQLite through the shape of another library; this gives node:sqlite that shape. */
function openSqlite(file: string) {
  if (file !== ':memory:') {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    // SQLite would say only that input or output failed.
    accessSync(dirname(file), constants.W_OK)
    if (existsSync(file)) accessSync(file, constants.W_OK)
  }
  const database = new DatabaseSync(file)
  // One process at a time: the exclusive lock is taken with the first statement and goes with the process, however it ends.
  try {
    // guard: one-process-per-database
    database.exec('PRAGMA locking_mode = EXCLUSIVE')
    database.exec(`PRAGMA busy_timeout = 300; PRAGMA journal_mode = WAL;
      PRAGMA cache_size = -${cacheKilobytes}; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON; BEGIN IMMEDIATE; COMMIT; PRAGMA busy_timeout = 5000;`)
  } catch (error) {
    database.close()
    if (/locked|busy/.test(String(error))) {
      throw new DatabaseBusy(
        `${file} is in use by another process. Stop that one first, or set DATA_DIR to another folder.`,
      )
    }
    throw error
  }
  const path = resolve(file)
  if (file !== ':memory:') openFiles.set(path, database)
  return {
    close: () => {
      if (openFiles.get(path) === database) openFiles.delete(path)
      database.close()
    },
    prepare: (sql: string) => {
      // SQLite has already rolled back on a full disk; an error from rolling back again would hide the cause.
      if (sql === 'rollback' && !database.isTransaction) return emptyStatement
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
 * Opens an embedded database as it is, without bringing its tables up to date, so that it can be copied and nobody else uses it meanwhile.
 *
 * @throws DatabaseBusy when another process has it open; DatabaseUnusable with a sentence
 */
export function openWithoutMigrating(file: string): { close: () => void } {
  try {
    return openSqlite(file)
  } catch (error) {
    throw toStartError(error, { file })
  }
}

/** `lock`: when it is lost, statements under way are cut off, and others fail. `unannounced`: tables whose changes other processes need not hear of. */
export type DatabaseLocation =
  | { file: string }
  | { url: string; schema: string; lock?: SchemaLock; untracked?: readonly string[] }

/**
 * Opens and migrates.
 *
 * @param where `file`: the embedded database's path (':memory:' in tests), made if missing; `url`: a `postgres://` address, in which
 *   `schema` is a store of its own, made if missing
 * @param migrations by name, run in the order of their names, each once
 * @throws DatabaseBusy when another process has the embedded database open; DatabaseUnusable, with a sentence, when it is read-only,
 *   damaged, of a newer version, or not there
 */
export async function openDatabase<Tables>(
  where: DatabaseLocation,
  migrations: Record<string, Migration>,
): Promise<Kysely<Tables>> {
  try {
    return await open(where, migrations)
  } catch (error) {
    throw toStartError(error, where)
  }
}

/**
 * Whether there is a database with tables: what is empty was never used.
 *
 * @throws DatabaseUnusable with a sentence when the PostgreSQL cannot be asked
 */
export async function databaseExists(where: DatabaseLocation): Promise<boolean> {
  if ('file' in where) return existsSync(where.file) && statSync(where.file).size > 0
  const client = new pg.Client({ connectionString: where.url, connectionTimeoutMillis: connectTimeoutMs })
  try {
    await client.connect()
    const { rows } = await client.query<{ found: string | null }>('select to_regclass($1) as found', [
      `"${identifier(where.schema)}".${DEFAULT_MIGRATION_TABLE}`,
    ])
    return rows[0]?.found != null
  } catch (error) {
    throw toStartError(error, where)
  } finally {
    await client.end().catch(() => {})
  }
}

async function open<Tables>(where: DatabaseLocation, migrations: Record<string, Migration>): Promise<Kysely<Tables>> {
  const schema = 'file' in where ? undefined : identifier(where.schema)
  const dialect =
    'file' in where
      ? new SqliteDialect({ database: openSqlite(where.file) })
      : new PostgresDialect({ pool: openPool(where.url, identifier(where.schema), where.lock) })
  const changes = trackChanges()
  const database = changes.of(new Kysely<Tables>({ dialect, log: changes.log, plugins: [changes.plugin] }))
  const { error } = await new Migrator({
    db: database,
    // Made by it, too. Else it would take the tables of another store in the same database for its own.
    ...(schema !== undefined && { migrationTableSchema: schema }),
    provider: { getMigrations: () => Promise.resolve(migrations) },
  }).migrateToLatest()
  if (error) {
    await database.destroy()
    throw error
  }
  if (schema !== undefined && 'url' in where) {
    const { untracked: unannounced = [] } = where
    tableChangesOf(database).setCreateMissingTriggers(() => createChangeTriggers(database, schema, unannounced))
    await tableChangesOf(database).createMissingTriggers()
  }
  // Until here each statement was a commit of its own, and a sync for each would be most of a first start.
  if ('file' in where) await sql`PRAGMA synchronous = FULL`.execute(database)
  return database
}

/** PostgreSQL cuts a longer name, and two that begin alike would be one. */
const maxIdentifierLength = 63
export const identifier = (name: string): string =>
  name.length > maxIdentifierLength
    ? createHash('sha256').update(name).digest('hex').slice(0, maxIdentifierLength)
    : name

/** A server that does not even refuse is away. */
const connectTimeoutMs = 4_000
/** A process that stands still in the middle of a transaction holds up the others: the server rolls it back. */
const idleTransactionTimeoutMs = 5_000

function openPool(connectionString: string, schema: string, lock?: SchemaLock): pg.Pool {
  const first = {
    text: "select set_config('search_path', $1, false)",
    values: [`"${schema}"`],
    query_timeout: connectTimeoutMs,
  }
  const pool = new pg.Pool({
    connectionString,
    // Not Kysely's `onCreateConnection`, nor `verify`: a connection that breaks in the one, or is waited for in vain in the other, never
    // comes back to the pool, which has one less for ever.
    onConnect: (client) => client.query(first),
    types: int8AsNumber,
    keepAlive: true,
    connectionTimeoutMillis: connectTimeoutMs,
    idle_in_transaction_session_timeout: idleTransactionTimeoutMs,
  })
  // A connection that nobody uses breaks when the server restarts. The next statement opens another; without this the process ends.
  pool.on('error', () => undefined)
  // Neither does one that breaks between two statements of a transaction end the process: the next statement fails.
  pool.on('connect', (client) => void client.on('error', () => undefined))
  const inUse = new Set<pg.PoolClient>()
  pool.on('acquire', (client) => void inUse.add(client))
  pool.on('release', (_, client) => void inUse.delete(client))
  if (lock) requireLock(pool, lock, inUse)
  return pool
}

/**
 * A silent server would block its callers for ever, and a schema that is no longer ours must not be written to: when the lock is lost every
 * connection is given up, and until it is held again every statement and transaction fails with DatabaseAway.
 */
function requireLock(pool: pg.Pool, lock: SchemaLock, inUse: ReadonlySet<pg.PoolClient>): void {
  const connect: () => Promise<pg.PoolClient> = pool.connect.bind(pool)
  pool.connect = (async () => {
    if (/* guard: away-database-is-not-asked */ !lock.isHeld()) throw new DatabaseUnavailable()
    return connect()
  }) as typeof pool.connect
  lock.onLost(() => {
    for (const client of inUse) (client as unknown as pg.Client).end().catch(() => {})
    // Those that nobody uses are as silent.
    for (let left = pool.idleCount; left > 0; left -= 1)
      connect().then(
        (client) => client.release(true),
        () => {},
      )
  })
}

const int8 = 20
/** Epoch milliseconds are bigints in PostgreSQL; they fit a JavaScript number. */
const int8AsNumber: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === int8 ? Number : pg.types.getTypeParser(oid, format),
}
