/** Counts rows up to a limit, without reading the whole table. */
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Store } from './store.ts'

/** Nobody pages further, and counting all rows would take longer as the table grows. */
export const maxCounted = 1_000

/**
 * Counts the rows of a query.
 *
 * @param query must find its first rows without reading the others
 * @returns the count; null if it exceeds a thousand
 */
export async function countUpToLimit<Database, From extends keyof Database, Row>(
  store: Store,
  query: SelectQueryBuilder<Database, From, Row>,
): Promise<number | null> {
  const limited = query.limit(maxCounted + 1)
  const { rows } = await sql<{ total: number }>`select count(*) as total from (${limited}) as counted`.execute(store)
  const total = rows[0]?.total ?? 0
  return total > maxCounted ? null : total
}

/** The sum of such counts; null if it exceeds a thousand. */
export function sumUpToLimit(counts: readonly (number | null)[]): number | null {
  let sum = 0
  for (const count of counts) {
    if (count === null) return null
    sum += count
  }
  return sum > maxCounted ? null : sum
}
