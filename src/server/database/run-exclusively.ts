/** For work that several processes begin at the same time, such as making tables, and that only one of them may do. */
import { type Kysely, sql } from 'kysely'
import { isSqlite } from './open.ts'

/**
 * Does it when no other process that shares the schema does it. The work uses connections of its own.
 *
 * @param name what it is; the same name waits for itself
 */
export async function runExclusively<Tables, T>(
  database: Kysely<Tables>,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  // The embedded database has one process.
  if (isSqlite(database)) return work()
  return database.transaction().execute(async (transaction) => {
    // guard: gateways-start-one-at-a-time
    await sql`select pg_advisory_xact_lock(hashtext(current_schema() || ${` ${name}`}))`.execute(transaction)
    return work()
  })
}
