/**
 * The call runner: ends calls whose script is over, starts scheduled batches, dials waiting rows while lines are free, and adds
 * customers' replies. It sleeps until something is due. All state is in the database, so it resumes after a restart.
 */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { ExpressionBuilder } from 'kysely'
import type { ServiceContext } from '../shared/context.ts'
import { createWorkLoop, type WorkLoop } from '../shared/work-loop.ts'
import type { BatchRow, Database, Tables } from '../store/database.ts'
import { completeBatchIfDone } from './batch-state.ts'
import { checkReadiness } from './call-snapshot.ts'
import { endCall } from './end-call.ts'
import { receiveDueReplies } from './messages.ts'
import { isOwnBatch, mayCall } from './own.ts'
import { dial } from './start-call.ts'

export interface Runner extends Omit<WorkLoop, 'start'> {
  /** Cleans up after the previous process and starts; resolves when all due work is done. */
  start: () => Promise<void>
}

/** Batches use at most 80 % of the plan's concurrent calls (at least one), so that single calls find a free line. */
export const maxBatchCalls = (concurrentCalls: number): number => Math.max(1, Math.ceil(concurrentCalls * 0.8))

/** Limits each transaction, because no request is served while it runs. More calls in one transaction mean fewer waits for the disk. */
const callsPerTransaction = 10

async function endDueCalls(context: ServiceContext): Promise<void> {
  const dueCalls = await context.database
    .selectFrom('call')
    .select(['call_id', 'due_at'])
    .where('status', '=', 'active')
    .where('due_at', '<=', context.clock.now())
    .orderBy('due_at')
    .execute()
  for (let from = 0; from < dueCalls.length; from += callsPerTransaction) {
    await context.database.transaction().execute(async (database) => {
      for (const { call_id, due_at } of dueCalls.slice(from, from + callsPerTransaction))
        await endCall(context, database, call_id, due_at)
    })
    await yieldToEventLoop()
  }
}

const queueScheduledBatches = (context: ServiceContext) =>
  context.database
    .updateTable('batch')
    .set({ status: 'queued' })
    .where('status', '=', 'scheduled')
    .where('scheduled_at', '<=', context.clock.now())
    .execute()

const countActiveJobs = (eb: ExpressionBuilder<Tables, 'batch'>) =>
  eb
    .selectFrom('job')
    .select((eb) => eb.fn.countAll<number>().as('active'))
    .whereRef('job.batch_id', '=', 'batch.id')
    .where('job.status', '=', 'active')

/**
 * Finds the batch that dials next: among those with rows to dial and a free line, the one with the fewest calls in progress,
 * then the one that dialled longest ago.
 */
async function findNextBatch(database: Database, lineCount: number, now: number): Promise<BatchRow | undefined> {
  return database
    .selectFrom('batch')
    .selectAll()
    .where('status', 'in', ['queued', 'processing'])
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('job')
          .select('job_id')
          .whereRef('job.batch_id', '=', 'batch.id')
          .where('job.status', '=', 'waiting')
          .where('job.not_before', '<=', now),
      ),
    )
    .where(
      (eb) =>
        eb
          .selectFrom('call')
          .select((eb) => eb.fn.countAll<number>().as('inProgress'))
          .whereRef('call.organisation', '=', 'batch.organisation')
          .where('call.status', '=', 'active'),
      '<',
      lineCount,
    )
    .where((eb) =>
      eb(
        countActiveJobs(eb),
        '<',
        eb.fn.coalesce(
          eb.selectFrom('activity').select('max_calls').whereRef('activity.id', '=', 'batch.id'),
          eb.val(lineCount),
        ),
      ),
    )
    .orderBy(countActiveJobs)
    .orderBy('dialled_at')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
}

const customerNameOf = (columns: Record<string, string>): string | null =>
  [columns.first_name, columns.last_name].filter(Boolean).join(' ') || null

/**
 * Dials one waiting row. A row of a batch that nobody requested is left out if it is night there: the batch took longer than expected, or the
 * computer slept. Returns false if there is no row to dial or no free line.
 */
