/**
 * Tracks table changes: a version for each table, incremented by every statement that writes to it. On PostgreSQL, triggers notify this
 * process of other processes' commits, which increment it too. Code that caches rows reloads them when the version has changed.
 */
import { type Kysely, type LogEvent, sql } from 'kysely'
import { trackTables } from './dependencies.ts'

const beginsTransaction = /^(?:begin|start transaction)\b/i
const endsTransaction = /^(?:commit|rollback)\b/i
const writesTable = /\b(?:insert\s+into|update|delete\s+from)\s+"?(\w+)/gi

export interface TableChanges {
  /** Increases with each change, and whenever a change may have been missed. */
  version: (table: string) => number
  /** Calls back after a change of one of these tables. */
  onChange: (tables: readonly string[], listener: () => void) => void
  /** Whether changes by other processes arrive within moments. While false, cached rows may be out of date. */
  isCurrent: () => boolean
  /** Records that another process has changed this table. */
  markChanged: (table: string) => void
  /** Marks every table as changed, because notifications may have been missed. */
  markAllChanged: () => void
  /** Sets the check behind `isCurrent`. Without it, this process is the only one. */
  setIsCurrent: (isCurrent: () => boolean) => void
  /** Adds change triggers to tables created since the database was opened. */
  createMissingTriggers: () => Promise<void>
  /** Sets the implementation of `createMissingTriggers`. Without it, the call does nothing. */
  setCreateMissingTriggers: (createTriggers: () => Promise<void>) => void
}

function createTableChanges(): TableChanges & { recordStatement: (statement: string) => void } {
  const versions = new Map<string, number>()
  const listeners = new Map<string, (() => void)[]>()
  /** Tables written in an open transaction: until its commit, other statements still read the old rows. */
  const uncommitted = new Set<string>()
  let openTransactions = 0
  let allChangedCount = 0
  let isCurrentNow = () => true
  let createTriggers = () => Promise.resolve()

  function markChanged(table: string): void {
    versions.set(table, (versions.get(table) ?? 0) + 1)
    for (const listener of listeners.get(table) ?? []) listener()
  }

  return {
    version: (table) => allChangedCount + (versions.get(table) ?? 0),
    onChange(tables, listener) {
      for (const table of tables) listeners.set(table, [...(listeners.get(table) ?? []), listener])
    },
    isCurrent: () => isCurrentNow(),
    markChanged,
    markAllChanged() {
      allChangedCount += 1
      for (const listener of new Set([...listeners.values()].flat())) listener()
    },
    setIsCurrent(isCurrent) {
      isCurrentNow = isCurrent
    },
    createMissingTriggers: () => createTriggers(),
    setCreateMissingTriggers(install) {
      createTriggers = install
    },
    recordStatement(statement) {
      if (beginsTransaction.test(statement)) openTransactions += 1
      for (const [, table = ''] of statement.matchAll(writesTable)) {
        if (openTransactions > 0) uncommitted.add(table)
        markChanged(table)
      }
      if (!endsTransaction.test(statement)) return
      openTransactions = Math.max(0, openTransactions - 1)
      for (const table of uncommitted) markChanged(table)
      if (openTransactions === 0) uncommitted.clear()
    },
  }
}

const changesByDatabase = new WeakMap<object, TableChanges>()

/** The change tracker of a database that `openDatabase` opened. @throws Error for any other database */
export function tableChangesOf<Tables>(database: Kysely<Tables>): TableChanges {
  const changes = changesByDatabase.get(database)
  if (!changes) throw new Error('openDatabase did not open this database.')
  return changes
}

/** Gives `derivedDatabase`, the same database with a further plugin, the change tracker of `database`. */
export function shareChanges<Tables>(derivedDatabase: Kysely<Tables>, database: Kysely<Tables>): Kysely<Tables> {
  changesByDatabase.set(derivedDatabase, tableChangesOf(database))
  return derivedDatabase
}

/** Tracks the changes of a database. @returns a plugin and a log for Kysely, and `register`, to call with the opened database */
export function trackChanges() {
  const changes = createTableChanges()
  return {
    plugin: trackTables(changes),
    log: (event: LogEvent): void => {
      if (event.level === 'query') changes.recordStatement(event.query.sql)
    },
    register<Tables>(database: Kysely<Tables>): Kysely<Tables> {
      changesByDatabase.set(database, changes)
      return database
    },
  }
}

/** The notification channel of a schema's gateways. PostgreSQL truncates names at 63 bytes. */
export const channelOf = (schema: string): string => `sb_${schema}`.slice(0, 63)

/** Prefixes the table's name in a change notification. */
const tablePrefix = 'table:'

/** The table that a notification reports as changed; null for other notifications. */
export const parseChangedTable = (payload: string): string | null =>
  payload.startsWith(tablePrefix) ? payload.slice(tablePrefix.length) : null

/**
 * Creates triggers in a PostgreSQL schema that send a notification when a statement that writes to a table commits. Skips tables that
 * already have the trigger.
 *
 * @param untrackedTables tables that no process caches
 */
export function createChangeTriggers<Tables>(
  database: Kysely<Tables>,
  schema: string,
  untrackedTables: readonly string[],
): Promise<void> {
  return database.transaction().execute(async (database) => {
    // Several processes may start at once.
    await sql`select pg_advisory_xact_lock(hashtext(${`announce ${schema}`}))`.execute(database)
    const { rows } = await sql<{ name: string }>`
      select c.relname as name from pg_class c
      where c.relnamespace = (select oid from pg_namespace where nspname = ${schema})
        and c.relkind = 'r'
        and not exists (select 1 from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'announce_changes')
    `.execute(database)
    const tablesWithoutTrigger = rows.map(({ name }) => name).filter((name) => !untrackedTables.includes(name))
    if (tablesWithoutTrigger.length === 0) return
    await sql`
      create or replace function announce_changes() returns trigger language plpgsql as ${sql.lit(`
        begin
          perform pg_notify(TG_ARGV[0], '${tablePrefix}' || TG_TABLE_NAME);
          return null;
        end`)}
    `.execute(database)
    for (const name of tablesWithoutTrigger)
      await sql`
        create trigger announce_changes after insert or update or delete or truncate on ${sql.table(name)}
        for each statement execute function announce_changes(${sql.lit(channelOf(schema))})
      `.execute(database)
  })
}
