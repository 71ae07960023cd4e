/** Which reads events and capabilities concern. Freshness and what a command invalidates come from the contract. */
import {
  invalidatedBy,
  type ServiceCommandName,
  type ServiceReadName,
  serviceEndpoints,
  type WebhookEvent,
} from '#contract/index.ts'
import { apartMs, isDoubtful, isGone } from './absence.ts'

export const isCommandName = (name: string): name is ServiceCommandName =>
  Object.hasOwn(serviceEndpoints, name) && serviceEndpoints[name as ServiceCommandName].effect !== null
export const isReadName = (name: string): name is ServiceReadName =>
  Object.hasOwn(serviceEndpoints, name) && serviceEndpoints[name as ServiceReadName].method === 'GET'

/** How fresh the snapshot of a read has to be. */
export const freshnessOf = (name: ServiceReadName) => serviceEndpoints[name].freshness

/** How long a refusal stays fresh, ms. What is gone does not come back, but only a second 404 shows that it is gone. */
export const refusalFreshMs = (snapshot: Parameters<typeof isGone>[0]): number =>
  isGone(snapshot) ? 30_000 : isDoubtful(snapshot) ? apartMs : 5_000

/** The reads that a command may have changed. For reads with ids, only those with the command's ids. */
export const invalidatedReads = (name: ServiceCommandName): readonly ServiceReadName[] =>
  invalidatedBy(name).filter(isReadName)

const callReads = ['activeCallShow', 'batchShow', 'batchProgress', 'batchCallList', 'batchCallShow'] as const
const callStartedReads = [...callReads, 'activeCallList', 'callHistory'] as const
/** A call that ended may have created a draft. */
const callEndedReads = [...callStartedReads, 'conversationList'] as const

/** The reads that an event invalidates: those whose ids it names, and those without ids. */
export const eventInvalidates: Record<WebhookEvent, readonly ServiceReadName[]> = {
  'call.started': callStartedReads,
  'call.completed': callEndedReads,
  'call.failed': callEndedReads,
  // Not the list: most of these events result from a decision made here.
  'sms.sent': ['conversationShow'],
  'sms.delivered': ['conversationShow'],
  'agent.created': ['agentList'],
  'agent.updated': ['agentList', 'agentShow'],
  'flow.created': ['flowList'],
  'flow.updated': ['flowList', 'flowShow'],
}

/** The list read that shows whether the service has a capability (interface 7). */
export const capabilityLists = {
  conversations: 'conversationList',
  'active-calls': 'activeCallList',
  'messaging-agents': 'messagingAgentList',
  'message-flows': 'messageFlowList',
  history: 'callHistory',
} as const satisfies Record<string, ServiceReadName>

/** The endpoint of a read. */
export const readEndpoint = (name: ServiceReadName) => serviceEndpoints[name]
