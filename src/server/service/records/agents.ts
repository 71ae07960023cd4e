/** Agents (specification 4.1, interface 1). */
import type { Agent, ParsedBodyOf, ServiceEndpoints } from '#contract/index.ts'
import { iso } from '../shared/clock.ts'
import type { ServiceContext } from '../shared/context.ts'
import type { Handlers } from '../shared/handler.ts'
import type { Tables } from '../store/database.ts'
import { recordsOf } from './records.ts'

export type AgentFields = Pick<Agent, 'model' | 'voice' | 'personality' | 'phoneNumber' | 'settings' | 'status'>

const standardSettings = { speed: 0.5, volume: 0.8, temperature: 0.4 }

/** The record as the interface spells it. */
export function agentOf(row: Tables['agent']): Agent {
  const fields = JSON.parse(row.record) as AgentFields
  return { id: row.id, name: row.name, ...fields, createdAt: iso(row.created_at), updatedAt: iso(row.updated_at) }
}

type Changes = ParsedBodyOf<ServiceEndpoints['agentUpdate']>

/** The fields after a change. Settings are merged; the voice is replaced, since provider and voice belong together. */
function changed(fields: AgentFields, changes: Changes): AgentFields {
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

/** The endpoints of agents. */
export function agentHandlers(context: ServiceContext): Handlers<AgentEndpoints> {
  const agents = recordsOf(context, 'agent')
  return {
    agentList: async ({ query, caller }) => {
      const { rows, pagination } = await agents.list(caller, query)
      return { agents: rows.map(agentOf), pagination }
    },

    agentShow: async ({ params, caller }) => agentOf(await agents.existing(caller, params.agentId)),

    agentCreate: async ({ body, caller }) => {
      const { name, model, voice } = body
      const bare = { personality: '', phoneNumber: null, settings: standardSettings, status: 'ready' }
      const fields = changed({ model, voice, ...bare }, body)
      return agentOf(await agents.add(caller, { name, record: JSON.stringify(fields) }))
    },

    agentUpdate: async ({ params, body, caller }) => {
      const before = await agents.existing(caller, params.agentId)
      const fields = changed(JSON.parse(before.record) as AgentFields, body)
      return agentOf(await agents.change(before, { name: body.name ?? before.name, record: JSON.stringify(fields) }))
    },

    agentDelete: async ({ params, caller }) => {
      const row = await agents.existing(caller, params.agentId)
      await agents.remove(row, (database) =>
        database.updateTable('flow').set({ agent_id: null }).where('agent_id', '=', row.id).execute(),
      )
      return { status: 'success', message: `Agent ${row.name} was deleted.` }
    },
  }
}
