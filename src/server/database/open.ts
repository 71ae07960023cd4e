/**
 * Opens the embedded database (a file) or PostgreSQL and creates its tables. They belong to the gateway and the service.
 * A committed write is on the disk when its promise resolves (`synchronous=FULL`, write-ahead log).
 */
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { Kysely, PostgresDialect, SqliteAdapter, SqliteDialect } from 'kysely'
import { LRUCache } from 'lru-cache'
import pg from 'pg'
import { createChangeTriggers, tableChangesOf, trackChanges } from './changes.ts'
import { openFiles } from './copy.ts'
import { DatabaseBusy, DatabaseUnavailable } from './faults.ts'
import { cutOff, type SchemaLock } from './lock.ts'
import { databaseDamaged, describeLocation, toStartError } from './start-faults.ts'
import { createTables, type TableDefinition, tablesOfAnyVersion } from './tables.ts'

/** Whether the database is the embedded one, for statements that differ from PostgreSQL's. */
export const isSqlite = <Any>(db: Kysely<Any>): boolean => db.getExecutor().adapter instanceof SqliteAdapter

const emptyStatement = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [].values(),
}

/** SQLite's page cache. Its default of 2 MB would read a store of several years from the file each time. */
const cacheKilobytes = 32_768

/** How many prepared reads an embedded database keeps: preparing one takes longer than most reads. Writes may hold large values. */
const maxPreparedReads = 200
const isRead = /^\s*(?:select|with)\b/i

/** A statement with the interface of better-sqlite3. */
interface SqliteStatement {
  reader: boolean
  all: (values: readonly unknown[]) => unknown[]
  run: (values: readonly unknown[]) => { changes: number | bigint; lastInsertRowid: number | bigint }
  iterate: (values: readonly unknown[]) => IterableIterator<never>
}

/**
 * Reads the whole file once, some 0.5 s for each 100 MB. Otherwise a damaged page would be noticed only when somebody needs what is on it.
 *
 * @throws DatabaseUnusable
 */
function checkPages(database: DatabaseSync, file: string): void {
  let found: unknown
  try {
    found = database.prepare('PRAGMA quick_check(1)').get()?.quick_check
  } catch (error) {
    found = error
  }
  if (found === 'ok') return
  database.close()
  // guard: damaged-database-is-not-opened
  throw databaseDamaged(file)
}

/** Adapts node:sqlite to the interface of better-sqlite3, which Kysely expects. */
function openSqlite(file: string, contents?: Uint8Array) {
  if (file !== ':memory:') {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    // SQLite's own error would name only a failed input or output.
    accessSync(dirname(file), constants.W_OK)
    if (existsSync(file)) accessSync(file, constants.W_OK)
  }
  const database = new DatabaseSync(file)
  if (contents) database.deserialize(contents)
  // One process at a time: the first statement takes the exclusive lock, and the process's end releases it, however it ends.
  try {
    // guard: one-process-per-database
    database.exec('PRAGMA locking_mode = EXCLUSIVE')
    database.exec(`PRAGMA busy_timeout = 300; PRAGMA journal_mode = WAL;
      PRAGMA cache_size = -${cacheKilobytes}; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; BEGIN IMMEDIATE; COMMIT; PRAGMA busy_timeout = 5000;`)
  } catch (error) {
    database.close()
    if (/locked|busy/.test(String(error))) {
      throw new DatabaseBusy(
        `${file} is in use by another process. Stop that process first, or set DATA_DIR to another folder.`,
      )
    }
    throw error
  }
  if (file !== ':memory:') checkPages(database, file)
  const path = resolve(file)
  if (file !== ':memory:') openFiles.set(path, database)
  const preparedReads = new LRUCache<string, SqliteStatement>({ max: maxPreparedReads })
  return {
    close: () => {
      if (openFiles.get(path) === database) openFiles.delete(path)
      database.close()
    },
    prepare: (sql: string): SqliteStatement => {
      const prepared = preparedReads.get(sql)
      if (prepared) return prepared
      // On a full disk SQLite has already rolled back. Another rollback would fail and hide the cause.
      if (sql === 'rollback' && !database.isTransaction) return emptyStatement
      const statement = database.prepare(sql)
      const adapted: SqliteStatement = {
        reader: statement.columns().length > 0,
        all: (values) => statement.all(...(values as SQLInputValue[])),
        run: (values) => statement.run(...(values as SQLInputValue[])),
        // A read row by row may be abandoned, so each has a statement of its own.
        iterate: (values) => database.prepare(sql).iterate(...(values as SQLInputValue[])) as IterableIterator<never>,
      }
      if (isRead.test(sql)) preparedReads.set(sql, adapted)
      return adapted
    },
  }
}

/**
 * Opens an embedded database as it is, to copy it while no other process can use it.
 *
 * @throws DatabaseBusy when another process has it open; DatabaseUnusable when it cannot be opened
 */
export function openAsItIs(file: string): { close: () => void } {
  try {
    return openSqlite(file)
  } catch (error) {
    throw toStartError(error, { file })
  }
}

/**
 * `contents`: the file of another embedded database with all tables, whose tables and rows a database in memory begins with.
 * `lock`: when it is lost, running statements are aborted and new ones fail. `untracked`: tables whose changes are not announced to other
 * processes.
 */
