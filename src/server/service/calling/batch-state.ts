/** A batch's counts and its end. The counts are taken from its jobs each time, so they always add up. */
import type { BatchCallState } from '#contract/index.ts'
import type { Database } from '../store/database.ts'

export type Counts = Record<BatchCallState | 'total', number>

/** waiting + active + completed + failed + cancelled = total, at all times (interface 4). */
export async function countsOf(database: Database, batchId: string): Promise<Counts> {
  const rows = await database
    .selectFrom('job')
    .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
    .where('batch_id', '=', batchId)
    .groupBy('status')
    .execute()
  const counts: Counts = { waiting: 0, active: 0, completed: 0, failed: 0, cancelled: 0, total: 0 }
  for (const { status, count } of rows) {
    counts[status] = count
    counts.total += count
  }
  return counts
}

/**
 * Notes the end of a batch once nothing waits and nothing is in progress. One that could not place a single call has failed;
 * one that was cancelled stays so.
 */
export async function closeIfDone(database: Database, batchId: string, now: number): Promise<void> {
  const jobs = database.selectFrom('job').select('job_id').where('batch_id', '=', batchId).limit(1)
  const open = await jobs.where('status', 'in', ['waiting', 'active']).executeTakeFirst()
  if (open !== undefined) return
  const ofBatch = database.updateTable('batch').where('id', '=', batchId)
  await ofBatch.set({ completed_at: now }).where('completed_at', 'is', null).execute()
  const dialled = await jobs.where('call_id', 'is not', null).executeTakeFirst()
  await ofBatch
    .set({ status: dialled === undefined ? 'failed' : 'completed' })
    .where('status', 'in', ['queued', 'processing'])
    .execute()
}
