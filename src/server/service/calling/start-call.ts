/** Dials calls and counts those in progress. */
import { outcomeOf } from '../carrier/outcome.ts'
import { callEventData, enqueueEvent } from '../events/events.ts'
import type { ServiceContext } from '../shared/context.ts'
import { newId } from '../shared/random.ts'
import type { CallRow, Database, JobRow } from '../store/database.ts'
import { type CallFactColumns, type CallSnapshot, scriptFor, storeSnapshot } from './call-snapshot.ts'

/** Counts an organization's calls in progress, single and batch calls together. The plan limits this number. */
export async function countCallsInProgress(database: Database, organisation: string): Promise<number> {
  const { active } = await database
    .selectFrom('call')
    .select(({ fn }) => fn.countAll<number>().as('active'))
    .where('status', '=', 'active')
    .where('organisation', '=', organisation)
    .executeTakeFirstOrThrow()
  return active
}

/** Counts all calls to a number so far. */
async function countCallsTo(database: Database, number: string): Promise<number> {
  const { calls } = await database
    .selectFrom('call')
    .select(({ fn }) => fn.countAll<number>().as('calls'))
    .where('to_number', '=', number)
    .executeTakeFirstOrThrow()
  return calls
}

interface DialRequest {
  organisation: string
  workspace: string
  snapshot: CallSnapshot
  fromNumber: string
  toNumber: string
  customerName: string | null
  columns: Record<string, string>
  job?: Pick<JobRow, 'job_id' | 'batch_id'>
}

/**
 * Writes a call that starts now. Call it in the transaction that found a free line, so that no row is dialled twice and the
 * plan's limit holds.
 */
export async function dial(context: ServiceContext, database: Database, request: DialRequest): Promise<CallRow> {
  const callId = newId.call(context.random)
  const now = context.clock.now()
  // The nth call to a number has the same script in every installation with the same seed.
  const seed = `${context.seed}/${request.toNumber}/${await countCallsTo(database, request.toNumber)}`
  const facts: CallFactColumns = {
    seed,
    started_at: now,
    to_number: request.toNumber,
    planned_outcome: outcomeOf(seed, request.toNumber, now, context.outcomes),
    customer_name: request.customerName,
    metadata: JSON.stringify(request.columns),
  }
  const call: CallRow = {
    ...facts,
    call_id: callId,
    room_name: `${request.snapshot.agent.id}-${callId}`,
    organisation: request.organisation,
    workspace: request.workspace,
    agent_id: request.snapshot.agent.id,
    flow_id: request.snapshot.flow.id,
    briefing: await storeSnapshot(database, request.snapshot),
    batch_id: request.job?.batch_id ?? null,
    job_id: request.job?.job_id ?? null,
    from_number: request.fromNumber,
    speed: context.speed,
    status: 'active',
    outcome: null,
    due_at: now + Math.ceil((scriptFor(facts, request.snapshot).endsAt * 1000) / context.speed),
    ended_at: null,
    duration: null,
    muted_at: null,
  }
  await database.insertInto('call').values(call).execute()
  await enqueueEvent(context, database, call.organisation, { event: 'call.started', data: callEventData(call) })
  return call
}
