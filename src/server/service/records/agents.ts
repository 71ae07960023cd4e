/** Endpoints of agents (specification 4.1, interface section 1). */
import type { Agent, ParsedBodyOf, ServiceEndpoints } from '#contract/index.ts'
import type { ServiceContext } from '../shared/context.ts'
import type { Handlers } from '../shared/handler.ts'
import type { Tables } from '../store/database.ts'
import { createRecordStore, fieldsOf } from './records.ts'

export type AgentFields = Pick<Agent, 'model' | 'voice' | 'personality' | 'phoneNumber' | 'settings' | 'status'>

const defaultSettings = { speed: 0.5, volume: 0.8, temperature: 0.4 }

/** Converts a row to the interface's format. */
export const agentOf = (row: Tables['agent']): Agent => ({ id: row.id, ...fieldsOf(row) }) as Agent

type Changes = ParsedBodyOf<ServiceEndpoints['agentUpdate']>

/** Applies changes. Settings are merged; the voice is replaced as a whole, because provider and voice belong together. */
function applyChanges(fields: AgentFields, changes: Changes): AgentFields {
  return {
    ...fields,
    model: changes.model ?? fields.model,
    voice: changes.voice ?? fields.voice,
    personality: changes.personality ?? fields.personality,
    phoneNumber: changes.phoneNumber === undefined ? fields.phoneNumber : changes.phoneNumber,
    settings: { ...fields.settings, ...changes.settings },
  }
}

type AgentEndpoints = 'agentList' | 'agentShow' | 'agentCreate' | 'agentUpdate' | 'agentDelete'

/** Creates the handlers of agents. */
export function agentHandlers(context: ServiceContext): Handlers<AgentEndpoints> {
  const agents = createRecordStore(context, 'agent')
  return {
    agentList: async ({ query, caller }) => {
      const { rows, pagination } = await agents.list(caller, query)
      return { agents: rows.map(agentOf), pagination }
    },

    agentShow: async ({ params, caller }) => agentOf(await agents.find(caller, params.agentId)),

    agentCreate: async ({ body, caller }) => {
      const { name, model, voice } = body
      const defaults = { personality: '', phoneNumber: null, settings: defaultSettings, status: 'ready' }
      const fields = applyChanges({ model, voice, ...defaults }, body)
      return agentOf(await agents.create(caller, { name, record: JSON.stringify(fields) }))
    },

    agentUpdate: async ({ params, body, caller }) => {
      const row = await agents.find(caller, params.agentId)
      const fields = applyChanges(JSON.parse(row.record) as AgentFields, body)
      return agentOf(await agents.update(row, { name: body.name ?? row.name, record: JSON.stringify(fields) }))
    },

    agentDelete: async ({ params, caller }) => {
      const row = await agents.find(caller, params.agentId)
      await agents.remove(row, (database) =>
        database.updateTable('flow').set({ agent_id: null }).where('agent_id', '=', row.id).execute(),
      )
      return { status: 'success', message: `Agent ${row.name} was deleted.` }
    },
  }
}
