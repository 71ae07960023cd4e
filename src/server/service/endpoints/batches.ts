/** Endpoints of batch calls (specification 4.4, interface section 4). */

import { completeBatchIfDone, countJobs } from '../calling/batch-state.ts'
import { checkReadiness, loadCall, secondsSinceDialled } from '../calling/call-snapshot.ts'
import { callStateAt } from '../carrier/simulate-call.ts'
import { checkFile, previewFile, readRowsToCall } from '../csv/csv.ts'
import { template } from '../csv/template.ts'
import type { ServiceContext } from '../shared/context.ts'
import { ApiError, apiError, invalidRequest, notFound } from '../shared/errors.ts'
import type { Handlers } from '../shared/handler.ts'
import { offsetOf, paginationOf } from '../shared/pagination.ts'
import { newId } from '../shared/random.ts'
import type { BatchRow } from '../store/database.ts'
import { batchCallOf, progressOf } from './batch-responses.ts'
import { parseCallback, parseStartTime, writeJobs } from './batch-upload.ts'
import { toNumberSearch } from './calls.ts'

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
      const batch: BatchRow = {
        id,
        organisation: caller.organisation,
        agent_id: upload.agentId,
        status: 'receiving',
        total: rows.numbers.length,
        scheduled_at: scheduledAt,
        callback,
        created_at: now,
        started_at: null,
        dialled_at: null,
        completed_at: null,
        label: null,
      }
      await database.insertInto('batch').values(batch).execute()
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
      const { total } = await matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
      const rows = await matching
        .selectAll('job')
        .select('call.room_name')
        .orderBy('job.position')
        .limit(query.limit)
        .offset(offsetOf(query))
        .execute()
      return {
        calls: rows.map(batchCallOf),
        pagination: paginationOf(query, total),
        summary: await countJobs(database, batch.id),
      }
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
