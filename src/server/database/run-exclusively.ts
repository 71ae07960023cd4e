/** Runs work in one process at a time, such as creating tables, when several processes may start it at once. */
import { type Kysely, sql } from 'kysely'
import { isSqlite } from './open.ts'

/**
 * Runs the work once no other process that shares the schema is running it. The work uses its own connections.
 *
 * @param name identifies the work: calls with the same name run one after another
 */
export async function runExclusively<Tables, T>(
  database: Kysely<Tables>,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  // Only one process uses an embedded database.
  if (isSqlite(database)) return work()
  return database.transaction().execute(async (transaction) => {
    // guard: gateways-start-one-at-a-time
    await sql`select pg_advisory_xact_lock(hashtext(current_schema() || ${` ${name}`}))`.execute(transaction)
    return work()
  })
}
