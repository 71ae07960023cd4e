/** Counts and completion of a batch. Counts are computed from the jobs each time, so they always add up. */
import type { BatchCallState } from '#contract/index.ts'
import type { Database } from '../store/database.ts'

export type JobCounts = Record<BatchCallState | 'total', number>

/** Counts a batch's jobs by status: waiting + active + completed + failed + cancelled = total (interface section 4). */
export async function countJobs(database: Database, batchId: string): Promise<JobCounts> {
  const rows = await database
    .selectFrom('job')
    .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
    .where('batch_id', '=', batchId)
    .groupBy('status')
    .execute()
  const counts: JobCounts = { waiting: 0, active: 0, completed: 0, failed: 0, cancelled: 0, total: 0 }
  for (const { status, count } of rows) {
    counts[status] = count
    counts.total += count
  }
  return counts
}

/**
 * Completes a batch that has no waiting or active jobs. A batch without a single placed call has failed. A cancelled batch
 * stays cancelled.
 */
export async function completeBatchIfDone(database: Database, batchId: string, now: number): Promise<void> {
  const jobsOfBatch = database.selectFrom('job').select('job_id').where('batch_id', '=', batchId).limit(1)
  const unfinished = await jobsOfBatch.where('status', 'in', ['waiting', 'active']).executeTakeFirst()
  if (unfinished !== undefined) return
  const batchUpdate = database.updateTable('batch').where('id', '=', batchId)
  await batchUpdate.set({ completed_at: now }).where('completed_at', 'is', null).execute()
  const dialled = await jobsOfBatch.where('call_id', 'is not', null).executeTakeFirst()
  await batchUpdate
    .set({ status: dialled === undefined ? 'failed' : 'completed' })
    .where('status', 'in', ['queued', 'processing'])
    .execute()
}
