/** Which reads of the service events and capabilities are about. How fresh each has to be, and what a command invalidates: the contract. */
import {
  invalidatedBy,
  type ServiceCommandName,
  type ServiceReadName,
  serviceEndpoints,
  type WebhookEvent,
} from '#contract/index.ts'

export const isCommandName = (name: string): name is ServiceCommandName =>
  Object.hasOwn(serviceEndpoints, name) && serviceEndpoints[name as ServiceCommandName].effect !== null
export const isReadName = (name: string): name is ServiceReadName =>
  Object.hasOwn(serviceEndpoints, name) && serviceEndpoints[name as ServiceReadName].method === 'GET'

/** How fresh the snapshot of a read has to be. */
export const freshnessOf = (name: ServiceReadName) => serviceEndpoints[name].freshness

/** What the service refused stays refused for so long: a call that has ended does not come back. */
export const refusalFreshMs = (status: number): number => (status === 404 ? 30_000 : 5_000)

/** The reads of the service that a command may have changed; those with the command's own ids, where a read has ids. */
export const invalidatedReads = (name: ServiceCommandName): readonly ServiceReadName[] =>
  invalidatedBy(name).filter(isReadName)

const callReads = ['activeCallShow', 'batchShow', 'batchProgress', 'batchCallList', 'batchCallShow'] as const
const callStartedReads = [...callReads, 'activeCallList', 'callHistory'] as const
/** A call that ended may have left a draft. */
const callEndedReads = [...callStartedReads, 'conversationList'] as const

/** The reads that an event says have changed: those whose ids it names, and those without ids. */
export const eventInvalidates: Record<WebhookEvent, readonly ServiceReadName[]> = {
  'call.started': callStartedReads,
  'call.completed': callEndedReads,
  'call.failed': callEndedReads,
  // Not the list: most of these are the end of a decision that was made here.
  'sms.sent': ['conversationShow'],
  'sms.delivered': ['conversationShow'],
  'agent.created': ['agentList'],
  'agent.updated': ['agentList', 'agentShow'],
  'flow.created': ['flowList'],
  'flow.updated': ['flowList', 'flowShow'],
}

/** Which family's existence a list shows (interface 7). */
export const capabilityLists = {
  conversations: 'conversationList',
  'active-calls': 'activeCallList',
  'messaging-agents': 'messagingAgentList',
  'message-flows': 'messageFlowList',
  history: 'callHistory',
} as const satisfies Record<string, ServiceReadName>

/** The endpoint of a read. */
export const readEndpoint = (name: ServiceReadName) => serviceEndpoints[name]
