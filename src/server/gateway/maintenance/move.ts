/**
 * Moves an embedded database to PostgreSQL. All rows are copied into a staging schema and compared. Then the old database is marked as
 * moved, and the schema is renamed. An interrupted move leaves a schema that no gateway uses, and a file that is unchanged or marked as
 * moved. Running the command again resumes from there.
 */
import { createHash, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { DatabaseUnusable } from '#server/database/faults.ts'
import { lockSchema } from '#server/database/lock.ts'
import { databaseExists, identifier } from '#server/database/open.ts'
import { describeLocation, toStartError } from '#server/database/start-faults.ts'
import { openAuthentication } from '../operators/authentication.ts'
import { type Configuration, storeOf } from '../shared/configuration.ts'
import { createSilentLog } from '../shared/log.ts'
import { type Moved, readMoved, saveMoved } from '../store/moved.ts'
import { openStore, type Store } from '../store/store.ts'
import { storeFile } from './backup.ts'

/** Maximum rows and bytes of one insert. */
const maxBatch = { rows: 1_000, bytes: 4_000_000 }
/** Tables that are not copied: each database's number of its tables, and the embedded search index. */
const ownTables = /^(tables_number|sqlite_|search_)|_letters(_|$)/

type Row = Record<string, unknown>
interface Column {
  name: string
  type: string
  isIdentity: boolean
}

/** @returns the tables, each after the tables that it references */
async function tablesOf(source: Kysely<unknown>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_master where type = 'table' order by name`.execute(source)
  const left = new Map<string, string[]>()
  for (const { name } of rows.filter(({ name }) => !ownTables.test(name))) {
    const references = await sql<{
      table: string
    }>`select distinct "table" from pragma_foreign_key_list(${name})`.execute(source)
    left.set(
      name,
      references.rows.map(({ table }) => table).filter((table) => table !== name),
    )
  }
  const ordered: string[] = []
  while (left.size > 0) {
    const [next] = [...left].find(([, needed]) => needed.every((one) => ordered.includes(one))) ?? [...left][0] ?? ['']
    ordered.push(next)
    left.delete(next)
  }
  return ordered
}

async function columnsOf(client: pg.Client, schema: string, table: string): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select column_name as name, data_type as type, is_identity = 'YES' as "isIdentity"
     from information_schema.columns where table_schema = $1 and table_name = $2 order by ordinal_position`,
    [schema, table],
  )
  return rows
}

