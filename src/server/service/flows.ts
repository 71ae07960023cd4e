/** Flows (specification 4.2, interface 2). */
import { sql } from 'kysely'
import type { Flow, ParsedBodyOf, ServiceEndpoints } from '#contract/index.ts'
import { findAgent } from './agents.ts'
import { iso } from './clock.ts'
import type { Database, Tables } from './database.ts'
import type { Handlers } from './handlers.ts'
import type { Caller, House } from './house.ts'
import { offsetOf, paginationOf } from './pages.ts'
import { ids } from './random.ts'
import { invalid, notFound } from './refused.ts'

export type FlowFields = Omit<Flow, 'id' | 'name' | 'agentId' | 'createdAt' | 'updatedAt'>

const standardFields: FlowFields = {
  description: '',
  direction: 'outbound',
  promptType: 'simple',
  prompt: '',
  flowData: { nodes: [], edges: [] },
  rules: [],
  isActive: true,
  welcomeMessage: 'ai_dynamic',
  customWelcomeMessage: '',
  settings: {
    callSetting: { maxCallDuration: 3600, endCallOnSilence: 30 },
    responseSettings: {
      delay: 0,
      workingHours: { enabled: false, start: '09:00', end: '17:00', timezone: 'UTC', outOfHoursMessage: '' },
    },
    enableRecording: true,
  },
}

/** The record as the interface spells it. */
export function flowOf(row: Tables['flow']): Flow {
  const fields = JSON.parse(row.record) as FlowFields
  return {
    id: row.id,
    name: row.name,
    ...fields,
    agentId: row.agent_id,
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
  } as Flow
}

/**
 * The flow that a call of this agent follows: active, outbound or bidirectional, the latest updated of several (interface 1).
 *
 * @returns the flow, or undefined when the agent has none
 */
export async function flowForCalls(database: Database, agentId: string): Promise<Flow | undefined> {
  const rows = await database
    .selectFrom('flow')
    .selectAll()
    .where('agent_id', '=', agentId)
    .orderBy('updated_at', 'desc')
    .execute()
  return rows.map(flowOf).find((flow) => flow.isActive && flow.direction !== 'inbound')
}

type Changes = ParsedBodyOf<ServiceEndpoints['flowUpdate']>
type FlowEndpoints = 'flowList' | 'flowShow' | 'flowCreate' | 'flowUpdate' | 'flowDelete'

export function flowHandlers(house: House): Handlers<FlowEndpoints> {
  const { database, clock } = house
  const existing = async (organisation: string, id: string) => {
    const row = await database
      .selectFrom('flow')
      .selectAll()
      .where('id', '=', id)
      .where('organisation', '=', organisation)
      .executeTakeFirst()
    if (row === undefined) throw notFound(`The flow ${id}`)
    return row
  }
  /** What a body says, split into the columns and the rest; what it does not name stays. */
  const changed = async (
    before: { name: string; agent_id: string | null; record: string },
    body: Changes,
    caller: Caller,
  ) => {
    const { name = before.name, agentId = before.agent_id, ...fields } = body
    if (
      typeof body.agentId === 'string' &&
      (await findAgent(database, caller.organisation, body.agentId)) === undefined
    ) {
      throw invalid('agentId names no agent of this account.')
    }
    return {
      name,
      agent_id: agentId,
      record: JSON.stringify({ ...(JSON.parse(before.record) as FlowFields), ...fields }),
    }
  }
  return {
    flowList: async ({ query, caller }) => {
      const matching = database
        .selectFrom('flow')
        .where('organisation', '=', caller.organisation)
        .where(sql<boolean>`instr(lower(name), lower(${query.search ?? ''})) > 0`)
      const { total } = await matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
      const rows = await matching
        .selectAll()
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .limit(query.limit)
        .offset(offsetOf(query))
        .execute()
      return { flows: rows.map(flowOf), pagination: paginationOf(query, total) }
    },

    flowShow: async ({ params, caller }) => flowOf(await existing(caller.organisation, params.flowId)),

    flowCreate: async ({ body, caller }) => {
      const now = clock.now()
      const promptType = body.flowData === undefined ? 'simple' : 'flow'
      const empty = { name: body.name, agent_id: null, record: JSON.stringify({ ...standardFields, promptType }) }
      const row = {
        ...caller,
        id: ids.record(house.random),
        ...(await changed(empty, body, caller)),
        created_at: now,
        updated_at: now,
      }
      await database.insertInto('flow').values(row).execute()
      return flowOf(row)
    },

    flowUpdate: async ({ params, body, caller }) => {
      const before = await existing(caller.organisation, params.flowId)
      const after = {
        ...(await changed(before, body, caller)),
        updated_at: Math.max(clock.now(), before.updated_at + 1),
      }
      await database.updateTable('flow').set(after).where('id', '=', before.id).execute()
      return flowOf({ ...before, ...after })
    },

    flowDelete: async ({ params, caller }) => {
      const { id, name } = await existing(caller.organisation, params.flowId)
      await database.deleteFrom('flow').where('id', '=', id).execute()
      return { status: 'success', message: `Flow ${name} was deleted.` }
    },
  }
}
