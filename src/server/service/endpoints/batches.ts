/** Endpoints of batch calls (specification 4.4, interface section 4). */

import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type BatchCall, type BatchProgress, SmartCallback } from '#contract/index.ts'
import { completeBatchIfDone, countJobs, type JobCounts } from '../calling/batch-state.ts'
import { checkReadiness, loadCall, secondsSinceDialled } from '../calling/call-snapshot.ts'
import { callStateAt } from '../carrier/simulate-call.ts'
import { checkFile, previewFile, readRowsToCall } from '../csv/csv.ts'
import type { RowsToCall } from '../csv/read.ts'
import { template } from '../csv/template.ts'
import type { ServiceContext } from '../shared/context.ts'
import { ApiError, apiError, describeIssue, invalidRequest, notFound, parseOptions } from '../shared/errors.ts'
import type { Handlers } from '../shared/handler.ts'
import { readPage } from '../shared/pagination.ts'
import { newId } from '../shared/random.ts'
import type { BatchRow, Database, JobRow } from '../store/database.ts'
import { toNumberSearch } from './calls.ts'

/** Other requests are served between two inserts. */
const rowsPerInsert = 250

/** Parses the callback settings (JSON); null if absent or blank. @throws ApiError 400 if they are not valid */
function parseCallback(text: string | undefined): string | null {
  if (text === undefined || text.trim() === '') return null
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw invalidRequest('smartCallbackConfig is not JSON. No call was placed.')
  }
  const parsed = SmartCallback.safeParse(value, parseOptions)
  if (parsed.success) return JSON.stringify(parsed.data)
  const [issue] = parsed.error.issues
  throw invalidRequest(
    `smartCallbackConfig: ${issue === undefined ? 'not valid.' : describeIssue(issue)} No call was placed.`,
  )
}

/** Parses the start time (ISO 8601) to epoch ms; null means now. @throws ApiError 400 if it has passed */
function parseStartTime(text: string | undefined, now: number): number | null {
  if (text === undefined) return null
  const startTime = Date.parse(text)
  if (startTime < now)
    throw invalidRequest(`scheduledAt has passed: it was ${new Date(startTime).toISOString()}. No call was placed.`)
  return startTime
}

/** Writes a waiting job for each row, in row order. */
async function writeJobs(context: ServiceContext, batchId: string, { numbers, metadata }: RowsToCall): Promise<void> {
  const stem = newId.jobStem(context.random)
  for (let from = 0; from < numbers.length; from += rowsPerInsert) {
    const jobs = numbers.slice(from, from + rowsPerInsert).map((phone_number, i) => ({
      job_id: newId.job(stem, from + i + 1),
      batch_id: batchId,
      position: from + i + 1,
      phone_number,
      metadata: metadata[from + i] ?? '{}',
      status: 'waiting' as const,
      not_before: 0,
      attempts: 0,
    }))
    await context.database.insertInto('job').values(jobs).execute()
    await yieldToEventLoop()
  }
}

const recentCallCount = 10

const isComplete = (counts: JobCounts) => counts.waiting + counts.active === 0

