/** Ends calls, by their script or on request, and updates their job, batch and conversation. */
import type { SmartCallback } from '#contract/index.ts'
import { callErrors } from '../carrier/outcome.ts'
import { callStateAt } from '../carrier/simulate-call.ts'
import { callEventData, enqueueEvent } from '../events/events.ts'
import type { ServiceContext } from '../shared/context.ts'
import type { Database } from '../store/database.ts'
import { completeBatchIfDone } from './batch-state.ts'
import { loadCall, secondsSinceDialled } from './call-snapshot.ts'
import { addFollowUp } from './messages.ts'
import { mayLeaveDraft } from './own.ts'

/**
 * When to call a row again (epoch ms), or null if callbacks are off or used up (interface section 4). `maxAttempts` includes the first
 * call. The last gap applies to all further attempts.
 */
function callbackTime(
  context: ServiceContext,
  config: string | null,
  attempts: number,
  endedAt: number,
): number | null {
  if (config === null) return null
  const { enabled, maxAttempts, gaps } = JSON.parse(config) as SmartCallback
  const gap = gaps[Math.min(attempts, gaps.length) - 1]
  if (!enabled || gap === undefined || attempts >= maxAttempts) return null
  return endedAt + Math.ceil(((gap.days * 24 + gap.hours) * 3_600_000) / context.speed)
}

/**
 * Ends a call: at its due time by its script, or earlier because a person ended it. Updates its job, batch and conversation
 * too. The caller provides the transaction.
 *
 * @returns false if the call had already ended; then nothing changed
 */
export async function endCall(
  context: ServiceContext,
  database: Database,
  callId: string,
  endedAt: number,
): Promise<boolean> {
  const call = await database
    .selectFrom('call')
    .selectAll()
    .where('call_id', '=', callId)
    .where('status', '=', 'active')
    .executeTakeFirst()
  if (call === undefined) return false
  const { snapshot, script } = await loadCall(database, call)
  const endedByPerson = endedAt < call.due_at
  const seconds = endedByPerson ? secondsSinceDialled(call, endedAt) : script.endsAt
  const { phase, duration } = callStateAt(script, seconds)
  // A call that a person ends while it rings was not answered.
  const outcome = endedByPerson ? (phase === 'ringing' ? 'no_answer' : 'completed') : script.outcome
  const status = outcome === 'completed' || outcome === 'voicemail' ? 'completed' : 'failed'
  await database
    .updateTable('call')
    .set({ status, outcome, ended_at: endedAt, duration })
    .where('call_id', '=', callId)
    .execute()
  const endEvent =
    status === 'completed'
      ? ({ event: 'call.completed', data: { ...callEventData(call), duration, status } } as const)
      : ({ event: 'call.failed', data: callEventData(call) } as const)
  await enqueueEvent(context, database, call.organisation, endEvent)
  if (!endedByPerson && script.followUp !== null && (!script.followUp.isDraft || (await mayLeaveDraft(database, call))))
    await addFollowUp(context, database, call, snapshot, script.followUp, endedAt)
  if (call.job_id !== null && call.batch_id !== null) {
    await endJob(context, database, call.job_id, call.batch_id, { status, outcome, endedAt, duration, endedByPerson })
    await completeBatchIfDone(database, call.batch_id, endedAt)
  }
  return true
}

async function endJob(
  context: ServiceContext,
  database: Database,
  jobId: string,
  batchId: string,
  ended: { status: 'completed' | 'failed'; outcome: string; endedAt: number; duration: number; endedByPerson: boolean },
): Promise<void> {
  const { attempts, callback, batchStatus } = await database
    .selectFrom('job')
    .innerJoin('batch', 'batch.id', 'job.batch_id')
    .select(['job.attempts', 'batch.callback', 'batch.status as batchStatus'])
    .where('job.job_id', '=', jobId)
    .executeTakeFirstOrThrow()
  // A call that a person ended is not placed again.
  const canRetry = ended.status === 'failed' && !ended.endedByPerson && batchStatus !== 'cancelled'
  const retryAt = canRetry ? callbackTime(context, callback, attempts, ended.endedAt) : null
  await database
    .updateTable('job')
    .set(
      retryAt === null
        ? {
            status: ended.status,
            error: callErrors[ended.outcome] ?? null,
            end_time: ended.endedAt,
            duration: ended.duration,
          }
        : { status: 'waiting', error: callErrors[ended.outcome] ?? null, not_before: retryAt },
    )
    .where('job_id', '=', jobId)
    .where('batch_id', '=', batchId)
    .execute()
}