async function dialNext(context: ServiceContext, database: Database): Promise<boolean> {
  const now = context.clock.now()
  const batch = await findNextBatch(database, maxBatchCalls(context.plan.concurrentCalls), now)
  if (batch === undefined) return false
  const job = await database
    .selectFrom('job')
    .selectAll()
    .where('batch_id', '=', batch.id)
    .where('status', '=', 'waiting')
    .where('not_before', '<=', now)
    // Due callbacks come before rows that were never called.
    .orderBy('not_before', 'desc')
    .orderBy('position')
    .limit(1)
    .executeTakeFirstOrThrow()
  const jobUpdate = database.updateTable('job').where('job_id', '=', job.job_id)
  if (!mayCall(job.phone_number, now) && (await isOwnBatch(database, batch.id))) {
    await jobUpdate.set({ status: 'cancelled' }).execute()
    await completeBatchIfDone(database, batch.id, now)
    return true
  }
  await database
    .updateTable('batch')
    .set({ status: 'processing', started_at: batch.started_at ?? now, dialled_at: now })
    .where('id', '=', batch.id)
    .execute()
  const readiness = await checkReadiness(database, batch.organisation, batch.agent_id)
  if (!readiness.isReady) {
    await jobUpdate.set({ status: 'failed', error: readiness.details, start_time: now, end_time: now }).execute()
    await completeBatchIfDone(database, batch.id, now)
    return true
  }
  const columns = JSON.parse(job.metadata) as Record<string, string>
  const { call_id } = await dial(context, database, {
    organisation: batch.organisation,
    workspace: readiness.workspace,
    snapshot: readiness.snapshot,
    fromNumber: readiness.fromNumber,
    toNumber: job.phone_number,
    customerName: customerNameOf(columns),
    columns,
    job,
  })
  await jobUpdate
    .set({ status: 'active', call_id, attempts: job.attempts + 1, start_time: now, end_time: null, error: null })
    .execute()
  return true
}

/** Dials while rows wait and lines are free. */
async function dialAll(context: ServiceContext, isStopped: () => boolean): Promise<void> {
  let mayHaveMore = true
  while (mayHaveMore && !isStopped()) {
    mayHaveMore = await context.database.transaction().execute(async (database) => {
      for (let dialled = 0; dialled < callsPerTransaction; dialled++)
        if (!(await dialNext(context, database))) return false
      return true
    })
    await yieldToEventLoop()
  }
}

/** When work is due next (epoch ms); null: no work is scheduled. */
async function findNextDueTime({ database, clock }: ServiceContext): Promise<number | null> {
  const now = clock.now()
  const times = await Promise.all([
    database
      .selectFrom('call')
      .select(({ fn }) => fn.min<number | null>('due_at').as('at'))
      .where('status', '=', 'active')
      .executeTakeFirstOrThrow(),
    database
      .selectFrom('batch')
      .select(({ fn }) => fn.min<number | null>('scheduled_at').as('at'))
      .where('status', '=', 'scheduled')
      .executeTakeFirstOrThrow(),
    database
      .selectFrom('reply')
      .select(({ fn }) => fn.min<number | null>('due_at').as('at'))
      .executeTakeFirstOrThrow(),
    // Only callbacks have a time of their own. Other rows wait for a line, which the end of a call frees.
    database
      .selectFrom('job')
      .innerJoin('batch', 'batch.id', 'job.batch_id')
      .select(({ fn }) => fn.min<number | null>('job.not_before').as('at'))
      .where('batch.status', 'in', ['queued', 'processing'])
      .where('batch.callback', 'is not', null)
      .where('job.status', '=', 'waiting')
      .where('job.not_before', '>', now)
      .executeTakeFirstOrThrow(),
  ])
  const dueTimes = times.map(({ at }) => at).filter((at) => at !== null)
  return dueTimes.length === 0 ? null : Math.min(...dueTimes)
}

/**
 * Creates the runner, stopped.
 *
 * @param report called with internal errors; the runner continues
 */
export function createRunner(context: ServiceContext, report: (error: unknown) => void): Runner {
  const loop = createWorkLoop({
    clock: context.clock,
    report,
    runDueWork: async (isStopped) => {
      await endDueCalls(context)
      await receiveDueReplies(context)
      await queueScheduledBatches(context)
      await dialAll(context, isStopped)
    },
    nextDueAt: () => findNextDueTime(context),
  })
  return {
    ...loop,
    start: async () => {
      // A crash during an upload leaves a partial batch, whose ID no client has received.
      await context.database.deleteFrom('batch').where('status', '=', 'receiving').execute()
      loop.start()
      await loop.whenIdle()
    },
  }
}
