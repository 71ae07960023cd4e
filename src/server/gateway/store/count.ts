/** Counts rows up to a limit, without reading the whole table. */
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Store } from './store.ts'

/** Nobody pages further, and counting on would take longer the more there is. */
const maxCounted = 1_000

/**
 * Counts the rows of a query.
 *
 * @param query finds its first rows without reading the others
 * @returns null: more than a thousand
 */
export async function countUpToLimit<Known, From extends keyof Known, Row>(
  store: Store,
  query: SelectQueryBuilder<Known, From, Row>,
): Promise<number | null> {
  const some = query.limit(maxCounted + 1)
  const { rows } = await sql<{ total: number }>`select count(*) as total from (${some}) as counted`.execute(store)
  const total = rows[0]?.total ?? 0
  return total > maxCounted ? null : total
}
