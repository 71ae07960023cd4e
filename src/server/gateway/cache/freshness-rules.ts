/** How fresh a read must be, what a command makes old, and what an event tells of: three tables over the whole contract. */
import {
  type ServiceEndpointName,
  type ServiceEndpoints,
  serviceEndpoints,
  type WebhookEvent,
} from '#contract/index.ts'

export type ReadName = {
  [N in ServiceEndpointName]: ServiceEndpoints[N]['method'] extends 'GET' ? N : never
}[ServiceEndpointName]
export type CommandName = Exclude<ServiceEndpointName, ReadName | 'batchValidate' | 'batchPreview'>

export const isCommandName = (name: string): name is CommandName => Object.hasOwn(makesOld, name)
export const isReadName = (name: string): name is ReadName => Object.hasOwn(readRules, name)

interface ReadRule {
  /** Milliseconds for which a snapshot answers without asking the service. */
  fresh: number
  /** Refreshed in the background while somebody looks: an old snapshot answers at once, with its age. */
  watched: boolean
  /** At least so long after a reading, ms, an event may cause the next one. */
  afterEvent: number
  /** Events tell of every change: where they come, nobody needs to look in between. */
  told: boolean
}

const second = 1_000
const asked = (fresh: number, afterEvent = 5 * second): ReadRule => ({ fresh, watched: false, afterEvent, told: false })
const watched = (fresh: number): ReadRule => ({ fresh, watched: true, afterEvent: fresh, told: false })
const told = (fresh: number): ReadRule => ({ ...watched(fresh), told: true })

export const readRules: Record<ReadName, ReadRule> = {
  agentList: asked(30 * second),
  agentShow: asked(10 * second),
  flowList: asked(30 * second),
  flowShow: asked(10 * second),
  callHistory: asked(15 * second),
  batchTemplate: asked(3_600 * second),
  batchShow: told(2 * second),
  batchProgress: told(1.5 * second),
  batchCallList: told(2 * second),
  batchCallShow: told(2 * second),
  // A whole list for one draft more: not at every call that ends.
  conversationList: asked(30 * second, 10 * second),
  conversationShow: watched(2 * second),
  activeCallShow: watched(1.5 * second),
  activeCallList: watched(2 * second),
  // Read for their names, which seldom change; what is changed here makes them old at once.
  messagingAgentList: asked(3_600 * second),
  messagingAgentShow: asked(60 * second),
  messageFlowList: asked(3_600 * second),
  messageFlowShow: asked(60 * second),
}

/** What the service refused stays refused for so long: a call that has ended does not come back. */
export const refusalFresh = (status: number): number => (status === 404 ? 30 * second : 5 * second)

/** The reads that a command makes old; those with the command's own ids, where a read has ids. */
export const makesOld: Record<CommandName, readonly ReadName[]> = {
  agentCreate: ['agentList'],
  agentUpdate: ['agentList', 'agentShow'],
  agentDelete: ['agentList', 'agentShow', 'flowList', 'flowShow'],
  flowCreate: ['flowList'],
  flowUpdate: ['flowList', 'flowShow'],
  flowDelete: ['flowList', 'flowShow'],
  callSend: ['activeCallList', 'callHistory'],
  batchStart: ['activeCallList', 'callHistory'],
  batchCancel: ['batchShow', 'batchProgress', 'batchCallList'],
  messageAction: ['conversationShow', 'conversationList'],
  messageGenerate: ['conversationList'],
  activeCallEnd: ['activeCallShow', 'activeCallList', 'callHistory'],
  activeCallTakeOver: ['activeCallShow', 'activeCallList'],
  messagingAgentCreate: ['messagingAgentList'],
  messagingAgentReplace: ['messagingAgentList', 'messagingAgentShow'],
  messageFlowCreate: ['messageFlowList'],
  messageFlowReplace: ['messageFlowList', 'messageFlowShow'],
}

const ofCall = ['activeCallShow', 'batchShow', 'batchProgress', 'batchCallList', 'batchCallShow'] as const
const begun = [...ofCall, 'activeCallList', 'callHistory'] as const
/** A call that ended may have left a draft. */
const ended = [...begun, 'conversationList'] as const

/** The reads that an event says have changed: those whose ids it names, and those without ids. */
export const tellsOf: Record<WebhookEvent, readonly ReadName[]> = {
  'call.started': begun,
  'call.completed': ended,
  'call.failed': ended,
  // Not the list: most of these are the end of a decision that was made here.
  'sms.sent': ['conversationShow'],
  'sms.delivered': ['conversationShow'],
  'agent.created': ['agentList'],
  'agent.updated': ['agentList', 'agentShow'],
  'flow.created': ['flowList'],
  'flow.updated': ['flowList', 'flowShow'],
}

/** Which family's existence a list shows (interface 7). */
export const familyLists = {
  conversations: 'conversationList',
  'active-calls': 'activeCallList',
  'messaging-agents': 'messagingAgentList',
  'message-flows': 'messageFlowList',
  history: 'callHistory',
} as const satisfies Record<string, ReadName>

/** The endpoint of a read. */
export const readEndpoint = (name: ReadName) => serviceEndpoints[name]
