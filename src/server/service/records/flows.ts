/** Endpoints of flows (specification 4.2, interface section 2). */
import type { Flow, ParsedBodyOf, ServiceEndpoints } from '#contract/index.ts'
import type { Caller, ServiceContext } from '../shared/context.ts'
import { invalidRequest } from '../shared/errors.ts'
import type { Handlers } from '../shared/handler.ts'
import type { Database, Tables } from '../store/database.ts'
import { createRecordStore, fieldsOf, findRecord } from './records.ts'

export type FlowFields = Omit<Flow, 'id' | 'name' | 'agentId' | 'createdAt' | 'updatedAt'>

type JsonObject = Record<string, unknown>
const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const defaultSettings: JsonObject = {
  callSetting: { maxCallDuration: 3600, endCallOnSilence: 30 },
  responseSettings: {
    delay: 0,
    workingHours: { enabled: false, start: '09:00', end: '17:00', timezone: 'UTC', outOfHoursMessage: '' },
  },
  enableRecording: true,
}
const defaultFields: FlowFields = {
  description: '',
  direction: 'outbound',
  promptType: 'simple',
  prompt: '',
  flowData: { nodes: [], edges: [] },
  rules: [],
  isActive: true,
  welcomeMessage: 'ai_dynamic',
  customWelcomeMessage: '',
  settings: defaultSettings,
}

/** Settings with the defaults for what they leave out, at every level. */
const withDefaults = (defaults: JsonObject, settings: JsonObject = {}): JsonObject => ({
  ...defaults,
  ...settings,
  ...Object.fromEntries(
    Object.entries(defaults).flatMap(([name, value]) => {
      const setting = settings[name]
      return isObject(value) && isObject(setting) ? [[name, withDefaults(value, setting)]] : []
    }),
  ),
})

/** Converts a row to the format of the API. */
export const flowOf = (row: Tables['flow']) => ({ id: row.id, agentId: row.agent_id, ...fieldsOf(row) }) as Flow

/**
 * Finds the flow for an agent's calls: active, outbound or bidirectional, and the most recently updated one (interface section 1).
 *
 * @returns undefined if the agent has none
 */
export async function findFlowForCalls(database: Database, agentId: string): Promise<Flow | undefined> {
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

/** Creates the handlers of flows. */
export function flowHandlers(context: ServiceContext): Handlers<FlowEndpoints> {
  const flows = createRecordStore(context, 'flow')
  /** Applies a body's fields to a row. Fields that the body leaves out stay unchanged. */
  const applyChanges = async (
    before: { name: string; agent_id: string | null; record: string },
    body: Changes,
    caller: Caller,
  ) => {
    const { name = before.name, agentId = before.agent_id, ...fields } = body
    if (
      typeof body.agentId === 'string' &&
      (await findRecord(context.database, 'agent', caller.organisation, body.agentId)) === undefined
    ) {
      throw invalidRequest('agentId must be the ID of an agent in this organization.')
    }
    return {
      name,
      agent_id: agentId,
      record: JSON.stringify({ ...(JSON.parse(before.record) as FlowFields), ...fields }),
    }
  }
  return {
    flowList: async ({ query, caller }) => {
      const { rows, pagination } = await flows.list(caller, query)
      return { flows: rows.map(flowOf), pagination }
    },

    flowShow: async ({ params, caller }) => flowOf(await flows.find(caller, params.flowId)),

    flowCreate: async ({ body, caller }) => {
      const promptType = body.flowData === undefined ? 'simple' : 'flow'
      const empty = { name: body.name, agent_id: null, record: JSON.stringify({ ...defaultFields, promptType }) }
      const settings = withDefaults(defaultSettings, body.settings)
      return flowOf(await flows.create(caller, await applyChanges(empty, { ...body, settings }, caller)))
    },

    flowUpdate: async ({ params, body, caller }) => {
      const row = await flows.find(caller, params.flowId)
      return flowOf(await flows.update(row, await applyChanges(row, body, caller)))
    },

    flowDelete: async ({ params, caller }) => {
      const row = await flows.find(caller, params.flowId)
      await flows.remove(row)
      return { status: 'success', message: `Flow ${row.name} was deleted.` }
    },
  }
}