/** The progress of a batch. Get Batch Status has the same fields under `progress`. */
async function progressOf(database: Database, batch: BatchRow): Promise<BatchProgress> {
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

type JobWithRoom = JobRow & { room_name: string | null }

/** A call of a batch. Result fields are present once it has ended. */
const batchCallOf = (job: JobWithRoom): BatchCall => ({
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

type BatchEndpoints =
  | 'batchTemplate'
  | 'batchValidate'
  | 'batchPreview'
  | 'batchStart'
  | 'batchShow'
  | 'batchProgress'
  | 'batchCallList'
  | 'batchCallShow'
  | 'batchCancel'

export function batchHandlers(context: ServiceContext): Handlers<BatchEndpoints> {
  const { database, clock } = context
  const findBatch = async (organisation: string, id: string): Promise<BatchRow> => {
    const batch = await database
      .selectFrom('batch')
      .selectAll()
      .where('id', '=', id)
      .where('organisation', '=', organisation)
      .where('status', '!=', 'receiving')
      .executeTakeFirst()
    if (batch === undefined) throw notFound(`The batch ${id}`)
    return batch
  }
  const jobsOf = (batchId: string) =>
    database.selectFrom('job').leftJoin('call', 'call.call_id', 'job.call_id').where('job.batch_id', '=', batchId)

  return {
    batchTemplate: () =>
      Promise.resolve(
        new Response(template, {
          headers: {
            'content-type': 'text/csv; charset=utf-8',
            'content-disposition': 'attachment; filename="batch-calls-template.csv"',
          },
        }),
      ),

    batchValidate: ({ file, signal }) => checkFile(file, { person: '', isStart: false, signal }),

    batchPreview: ({ file, query, signal }) => previewFile(file, query.limit, { person: '', isStart: false, signal }),

    batchStart: async ({ upload, file, caller, signal }) => {
      const callback = parseCallback(upload.smartCallbackConfig)
      const scheduledAt = parseStartTime(upload.scheduledAt, clock.now())
      const readiness = await checkReadiness(database, caller.organisation, upload.agentId)
      if (!readiness.isReady) {
        throw readiness.missing === 'agent'
          ? notFound(`The agent ${upload.agentId}`)
          : invalidRequest(`${readiness.details} No call was placed.`)
      }
      const rows = await readRowsToCall(file, { person: '', isStart: true, signal })
      const now = clock.now()
      const id = newId.batch(context.random)
      await database
        .insertInto('batch')
        .values({
          id,
          organisation: caller.organisation,
          agent_id: upload.agentId,
          status: 'receiving',
          total: rows.numbers.length,
          scheduled_at: scheduledAt,
          callback,
          created_at: now,
        })
        .execute()
      await writeJobs(context, id, rows)
      const isScheduled = scheduledAt !== null && scheduledAt > now
      await database
        .updateTable('batch')
        .set({ status: isScheduled ? 'scheduled' : 'queued' })
        .where('id', '=', id)
        .execute()
      context.wakeRunner()
      const calls = rows.numbers.length === 1 ? '1 call' : `${rows.numbers.length} calls`
      return {
        batchId: id,
        totalCalls: rows.numbers.length,
        status: 'queued',
        message: isScheduled ? `${calls} scheduled.` : `${calls} queued.`,
      }
    },

    batchShow: async ({ params, caller }) => {
      const batch = await findBatch(caller.organisation, params.batchId)
      const { status, isComplete, ...progress } = await progressOf(database, batch)
      return {
        id: batch.id,
        agentId: batch.agent_id,
        status,
        isComplete,
        totalCalls: batch.total,
        progress,
        timestamp: clock.now(),
      }
    },

    batchProgress: async ({ params, caller }) =>
      progressOf(database, await findBatch(caller.organisation, params.batchId)),

    batchCallList: async ({ params, query, caller }) => {
      const batch = await findBatch(caller.organisation, params.batchId)
      let matching = jobsOf(batch.id)
      if (query.status !== 'all') matching = matching.where('job.status', '=', query.status)
      if (query.search !== undefined)
        matching = matching.where('phone_number', 'like', `%${toNumberSearch(query.search)}%`)
      const ordered = matching.selectAll('job').select('call.room_name').orderBy('job.position')
      const { rows, pagination } = await readPage(ordered, query)
      return { calls: rows.map(batchCallOf), pagination, summary: await countJobs(database, batch.id) }
    },

    batchCallShow: async ({ params, caller }) => {
      const batch = await findBatch(caller.organisation, params.batchId)
      const job = await jobsOf(batch.id)
        .selectAll('job')
        .select('call.room_name')
        .where('job.job_id', '=', params.jobId)
        .executeTakeFirst()
      if (job === undefined) throw batchCallNotFound(params.jobId)
      const call =
        job.call_id === null || job.end_time === null
          ? undefined
          : await database.selectFrom('call').selectAll().where('call_id', '=', job.call_id).executeTakeFirst()
      if (call === undefined || call.ended_at === null) return batchCallOf(job)
      const { script } = await loadCall(database, call)
      const mutedAt = call.muted_at === null ? null : secondsSinceDialled(call, call.muted_at)
      // A call that ended by its script has its whole transcript, even if `ended_at` was rounded.
      const seconds = call.ended_at < call.due_at ? secondsSinceDialled(call, call.ended_at) : script.endsAt
      const { transcript } = callStateAt(script, seconds, mutedAt)
      const metadata = JSON.parse(job.metadata) as Record<string, string>
      return {
        ...batchCallOf(job),
        result: { callId: call.call_id, transcript, outcome: call.outcome ?? '', metadata },
      }
    },

    batchCancel: async ({ params, caller }) => {
      const batch = await findBatch(caller.organisation, params.batchId)
      const counts = await database.transaction().execute(async (database) => {
        const now = clock.now()
        // Read the status again: the last call may have ended since `findBatch`.
        const { status } = await database
          .selectFrom('batch')
          .select('status')
          .where('id', '=', batch.id)
          .executeTakeFirstOrThrow()
        if (status === 'completed' || status === 'failed') {
          throw apiError(400, 'invalid_state', 'This batch is complete. There is nothing left to cancel.')
        }
        if (status !== 'cancelled') {
          await database
            .updateTable('job')
            .set({ status: 'cancelled', end_time: null })
            .where('batch_id', '=', batch.id)
            .where('status', '=', 'waiting')
            .execute()
          await database.updateTable('batch').set({ status: 'cancelled' }).where('id', '=', batch.id).execute()
          await completeBatchIfDone(database, batch.id, now)
        }
        return countJobs(database, batch.id)
      })
      context.wakeRunner()
      return {
        batchId: batch.id,
        status: 'cancelled',
        message:
          counts.active === 0
            ? 'The batch was cancelled.'
            : `The batch was cancelled. ${counts.active} ${counts.active === 1 ? 'call' : 'calls'} in progress will finish.`,
        details: {
          completedCalls: counts.completed,
          failedCalls: counts.failed,
          cancelledCalls: counts.cancelled,
          totalCalls: counts.total,
        },
      }
    },
  }
}

/** 404 for an unknown call of a batch, in a special form (interface section 4). */
const batchCallNotFound = (jobId: string) =>
  new ApiError(404, {
    status: 'not_found',
    error: { code: 'not_found', message: `The call ${jobId} does not exist in this batch.` },
  })
