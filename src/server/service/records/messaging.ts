/** Messaging agents and message flows (interface 7): who writes to customers, and what. Each belongs to a workspace. */
import type { MessageFlow, MessagingAgent, ParsedBodyOf, ServiceEndpoints } from '#contract/index.ts'
import { iso } from '../shared/clock.ts'
import type { Caller, ServiceContext } from '../shared/context.ts'
import { invalidRequest } from '../shared/errors.ts'
import type { Handlers } from '../shared/handler.ts'
import type { Tables } from '../store/database.ts'
import { findRecord, recordsOf } from './records.ts'

type Columns = '_id' | 'name' | 'createdAt' | 'updatedAt'
export type MessagingAgentFields = Omit<MessagingAgent, Columns>
export type MessageFlowFields = Omit<MessageFlow, Columns | 'agent'>

const standardAgent = {
  model: 'gpt-4o-mini',
  messageChannel: 'sms',
  phoneNumberId: null,
  status: 'ready',
  settings: {},
}
const standardFlow = {
  direction: 'outbound',
  prompt: '',
  initiationMessage: '',
  isActive: true,
  autopilot: false,
  messageChannel: 'sms',
  settings: {},
}

/** What the service itself decides: whoever sends it back in a PUT changes nothing by it. */
const ours = ['_id', 'createdAt', 'updatedAt']
const without = (body: Record<string, unknown>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)))

/** The record as the interface spells it. */
export const messagingAgentOf = (row: Tables['messaging_agent']) =>
  ({
    ...(JSON.parse(row.record) as MessagingAgentFields),
    _id: row.id,
    name: row.name,
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
  }) as MessagingAgent

/** The record as the interface spells it. */
export const messageFlowOf = (row: Tables['message_flow']) =>
  ({
    ...(JSON.parse(row.record) as MessageFlowFields),
    _id: row.id,
    name: row.name,
    agent: row.agent_id,
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
  }) as MessageFlow

type MessagingEndpoints =
  | `messagingAgent${'List' | 'Show' | 'Create' | 'Replace'}`
  | `messageFlow${'List' | 'Show' | 'Create' | 'Replace'}`

export function messagingHandlers(context: ServiceContext): Handlers<MessagingEndpoints> {
  const agents = recordsOf(context, 'messaging_agent')
  const flows = recordsOf(context, 'message_flow')

  const agentContent = ({ name, ...fields }: ParsedBodyOf<ServiceEndpoints['messagingAgentCreate']>) => ({
    name,
    record: JSON.stringify({ ...standardAgent, ...without(fields, [...ours, 'status']) }),
  })
  const flowContent = async (
    { name, agent = null, ...fields }: ParsedBodyOf<ServiceEndpoints['messageFlowCreate']>,
    { workspace }: Caller,
  ) => {
    if (agent !== null && (await findRecord(context.database, 'messaging_agent', workspace, agent)) === undefined) {
      throw invalidRequest('agent names no messaging agent of this workspace.')
    }
    return { name, agent_id: agent, record: JSON.stringify({ ...standardFlow, ...without(fields, ours) }) }
  }

  return {
    messagingAgentList: async ({ query, caller }) => (await agents.list(caller, query)).rows.map(messagingAgentOf),

    messagingAgentShow: async ({ params, caller }) =>
      messagingAgentOf(await agents.existing(caller, params.messagingAgentId)),

    messagingAgentCreate: async ({ body, caller }) => messagingAgentOf(await agents.add(caller, agentContent(body))),

    messagingAgentReplace: async ({ params, body, caller }) => {
      const before = await agents.existing(caller, params.messagingAgentId)
      return messagingAgentOf(await agents.change(before, agentContent(body)))
    },

    messageFlowList: async ({ query, caller }) => (await flows.list(caller, query)).rows.map(messageFlowOf),

    messageFlowShow: async ({ params, caller }) => messageFlowOf(await flows.existing(caller, params.messageFlowId)),

    messageFlowCreate: async ({ body, caller }) =>
      messageFlowOf(await flows.add(caller, await flowContent(body, caller))),

    messageFlowReplace: async ({ params, body, caller }) => {
      const before = await flows.existing(caller, params.messageFlowId)
      return messageFlowOf(await flows.change(before, await flowContent(body, caller)))
    },
  }
}
