/** How a call begins, and how many are in progress. */
import { announce, callFacts } from '../events/events.ts'
import type { House } from '../shared/context.ts'
import { ids } from '../shared/random.ts'
import type { CallRow, Database, JobRow } from '../store/database.ts'
import { type Briefing, type CallFactsRow, keepBriefing, scriptOf } from './call-script.ts'

/** Calls in progress of an organization, single and batch together: what the plan limits. */
export async function callsInProgress(database: Database, organisation: string): Promise<number> {
  const { active } = await database
    .selectFrom('call')
    .select(({ fn }) => fn.countAll<number>().as('active'))
    .where('status', '=', 'active')
    .where('organisation', '=', organisation)
    .executeTakeFirstOrThrow()
  return active
}

/** How often a number was called so far. */
async function callsTo(database: Database, number: string): Promise<number> {
  const { calls } = await database
    .selectFrom('call')
    .select(({ fn }) => fn.countAll<number>().as('calls'))
    .where('to_number', '=', number)
    .executeTakeFirstOrThrow()
  return calls
}

interface Dial {
  organisation: string
  workspace: string
  briefing: Briefing
  fromNumber: string
  toNumber: string
  customerName: string | null
  columns: Record<string, string>
  job?: Pick<JobRow, 'job_id' | 'batch_id'>
}

/**
 * Writes a call that begins now. The caller does it inside the transaction that found the line free, so that no call is dialled
 * twice and none goes beyond the plan.
 */
export async function dial(house: House, database: Database, dial: Dial): Promise<CallRow> {
  const callId = ids.call(house.random)
  const now = house.clock.now()
  const facts: CallFactsRow = {
    // A number's first call tells the same story wherever the seed is the same, and so do its later ones.
    seed: `${house.seed}/${dial.toNumber}/${await callsTo(database, dial.toNumber)}`,
    started_at: now,
    to_number: dial.toNumber,
    customer_name: dial.customerName,
    metadata: JSON.stringify(dial.columns),
  }
  const call: CallRow = {
    ...facts,
    call_id: callId,
    room_name: `${dial.briefing.agent.id}-${callId}`,
    organisation: dial.organisation,
    workspace: dial.workspace,
    agent_id: dial.briefing.agent.id,
    flow_id: dial.briefing.flow.id,
    briefing: await keepBriefing(database, dial.briefing),
    batch_id: dial.job?.batch_id ?? null,
    job_id: dial.job?.job_id ?? null,
    from_number: dial.fromNumber,
    speed: house.speed,
    status: 'active',
    outcome: null,
    due_at: now + Math.ceil((scriptOf(facts, dial.briefing).endsAt * 1000) / house.speed),
    ended_at: null,
    duration: null,
    muted_at: null,
  }
  await database.insertInto('call').values(call).execute()
  await announce(house, database, call.organisation, { event: 'call.started', data: callFacts(call) })
  return call
}
