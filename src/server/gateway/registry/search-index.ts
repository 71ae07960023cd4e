/** What an answer of the service shows of the things that search finds: a table by endpoint. */
import { sql } from 'kysely'
import {
  type ActiveCall,
  type Agent,
  type BatchCall,
  type Conversation,
  type Flow,
  type Found,
  foldText,
  type MessageFlow,
  type MessagingAgent,
  searchWords,
} from '#contract/index.ts'
import type { ReadName } from '../cache/freshness-rules.ts'

/** Things without a page of their own: only their names are needed, never found by search. */
export const namedOnly = ['messaging-agent', 'message-flow'] as const

export interface Sight {
  kind: Exclude<Found['kind'], 'batch'> | (typeof namedOnly)[number]
  id: string
  title: string
  note: string
  /** Of a phone number, for search in any spelling. */
  digits: string
}

/** Name and id as search compares them: the column `words`. */
export const wordsOf = ({ title, id }: Pick<Sight, 'title' | 'id'>): string => foldText(`${title} ${id}`)

/**
 * The condition on a row: its `words` hold every word of the text. null: the text has no words.
 *
 * @param order `as typed` for a number, whose groups are no words: another number may hold each of them somewhere
 */
export function hasWordsOf(text: string, order: 'any' | 'as typed') {
  const words = order === 'any' ? searchWords(text) : [foldText(text)].filter(Boolean)
  const parts = words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)
  const conditions = parts.map((part) => sql<boolean>`words like ${part} escape '\\'`)
  return conditions.length === 0 ? null : sql<boolean>`(${sql.join(conditions, sql` and `)})`
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
const ofMessaging =
  (kind: (typeof namedOnly)[number]) =>
  ({ _id, name }: { _id: string; name: string }): Sight => ({ kind, id: _id, title: name, note: '', digits: '' })
const ofMessagingAgent = ofMessaging('messaging-agent')
const ofMessageFlow = ofMessaging('message-flow')
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

/** A call as an event names it. */
export const ofHeardCall = (roomName: string, toNumber: string, agentName: string): Sight => ({
  kind: 'call',
  id: roomName,
  title: toNumber || roomName,
  note: agentName,
  digits: digitsOf(toNumber),
})

/** What an answer shows, by its endpoint. */
export const sights: Partial<Record<ReadName, (data: never) => Sight[]>> = {
  agentList: ({ agents }: { agents: Agent[] }) => agents.map(ofAgent),
  agentShow: (agent: Agent) => [ofAgent(agent)],
  flowList: ({ flows }: { flows: Flow[] }) => flows.map(ofFlow),
  flowShow: (flow: Flow) => [ofFlow(flow)],
  messagingAgentList: (agents: MessagingAgent[]) => agents.map(ofMessagingAgent),
  messagingAgentShow: (agent: MessagingAgent) => [ofMessagingAgent(agent)],
  messageFlowList: (flows: MessageFlow[]) => flows.map(ofMessageFlow),
  messageFlowShow: (flow: MessageFlow) => [ofMessageFlow(flow)],
  conversationList: (conversations: Conversation[]) => conversations.map(ofConversation),
  conversationShow: (conversation: Conversation) => [ofConversation(conversation)],
  activeCallList: ({ data }: { data: ActiveCall[] }) => data.map(ofActiveCall),
  activeCallShow: (call: ActiveCall) => [ofActiveCall(call)],
  batchCallList: ({ calls }: { calls: BatchCall[] }) => calls.map(ofBatchCall),
}

/** Whose name each kind is: a conversation may be with an agent of calls or of messages, and does not say. */
export const namedAs: Record<string, 'agent' | 'flow'> = {
  agent: 'agent',
  'messaging-agent': 'agent',
  flow: 'flow',
  'message-flow': 'flow',
}
