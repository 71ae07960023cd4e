/** How a call ends: by its script, or by hand; its job, its batch and its conversation follow. */
import type { SmartCallback } from '#contract/index.ts'
import { callErrors } from '../carrier/outcome.ts'
import { callAt } from '../carrier/story.ts'
import { announce, callFacts } from '../events/events.ts'
import type { House } from '../shared/context.ts'
import type { Database } from '../store/database.ts'
import { closeIfDone } from './batch-state.ts'
import { secondsInto, toldOf } from './call-script.ts'
import { followUp } from './messages.ts'

/**
 * When to call back, or null: none wished, or enough tries made (interface 4). `maxAttempts` counts all calls of a row, the first
 * one too; the last gap stands for those that are not given.
 */
function callBackAt(house: House, config: string | null, attempts: number, endedAt: number): number | null {
  if (config === null) return null
  const { enabled, maxAttempts, gaps } = JSON.parse(config) as SmartCallback
  const gap = gaps[Math.min(attempts, gaps.length) - 1]
  if (!enabled || gap === undefined || attempts >= maxAttempts) return null
  return endedAt + Math.ceil(((gap.days * 24 + gap.hours) * 3_600_000) / house.speed)
}

/**
 * Ends a call: by its script at its due time, or earlier because a person ended it. Its job, its batch and its conversation
 * follow in the same transaction, the caller's.
 *
 * @returns false when it had ended already; then nothing happened
 */
export async function endCall(house: House, database: Database, callId: string, endedAt: number): Promise<boolean> {
  const call = await database
    .selectFrom('call')
    .selectAll()
    .where('call_id', '=', callId)
    .where('status', '=', 'active')
    .executeTakeFirst()
  if (call === undefined) return false
  const { briefing, script } = await toldOf(database, call)
  const cut = endedAt < call.due_at
  const seconds = cut ? secondsInto(call, endedAt) : script.endsAt
  const { phase, duration } = callAt(script, seconds)
  // A person who hangs up while it rings has ended a call that nobody answered.
  const outcome = cut ? (phase === 'ringing' ? 'no_answer' : 'completed') : script.outcome
  const status = outcome === 'completed' || outcome === 'voicemail' ? 'completed' : 'failed'
  await database
    .updateTable('call')
    .set({ status, outcome, ended_at: endedAt, duration })
    .where('call_id', '=', callId)
    .execute()
  const ended =
    status === 'completed'
      ? ({ event: 'call.completed', data: { ...callFacts(call), duration, status } } as const)
      : ({ event: 'call.failed', data: callFacts(call) } as const)
  await announce(house, database, call.organisation, ended)
  if (!cut && script.followUp !== null) await followUp(house, database, call, briefing, script.followUp, endedAt)
  if (call.job_id !== null && call.batch_id !== null) {
    await endJob(house, database, call.job_id, call.batch_id, { status, outcome, endedAt, duration, byPerson: cut })
    await closeIfDone(database, call.batch_id, endedAt)
  }
  return true
}

async function endJob(
  house: House,
  database: Database,
  jobId: string,
  batchId: string,
  end: { status: 'completed' | 'failed'; outcome: string; endedAt: number; duration: number; byPerson: boolean },
): Promise<void> {
  const { attempts, callback, batchStatus } = await database
    .selectFrom('job')
    .innerJoin('batch', 'batch.id', 'job.batch_id')
    .select(['job.attempts', 'batch.callback', 'batch.status as batchStatus'])
    .where('job.job_id', '=', jobId)
    .executeTakeFirstOrThrow()
  // Who ended a call by hand does not want it to be placed again.
  const unreached = end.status === 'failed' && !end.byPerson && batchStatus !== 'cancelled'
  const again = unreached ? callBackAt(house, callback, attempts, end.endedAt) : null
  await database
    .updateTable('job')
    .set(
      again === null
        ? { status: end.status, error: callErrors[end.outcome] ?? null, end_time: end.endedAt, duration: end.duration }
        : { status: 'waiting', error: callErrors[end.outcome] ?? null, not_before: again },
    )
    .where('job_id', '=', jobId)
    .where('batch_id', '=', batchId)
    .execute()
}
