/** Runs work once at a time, in all processes, such as creating tables, when several may start it at once. */
import { type Kysely, sql } from 'kysely'
import { isSqlite } from './open.ts'

/** By database and name: the last work that was started in this process. */
const lastWork = new WeakMap<object, Map<string, Promise<unknown>>>()

/** Runs the work after all earlier work with this name in this process. */
function runInTurn<T>(database: object, name: string, work: () => Promise<T>): Promise<T> {
  const byName = lastWork.get(database) ?? new Map<string, Promise<unknown>>()
  lastWork.set(database, byName)
  const result = (byName.get(name) ?? Promise.resolve()).then(work)
  byName.set(
    name,
    result.catch(() => {}),
  )
  return result
}

/**
 * Runs the work once nothing else that shares the schema is running it, in this process or another. The work uses its own connections, and
 * may not start work with the same name.
 *
 * @param name identifies the work: calls with the same name run one after another
 */
export function runExclusively<Tables, T>(database: Kysely<Tables>, name: string, work: () => Promise<T>): Promise<T> {
  // Only one process uses an embedded database.
  if (isSqlite(database)) return runInTurn(database, name, work)
  // In turn here as well: each waiting transaction holds a connection, and the work needs one too.
  return runInTurn(database, name, () =>
    database.transaction().execute(async (transaction) => {
      // guard: gateways-start-one-at-a-time
      await sql`select pg_advisory_xact_lock(hashtext(current_schema() || ${` ${name}`}))`.execute(transaction)
      return work()
    }),
  )
}
