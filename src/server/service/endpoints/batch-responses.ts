/** Answers about a batch and its calls, in the format of interface section 4. */
import type { BatchCall, BatchProgress } from '#contract/index.ts'
import { countJobs, type JobCounts } from '../calling/batch-state.ts'
import type { BatchRow, Database, JobRow } from '../store/database.ts'

const recentCallCount = 10

const isComplete = (counts: JobCounts) => counts.waiting + counts.active === 0

/** The progress of a batch. Get Batch Status has the same fields under `progress`. */
export async function progressOf(database: Database, batch: BatchRow): Promise<BatchProgress> {
  const counts = await countJobs(database, batch.id)
  const jobs = database.selectFrom('job').where('batch_id', '=', batch.id)
  const { average } = await jobs
    .select(({ fn }) => fn.avg<number | null>('duration').as('average'))
    .where('status', '=', 'completed')
    .executeTakeFirstOrThrow()
  const recent = await jobs
    .select(['job_id', 'status', 'phone_number', 'end_time', 'duration', 'error'])
    .where('end_time', 'is not', null)
    .orderBy('end_time', 'desc')
    .limit(recentCallCount)
    .execute()
  return {
    status: batch.status,
    isComplete: isComplete(counts),
    ...counts,
    startTime: batch.started_at,
    lastCompletedTime: recent[0]?.end_time ?? null,
    completedTime: batch.completed_at,
    averageCallDuration: average === null ? null : Math.round(average * 10) / 10,
    recent_calls: recent.map(({ job_id, status, phone_number, end_time, duration, error }) => ({
      jobId: job_id,
      status,
      phone_number,
      completedAt: end_time,
      duration,
      ...(error === null ? {} : { error }),
    })),
  }
}

export type JobWithRoom = JobRow & { room_name: string | null }

/** A call of a batch. Result fields are present once it has ended. */
export const batchCallOf = (job: JobWithRoom): BatchCall => ({
  jobId: job.job_id,
  status: job.status,
  phone_number: job.phone_number,
  metadata: JSON.parse(job.metadata) as Record<string, string>,
  ...(job.call_id === null ? {} : { callId: job.call_id }),
  ...(job.status === 'active' ? { roomName: job.room_name } : {}),
  ...(job.start_time === null ? {} : { startTime: job.start_time }),
  ...(job.end_time === null ? {} : { endTime: job.end_time }),
  ...(job.duration === null ? {} : { duration: job.duration }),
  ...(job.error === null ? {} : { error: job.error }),
})
