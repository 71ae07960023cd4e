import type { Store } from './store.ts'

/**
 * The present names of operators.
 *
 * @param ids an operator who is unknown has no name in the answer
 */
export async function namesOfOperators(store: Store, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await store.selectFrom('user').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
