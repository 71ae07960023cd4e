/** Endpoints of messaging agents and message flows (interface section 7). Both belong to a workspace. */
import type { MessageFlow, MessagingAgent, ParsedBodyOf, ServiceEndpoints } from '#contract/index.ts'
import type { Caller, ServiceContext } from '../shared/context.ts'
import { invalidRequest } from '../shared/errors.ts'
import type { Handlers } from '../shared/handler.ts'
import { bareList } from '../shared/pagination.ts'
import type { Tables } from '../store/database.ts'
import { createRecordStore, fieldsOf, findRecord } from './records.ts'

type Columns = '_id' | 'name' | 'createdAt' | 'updatedAt'
export type MessagingAgentFields = Omit<MessagingAgent, Columns>
export type MessageFlowFields = Omit<MessageFlow, Columns | 'agent'>

const defaultAgent = {
  model: 'gpt-4o-mini',
  messageChannel: 'sms',
  phoneNumberId: null,
  status: 'ready',
  settings: {},
}
const defaultFlow = {
  direction: 'outbound',
  prompt: '',
  initiationMessage: '',
  isActive: true,
  autopilot: false,
  messageChannel: 'sms',
  settings: {},
}

/** Fields that the service sets. A PUT may contain them, but does not change them. */
const readOnlyFields = ['_id', 'createdAt', 'updatedAt']
const omitFields = (body: Record<string, unknown>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)))

/** Converts a row to the interface's format. */
export const messagingAgentOf = (row: Tables['messaging_agent']) =>
  ({ _id: row.id, ...fieldsOf(row) }) as MessagingAgent

/** Converts a row to the interface's format. */
export const messageFlowOf = (row: Tables['message_flow']) =>
  ({ _id: row.id, agent: row.agent_id, ...fieldsOf(row) }) as MessageFlow

type MessagingEndpoints =
  | `messagingAgent${'List' | 'Show' | 'Create' | 'Replace'}`
  | `messageFlow${'List' | 'Show' | 'Create' | 'Replace'}`

export function messagingHandlers(context: ServiceContext): Handlers<MessagingEndpoints> {
  const agents = createRecordStore(context, 'messaging_agent')
  const flows = createRecordStore(context, 'message_flow')

  const agentContentOf = ({ name, ...fields }: ParsedBodyOf<ServiceEndpoints['messagingAgentCreate']>) => ({
    name,
    record: JSON.stringify({ ...defaultAgent, ...omitFields(fields, [...readOnlyFields, 'status']) }),
  })
  const flowContentOf = async (
    { name, agent = null, ...fields }: ParsedBodyOf<ServiceEndpoints['messageFlowCreate']>,
    { workspace }: Caller,
  ) => {
    if (agent !== null && (await findRecord(context.database, 'messaging_agent', workspace, agent)) === undefined) {
      throw invalidRequest('agent must be the ID of a messaging agent in this workspace.')
    }
    return { name, agent_id: agent, record: JSON.stringify({ ...defaultFlow, ...omitFields(fields, readOnlyFields) }) }
  }

  return {
    messagingAgentList: async ({ query, caller }) => {
      const { rows, pagination } = await agents.list(caller, query)
      return bareList('/v1/api/omni-flow-agents', rows.map(messagingAgentOf), pagination)
    },

    messagingAgentShow: async ({ params, caller }) =>
      messagingAgentOf(await agents.find(caller, params.messagingAgentId)),

    messagingAgentCreate: async ({ body, caller }) =>
      messagingAgentOf(await agents.create(caller, agentContentOf(body))),

    messagingAgentReplace: async ({ params, body, caller }) => {
      const row = await agents.find(caller, params.messagingAgentId)
      return messagingAgentOf(await agents.update(row, agentContentOf(body)))
    },

    messageFlowList: async ({ query, caller }) => {
      const { rows, pagination } = await flows.list(caller, query)
      return bareList('/v1/api/message-flows', rows.map(messageFlowOf), pagination)
    },

    messageFlowShow: async ({ params, caller }) => messageFlowOf(await flows.find(caller, params.messageFlowId)),

    messageFlowCreate: async ({ body, caller }) =>
      messageFlowOf(await flows.create(caller, await flowContentOf(body, caller))),

    messageFlowReplace: async ({ params, body, caller }) => {
      const row = await flows.find(caller, params.messageFlowId)
      return messageFlowOf(await flows.update(row, await flowContentOf(body, caller)))
    },
  }
}
