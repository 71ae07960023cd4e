/**
 * What an agent and its flow are at the moment of dialling. Kept beside the call, once per version, so that editing the flow
 * never changes what was already said.
 */
import { createHash } from 'node:crypto'
import type { Agent } from '#contract/index.ts'
import { type CallFacts, type Script, story } from '../carrier/story.ts'
import { agentOf } from '../records/agents.ts'
import { flowForCalls } from '../records/flows.ts'
import { findRecord } from '../records/store.ts'
import type { CallRow, Database } from '../store/database.ts'

export interface Briefing {
  agent: Pick<Agent, 'id' | 'name' | 'model' | 'voice'>
  flow: CallFacts['flow']
}

export type Ready =
  | { ready: true; briefing: Briefing; fromNumber: string; workspace: string }
  | { ready: false; missing: 'agent' | 'number' | 'flow'; details: string }

const details = {
  agent: 'The agent does not exist or the caller has no access to it.',
  number: 'The agent has no phone number configured.',
  flow: 'The agent has no active flow for outbound calls.',
} as const
const lacks = (missing: keyof typeof details): Ready => ({ ready: false, missing, details: details[missing] })

/**
 * Whether an agent can place calls (specification 4.3 rules 1 to 3), and with what.
 *
 * @returns the briefing, or the first thing that is missing, with a sentence
 */
export async function readyToCall(database: Database, organisation: string, agentId: string): Promise<Ready> {
  const row = await findRecord(database, 'agent', organisation, agentId)
  if (row === undefined) return lacks('agent')
  const { id, name, model, voice, phoneNumber } = agentOf(row)
  if (phoneNumber === null) return lacks('number')
  const flow = await flowForCalls(database, agentId)
  if (flow === undefined) return lacks('flow')
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
    ready: true,
    fromNumber: phoneNumber,
    workspace: row.workspace,
    briefing: {
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

/** Keeps a briefing and returns its id; the same briefing is kept once. */
export async function keepBriefing(database: Database, briefing: Briefing): Promise<string> {
  const content = JSON.stringify(briefing)
  const id = createHash('sha256').update(content).digest('hex').slice(0, 32)
  await database
    .insertInto('briefing')
    .values({ id, content })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return id
}

export type CallFactsRow = Pick<CallRow, 'seed' | 'started_at' | 'to_number' | 'customer_name' | 'metadata'>

/** The script of a call. */
export const scriptOf = (call: CallFactsRow, { agent, flow }: Briefing): Script =>
  story({
    seed: call.seed,
    dialledAt: call.started_at,
    toNumber: call.to_number,
    customerName: call.customer_name,
    columns: JSON.parse(call.metadata) as Record<string, string>,
    agent,
    flow,
  })

/** The briefing and script of a call that was dialled. */
export async function toldOf(database: Database, call: CallRow): Promise<{ briefing: Briefing; script: Script }> {
  const { content } = await database
    .selectFrom('briefing')
    .select('content')
    .where('id', '=', call.briefing)
    .executeTakeFirstOrThrow()
  const briefing = JSON.parse(content) as Briefing
  return { briefing, script: scriptOf(call, briefing) }
}

/** Carrier seconds since dialling. */
export const secondsInto = (call: Pick<CallRow, 'started_at' | 'speed'>, now: number): number =>
  Math.max(0, ((now - call.started_at) / 1000) * call.speed)
