/** Work that several processes may start at the same time, such as creating tables, and that only one may do at a time. */
import { type Kysely, sql } from 'kysely'
import { isSqlite } from './open.ts'

/**
 * Runs the work while no other process that shares the schema runs it. The work uses its own connections.
 *
 * @param name identifies the work: calls with the same name run one after another
 */
export async function runExclusively<Tables, T>(
  database: Kysely<Tables>,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  // An embedded database is used by one process.
  if (isSqlite(database)) return work()
  return database.transaction().execute(async (transaction) => {
    // guard: gateways-start-one-at-a-time
    await sql`select pg_advisory_xact_lock(hashtext(current_schema() || ${` ${name}`}))`.execute(transaction)
    return work()
  })
}
