/**
 * Which tables have changed: a version for each, counted up with every statement that writes to it, and on PostgreSQL also when another
 * process commits one (triggers that notify). Whoever keeps rows in memory reads them again when the version is another.
 */
import { type Kysely, type LogEvent, sql } from 'kysely'
import { trackTables } from './dependencies.ts'

const begins = /^(?:begin|start transaction)\b/i
const ends = /^(?:commit|rollback)\b/i
const writes = /\b(?:insert\s+into|update|delete\s+from)\s+"?(\w+)/gi

export interface TableChanges {
  /** Counts up with each change, and whenever one may have been missed. */
  version: (table: string) => number
  /** Calls back after a change of one of these tables. */
  onChange: (tables: readonly string[], listener: () => void) => void
  /** Whether every change is heard of within moments; while it is not, what is kept in memory may be out of date. */
  isCurrent: () => boolean
  /** Another process has changed this table. */
  markChanged: (table: string) => void
  /** Changes may have been missed: every table counts as changed. */
  markAllChanged: () => void
  /** Decides whether changes of others are heard of now; without it there are no others. */
  setIsCurrent: (isCurrent: () => boolean) => void
  /** Tables were made since the database was opened: from now on their changes are heard of too. */
  createMissingTriggers: () => Promise<void>
  /** How tables are announced; without it there is nobody to hear. */
  setCreateMissingTriggers: (announce: () => Promise<void>) => void
}

function createTableChanges(): TableChanges & { ran: (statement: string) => void } {
  const versions = new Map<string, number>()
  const listeners = new Map<string, (() => void)[]>()
  /** Written in a transaction: until its commit, others read what was there before. */
  const uncommitted = new Set<string>()
  let open = 0
  let missed = 0
  let hears = () => true
  let announce = () => Promise.resolve()

  function changed(table: string): void {
    versions.set(table, (versions.get(table) ?? 0) + 1)
    for (const listener of listeners.get(table) ?? []) listener()
  }

  return {
    version: (table) => missed + (versions.get(table) ?? 0),
    onChange(tables, listener) {
      for (const table of tables) listeners.set(table, [...(listeners.get(table) ?? []), listener])
    },
    isCurrent: () => hears(),
    markChanged: changed,
    markAllChanged() {
      missed += 1
      for (const listener of new Set([...listeners.values()].flat())) listener()
    },
    setIsCurrent(isCurrent) {
      hears = isCurrent
    },
    createMissingTriggers: () => announce(),
    setCreateMissingTriggers(by) {
      announce = by
    },
    ran(statement) {
      if (begins.test(statement)) open += 1
      for (const [, table = ''] of statement.matchAll(writes)) {
        if (open > 0) uncommitted.add(table)
        changed(table)
      }
      if (!ends.test(statement)) return
      open = Math.max(0, open - 1)
      for (const table of uncommitted) changed(table)
      if (open === 0) uncommitted.clear()
    },
  }
}

const ofDatabase = new WeakMap<object, TableChanges>()

/** The changes of a database that `openDatabase` opened. */
export function tableChangesOf<Tables>(database: Kysely<Tables>): TableChanges {
  const changes = ofDatabase.get(database)
  if (!changes) throw new Error('This database was not opened here.')
  return changes
}

/** The same database under another name, such as one with a plugin. */
export function shareChanges<Tables>(other: Kysely<Tables>, database: Kysely<Tables>): Kysely<Tables> {
  ofDatabase.set(other, tableChangesOf(database))
  return other
}

/** For a database that is being opened: what it logs, and how the open one is made known. */
export function trackChanges() {
  const changes = createTableChanges()
  return {
    plugin: trackTables(changes),
    log: (event: LogEvent): void => {
      if (event.level === 'query') changes.ran(event.query.sql)
    },
    of<Tables>(database: Kysely<Tables>): Kysely<Tables> {
      ofDatabase.set(database, changes)
      return database
    },
  }
}

/** The channel on which a schema's gateways hear of each other; PostgreSQL cuts a longer name. */
export const channelOf = (schema: string): string => `sb_${schema}`.slice(0, 63)

/** How a notification names a changed table. */
const tablePrefix = 'table:'

/** The table that a notification names; null: it is about something else. */
export const parseChangedTable = (payload: string): string | null =>
  payload.startsWith(tablePrefix) ? payload.slice(tablePrefix.length) : null

/**
 * Lets a PostgreSQL schema notify of each statement that writes to one of its tables, at its commit. Tables that have the trigger keep it.
 *
 * @param except tables whose changes nobody keeps in memory
 */
export function createChangeTriggers<Tables>(
  database: Kysely<Tables>,
  schema: string,
  except: readonly string[],
): Promise<void> {
  return database.transaction().execute(async (database) => {
    // Several may start at once.
    await sql`select pg_advisory_xact_lock(hashtext(${`announce ${schema}`}))`.execute(database)
    const { rows } = await sql<{ name: string }>`
      select c.relname as name from pg_class c
      where c.relnamespace = (select oid from pg_namespace where nspname = ${schema})
        and c.relkind = 'r' and c.relname not like 'kysely%'
        and not exists (select 1 from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'announce_changes')
    `.execute(database)
    const silent = rows.map(({ name }) => name).filter((name) => !except.includes(name))
    if (silent.length === 0) return
    await sql`
      create or replace function announce_changes() returns trigger language plpgsql as ${sql.lit(`
        begin
          perform pg_notify(TG_ARGV[0], '${tablePrefix}' || TG_TABLE_NAME);
          return null;
        end`)}
    `.execute(database)
    for (const name of silent)
      await sql`
        create trigger announce_changes after insert or update or delete or truncate on ${sql.table(name)}
        for each statement execute function announce_changes(${sql.lit(channelOf(schema))})
      `.execute(database)
  })
}