export type DatabaseLocation =
  | { file: string; contents?: Uint8Array }
  | { url: string; schema: string; lock?: SchemaLock; untracked?: readonly string[] }

/**
 * Opens a database, and creates its tables if it has none.
 *
 * @param location `file`: the embedded database's path (':memory:' in tests), created if missing; `url`: a `postgres://` address, and
 *   `schema`: the schema of this store in it, created if missing
 * @param definition all tables
 * @throws DatabaseBusy when another process has the embedded database open; DatabaseUnusable when the database is read-only, damaged,
 *   of another version, or cannot be reached
 */
export async function openDatabase<Tables>(
  location: DatabaseLocation,
  definition: TableDefinition,
): Promise<Kysely<Tables>> {
  try {
    return await open(location, definition)
  } catch (error) {
    throw toStartError(error, location)
  }
}

/**
 * Whether the database exists and has tables. An empty one was never used.
 *
 * @throws DatabaseUnusable when the PostgreSQL cannot be reached
 */
export async function databaseExists(location: DatabaseLocation): Promise<boolean> {
  if ('file' in location) return existsSync(location.file) && statSync(location.file).size > 0
  const timeouts = { connectionTimeoutMillis: connectTimeoutMs, query_timeout: connectTimeoutMs }
  const client = new pg.Client({ connectionString: location.url, ...timeouts })
  try {
    await client.connect()
    const { rows } = await client.query(tablesOfAnyVersion(identifier(location.schema)))
    return rows.length > 0
  } catch (error) {
    throw toStartError(error, location)
  } finally {
    await client.end().catch(() => {})
  }
}

async function open<Tables>(location: DatabaseLocation, definition: TableDefinition): Promise<Kysely<Tables>> {
  const schema = 'file' in location ? undefined : identifier(location.schema)
  const dialect =
    'file' in location
      ? new SqliteDialect({ database: openSqlite(location.file, location.contents) })
      : new PostgresDialect({ pool: openPool(location.url, identifier(location.schema), location.lock) })
  const changes = trackChanges()
  const database = changes.register(new Kysely<Tables>({ dialect, log: changes.log, plugins: [changes.plugin] }))
  try {
    await createTables(database, schema, definition, describeLocation(location))
  } catch (error) {
    await database.destroy()
    throw error
  }
  if (schema !== undefined && 'url' in location) {
    const { untracked: untrackedTables = [] } = location
    tableChangesOf(database).setCreateMissingTriggers(() => createChangeTriggers(database, schema, untrackedTables))
    await tableChangesOf(database).createMissingTriggers()
  }
  return database
}

/** PostgreSQL truncates longer names, so two long names with the same beginning would be one. */
const maxIdentifierLength = 63
export const identifier = (name: string): string =>
  name.length > maxIdentifierLength
    ? createHash('sha256').update(name).digest('hex').slice(0, maxIdentifierLength)
    : name

/** A server that neither accepts nor refuses within this time counts as unavailable. */
const connectTimeoutMs = 4_000
/** A process that stalls inside a transaction blocks the others: the server rolls it back after this time. */
const idleTransactionTimeoutMs = 5_000

function openPool(connectionString: string, schema: string, lock?: SchemaLock): pg.Pool {
  const setUp = {
    // PostgreSQL would compile the statements of reports, which takes longer than they do.
    text: "select set_config('search_path', $1, false), set_config('jit', 'off', false)",
    values: [`"${schema}"`],
    query_timeout: connectTimeoutMs,
  }
  const pool = new pg.Pool({
    connectionString,
    // Not Kysely's `onCreateConnection`, nor `verify`: a connection that breaks in the former, or times out in the latter, never returns to
    // the pool, which is then one smaller for good.
    onConnect: (client) => client.query(setUp),
    types: int8AsNumber,
    keepAlive: true,
    connectionTimeoutMillis: connectTimeoutMs,
    idle_in_transaction_session_timeout: idleTransactionTimeoutMs,
  })
  // An idle connection breaks when the server restarts. The next statement opens another. Without this listener the process would end.
  pool.on('error', () => undefined)
  // The same for a connection that breaks between two statements of a transaction: the next statement fails.
  pool.on('connect', (client) => void client.on('error', () => undefined))
  if (lock) requireLock(pool, lock)
  return pool
}

/**
 * Ties the pool to the schema's lock: a silent server would block callers for ever, and a process without the lock must not write. When
 * the lock is lost, all connections are closed, idle ones too. Until it is held again, every statement fails with DatabaseUnavailable.
 */
function requireLock(pool: pg.Pool, lock: SchemaLock): void {
  const open = new Set<pg.PoolClient>()
  pool.on('connect', (client) => void open.add(client))
  pool.on('remove', (client) => void open.delete(client))
  const connect: () => Promise<pg.PoolClient> = pool.connect.bind(pool)
  pool.connect = (async () => {
    if (/* guard: away-database-is-not-asked */ !lock.isHeld()) throw new DatabaseUnavailable()
    return connect()
  }) as typeof pool.connect
  lock.onLost(() => {
    for (const client of open) cutOff(client)
  })
}

const int8 = 20
/** Epoch milliseconds are bigints in PostgreSQL; they fit a JavaScript number. */
const int8AsNumber: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === int8 ? Number : pg.types.getTypeParser(oid, format),
}
