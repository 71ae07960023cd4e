/** The workspace of a batch. The service's endpoints about batches belong to none, but each call is in one. */
import type { Store } from '../store/store.ts'

/** The only workspace in which calls of the batch are kept; null: none, or several. */
export async function findBatchWorkspace(store: Store, batchId: string): Promise<string | null> {
  const rows = await store
    .selectFrom('kept_calls')
    .select('workspace')
    .distinct()
    .where('batch_id', '=', batchId)
    .limit(2)
    .execute()
  return rows.length === 1 ? (rows[0]?.workspace ?? null) : null
}
