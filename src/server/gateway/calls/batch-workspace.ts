/** The workspace of a batch. The service's endpoints about batches belong to none, but each call is in one. */
import type { Store } from '../store/store.ts'

/** The only workspace in which calls of the batch are kept, or else in which it was started; null: several, or not known. */
export async function findBatchWorkspace(store: Store, batchId: string): Promise<string | null> {
  const rows = await store
    .selectFrom('kept_calls')
    .select('workspace')
    .distinct()
    .where('batch_id', '=', batchId)
    .limit(2)
    .execute()
  if (rows.length > 1) return null
  const batch = store.selectFrom('known_batches').select('workspace').where('batch_id', '=', batchId)
  return (rows[0] ?? (await batch.executeTakeFirst()))?.workspace ?? null
}
