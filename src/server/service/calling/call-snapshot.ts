/**
 * Snapshots of an agent and its flow at the moment of dialling. A call's script is computed from its snapshot, so editing the
 * flow never changes what was already said. Calls with the same snapshot share one row.
 */
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Agent } from '#contract/index.ts'
import { type CallFacts, type Script, simulateCall } from '../carrier/simulate-call.ts'
import { agentOf } from '../records/agents.ts'
import { findFlowForCalls } from '../records/flows.ts'
import { findRecord } from '../records/records.ts'
import type { Outcome } from '../shared/outcomes.ts'
import type { CallRow, Database } from '../store/database.ts'

export interface CallSnapshot {
  agent: Pick<Agent, 'id' | 'name' | 'model' | 'voice'>
  flow: CallFacts['flow']
}

export type CallReadiness =
  | { isReady: true; snapshot: CallSnapshot; fromNumber: string; workspace: string }
  | { isReady: false; missing: 'agent' | 'number' | 'flow'; details: string }

const missingDetails = {
  agent: 'The agent does not exist or the caller has no access to it.',
  number: 'The agent has no phone number configured.',
  flow: 'The agent has no active flow for outbound calls.',
} as const
const notReady = (missing: keyof typeof missingDetails): CallReadiness => ({
  isReady: false,
  missing,
  details: missingDetails[missing],
})

/**
 * Checks whether an agent can place calls (specification 4.3 rules 1 to 3).
 *
 * @returns the snapshot for the call, or the first missing requirement with a message
 */
export async function checkReadiness(
  database: Database,
  organisation: string,
  agentId: string,
): Promise<CallReadiness> {
  const row = await findRecord(database, 'agent', organisation, agentId)
  if (row === undefined) return notReady('agent')
  const { id, name, model, voice, phoneNumber } = agentOf(row)
  if (phoneNumber === null) return notReady('number')
  const flow = await findFlowForCalls(database, agentId)
  if (flow === undefined) return notReady('flow')
  const {
    id: flowId,
    description,
    promptType,
    prompt,
    flowData,
    rules,
    settings,
    welcomeMessage,
    customWelcomeMessage,
  } = flow
  return {
    isReady: true,
    fromNumber: phoneNumber,
    workspace: row.workspace,
    snapshot: {
      agent: { id, name, model, voice },
      flow: {
        id: flowId,
        name: flow.name,
        description,
        promptType,
        prompt,
        flowData,
        rules,
        settings,
        welcomeMessage,
        customWelcomeMessage,
      },
    },
  }
}

/** Stores a snapshot, unless the same one exists, and returns its ID (a hash of its content). */
export async function storeSnapshot(database: Database, snapshot: CallSnapshot): Promise<string> {
  const content = JSON.stringify(snapshot)
  const id = createHash('sha256').update(content).digest('hex').slice(0, 32)
  await database
    .insertInto('briefing')
    .values({ id, content })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return id
}

export type CallFactColumns = Pick<
  CallRow,
  'seed' | 'started_at' | 'to_number' | 'customer_name' | 'metadata' | 'planned_outcome'
>

/** Computes the script of a call: everything that will happen in it. */
export const scriptFor = (call: CallFactColumns, { agent, flow }: CallSnapshot): Script =>
  simulateCall({
    seed: call.seed,
    dialledAt: call.started_at,
    toNumber: call.to_number,
    outcome: call.planned_outcome as Outcome,
    customerName: call.customer_name,
    columns: JSON.parse(call.metadata) as Record<string, string>,
    agent,
    flow,
  })

interface LoadedCall {
  readonly snapshot: CallSnapshot
  readonly script: Script
}

/** The calls that were loaded last, by everything that their script depends on. More than can be live at once on any plan. */
const loadedCalls = new LRUCache<string, LoadedCall>({ max: 200 })

/** Loads the snapshot of a call and computes its script, or returns both as they were loaded before: live calls are read all the time. */
export async function loadCall(database: Database, call: CallRow): Promise<LoadedCall> {
  const { briefing, seed, started_at, to_number, customer_name, metadata, planned_outcome } = call
  const key = JSON.stringify([briefing, seed, started_at, to_number, customer_name, metadata, planned_outcome])
  const loaded = loadedCalls.get(key)
  if (loaded) return loaded
  const { content } = await database
    .selectFrom('briefing')
    .select('content')
    .where('id', '=', briefing)
    .executeTakeFirstOrThrow()
  const snapshot = JSON.parse(content) as CallSnapshot
  const computed = { snapshot, script: scriptFor(call, snapshot) }
  loadedCalls.set(key, computed)
  return computed
}

/** Carrier seconds from dialling to `now`; 0 before. */
export const secondsSinceDialled = (call: Pick<CallRow, 'started_at' | 'speed'>, now: number): number =>
  Math.max(0, ((now - call.started_at) / 1000) * call.speed)
