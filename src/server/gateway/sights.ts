/** What an answer of the service shows of the things that search finds: a table by endpoint. */
import type { ActiveCall, Agent, BatchCall, Conversation, Flow, Found } from '#contract/index.ts'
import type { ReadName } from './freshness.ts'

export interface Sight {
  kind: Exclude<Found['kind'], 'batch'>
  id: string
  title: string
  note: string
  /** Of a phone number, for search in any spelling. */
  digits: string
}

export const digitsOf = (text: string | null | undefined): string => (text ?? '').replace(/\D/g, '')

const ofAgent = (agent: Agent): Sight => ({
  kind: 'agent',
  id: agent.id,
  title: agent.name,
  note: agent.status,
  digits: digitsOf(agent.phoneNumber),
})
const ofFlow = (flow: Flow): Sight => ({
  kind: 'flow',
  id: flow.id,
  title: flow.name,
  note: flow.direction,
  digits: '',
})
const ofConversation = ({ _id, customer, messages }: Conversation): Sight => ({
  kind: 'conversation',
  id: _id,
  title: customer.name || customer.phone || customer.email || _id,
  note: `${messages.length} ${messages.length === 1 ? 'message' : 'messages'}`,
  digits: digitsOf(customer.phone),
})
export const ofActiveCall = (
  call: Pick<ActiveCall, 'roomName' | 'customerName' | 'customerPhone' | 'aiAgentName'>,
): Sight => ({
  kind: 'call',
  id: call.roomName,
  title: call.customerName || call.customerPhone || call.roomName,
  note: call.aiAgentName,
  digits: digitsOf(call.customerPhone),
})
const ofBatchCall = (call: BatchCall): Sight => ({
  kind: 'call',
  id: call.roomName ?? '',
  title: call.phone_number,
  note: call.status,
  digits: digitsOf(call.phone_number),
})

/** What an answer shows, by its endpoint. */
export const sights: Partial<Record<ReadName, (data: never) => Sight[]>> = {
  agentList: ({ agents }: { agents: Agent[] }) => agents.map(ofAgent),
  agentShow: (agent: Agent) => [ofAgent(agent)],
  flowList: ({ flows }: { flows: Flow[] }) => flows.map(ofFlow),
  flowShow: (flow: Flow) => [ofFlow(flow)],
  conversationList: (conversations: Conversation[]) => conversations.map(ofConversation),
  conversationShow: (conversation: Conversation) => [ofConversation(conversation)],
  activeCallList: ({ data }: { data: ActiveCall[] }) => data.map(ofActiveCall),
  activeCallShow: (call: ActiveCall) => [ofActiveCall(call)],
  batchCallList: ({ calls }: { calls: BatchCall[] }) => calls.map(ofBatchCall),
}