/** Normalizes a value so that both databases can be compared. */
function comparable(value: unknown, type: string): string {
  if (value === null || value === undefined) return 'null'
  if (type === 'boolean') return String(value === true || value === 1)
  if (type.startsWith('timestamp')) return String(new Date(value as string | number | Date).getTime())
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** A checksum over the rows of a table, independent of their order. */
function createChecksum(columns: readonly Column[]) {
  let count = 0
  let sum = 0n
  return {
    add(row: Row): void {
      const text = JSON.stringify(columns.map(({ name, type }) => comparable(row[name], type)))
      count += 1
      sum = BigInt.asUintN(256, sum + BigInt(`0x${createHash('sha256').update(text).digest('hex')}`))
    },
    get value() {
      return `${count} ${sum.toString(16)}`
    },
    get count() {
      return count
    },
  }
}

/** Converts a row to JSON for PostgreSQL. The sign-in library stores times as texts or milliseconds in SQLite. */
function forPostgres(row: Row, columns: readonly Column[]): Row {
  const entries = columns.map(({ name, type }): [string, unknown] => {
    const value = row[name]
    if (value === null || value === undefined || !type.startsWith('timestamp')) return [name, value ?? null]
    return [name, new Date(value as string | number).toISOString()]
  })
  return Object.fromEntries(entries)
}

const quoted = (...names: string[]) => names.map((name) => `"${name.replaceAll('"', '""')}"`).join('.')

/** Copies a table and compares it. @returns the number of rows */
async function copyTable(source: Store, client: pg.Client, schema: string, table: string): Promise<number> {
  const columns = await columnsOf(client, schema, table)
  const names = columns.map(({ name }) => quoted(name)).join(', ')
  const target = quoted(schema, table)
  const here = createChecksum(columns)
  let rows: Row[] = []
  let bytes = 0
  const send = async () => {
    if (rows.length === 0) return
    await client.query(
      `insert into ${target} (${names}) overriding system value
       select ${names} from json_populate_recordset(null::${target}, $1)`,
      [JSON.stringify(rows)],
    )
    rows = []
    bytes = 0
  }
  const all = (source as unknown as Kysely<Record<string, Row>>).selectFrom(table).selectAll().stream()
  for await (const row of all) {
    here.add(row)
    rows.push(forPostgres(row, columns))
    for (const value of Object.values(row)) bytes += typeof value === 'string' ? value.length : 8
    if (rows.length >= maxBatch.rows || bytes >= maxBatch.bytes) await send()
  }
  await send()
  const there = await targetChecksum(client, target, columns)
  // guard: moved-rows-are-compared
  if (there !== here.value)
    throw new DatabaseUnusable(`The table ${table} is not the same in PostgreSQL. Nothing was moved.`)
  for (const { name, isIdentity } of columns)
    if (isIdentity) await setSequence(source, client, { schema, table, column: name })
  return here.count
}

async function targetChecksum(client: pg.Client, target: string, columns: readonly Column[]): Promise<string> {
  const there = createChecksum(columns)
  await client.query(`declare rows_there no scroll cursor for select * from ${target}`)
  for (;;) {
    const { rows } = await client.query<Row>(`fetch ${maxBatch.rows} from rows_there`)
    if (rows.length === 0) break
    for (const row of rows) there.add(row)
  }
  await client.query('close rows_there')
  return there.value
}

/** Sets the sequence, so that new rows get higher numbers than all earlier rows, including deleted ones. */
async function setSequence(
  source: Store,
  client: pg.Client,
  { schema, table, column }: { schema: string; table: string; column: string },
): Promise<void> {
  const { rows } = await sql<{ seq: number }>`select seq from sqlite_sequence where name = ${table}`.execute(source)
  const last = rows[0]?.seq ?? 0
  // guard: moved-numbers-go-on
  await client.query(`select setval(pg_get_serial_sequence($1, $2), $3, $4)`, [
    quoted(schema, table),
    column,
    Math.max(1, last),
    last > 0,
  ])
}

async function hasTables(client: pg.Client, schema: string): Promise<boolean> {
  const { rows } = await client.query(
    'select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = $1 limit 1',
    [schema],
  )
  return rows.length > 0
}

/** Creates the tables as a first start does, including those of the sign-in library. */
async function createTables(url: string, schema: string): Promise<void> {
  const target = await openStore({ url, schema })
  try {
    const address = new URL('http://127.0.0.1')
    await openAuthentication({ store: target, secret: randomUUID(), address, log: createSilentLog() })
  } finally {
    await target.destroy()
  }
}

/** Copies and compares all tables in one transaction, in a schema that no gateway uses. @returns a phrase with the counts */
async function copyAll(source: Store, client: pg.Client, url: string, staging: string): Promise<string> {
  await client.query(`drop schema if exists ${quoted(staging)} cascade`)
  await createTables(url, staging)
  const tables = await tablesOf(source as unknown as Kysely<unknown>)
  let rows = 0
  await client.query('begin isolation level repeatable read')
  // The triggers name the channel of this schema, which will be renamed. The first gateway creates them again.
  await client.query(`drop function if exists ${quoted(staging)}.announce_changes() cascade`)
  // The rows that triggers would write are copied too, and append-only tables must accept the deletes below.
  for (const table of tables) await client.query(`alter table ${quoted(staging, table)} disable trigger user`)
  // Creating the tables inserted rows that the source also has, perhaps in a newer version.
  for (const table of tables.toReversed()) await client.query(`delete from ${quoted(staging, table)}`)
  for (const table of tables) rows += await copyTable(source, client, staging, table)
  // guard: moved-history-only-grows
  for (const table of tables) await client.query(`alter table ${quoted(staging, table)} enable trigger user`)
  await client.query('commit')
  return `${rows} rows of ${tables.length} tables`
}

/**
 * Moves the embedded database of this configuration to PostgreSQL.
 *
 * @param url `postgres://` address
 * @returns sentences for the operator
 * @throws DatabaseBusy while a gateway runs on either; DatabaseUnusable with a sentence
 */
export async function move(configuration: Configuration, url: string, now: number): Promise<string> {
  const name = storeOf(configuration)
  const file = join(configuration.dataDir, name, storeFile)
  if (!(await databaseExists({ file }))) throw new DatabaseUnusable(`There is no database at ${file}.`)
  const schema = identifier(name)
  const staging = identifier(`${name} arriving`)
  const place = describeLocation({ url })
  const lock = await lockSchema({ url, schema: name, shared: false, isUntouched: () => Promise.resolve(true) })
  const client = new pg.Client({ connectionString: url })
  const source = await openStore({ file }).catch(async (error: unknown) => {
    await lock.release()
    throw error
  })
  try {
    await client.connect()
    const before = await readMoved(source)
    const isThere = await hasTables(client, schema)
    const next = `Set DATABASE_URL to it and start the gateway. The old database is still in ${file}, and no gateway starts with it.`
    if (before && isThere) return `It was already moved to ${before.to}. ${next}`
    // guard: move-needs-an-empty-schema
    if (isThere)
      throw new DatabaseUnusable(
        `The schema ${schema} at ${place} already has tables. Nothing was moved. Specify another database.`,
      )
    const isCopied = before?.id === (await copiedMoveId(client, staging))
    const copied = isCopied ? 'All rows' : await copyAll(source, client, url, staging)
    if (!isCopied) {
      const moved: Moved = { id: randomUUID(), to: place, at: now }
      await client.query(`insert into ${quoted(staging, 'settings')} (name, value) values ('moved here', $1)`, [
        moved.id,
      ])
      await saveMoved(source, moved)
    }
    await client.query('begin')
    await client.query(`drop schema if exists ${quoted(schema)}`)
    await client.query(`alter schema ${quoted(staging)} rename to ${quoted(schema)}`)
    await client.query('commit')
    return `${copied} are in the schema ${schema} at ${place}, and were compared. ${next}`
  } catch (error) {
    throw toStartError(error, { url })
  } finally {
    await client.end().catch(() => {})
    await source.destroy()
    await lock.release()
  }
}

/** @returns the id of the move that copied a schema; null: no copy was completed */
async function copiedMoveId(client: pg.Client, schema: string): Promise<string | null> {
  if (!(await hasTables(client, schema))) return null
  const { rows } = await client.query<{ value: string }>(
    `select value from ${quoted(schema, 'settings')} where name = 'moved here'`,
  )
  return rows[0]?.value ?? null
}
