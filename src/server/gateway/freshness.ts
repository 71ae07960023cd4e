/** How fresh a read must be, and what a command makes old: two tables over the whole contract. */
import { type ServiceEndpointName, type ServiceEndpoints, serviceEndpoints } from '#contract/index.ts'

export type ReadName = {
  [N in ServiceEndpointName]: ServiceEndpoints[N]['method'] extends 'GET' ? N : never
}[ServiceEndpointName]
export type CommandName = Exclude<ServiceEndpointName, ReadName | 'batchValidate' | 'batchPreview'>

export const isReadName = (name: string): name is ReadName => Object.hasOwn(readRules, name)

interface ReadRule {
  /** Milliseconds for which a snapshot answers without asking the service. */
  fresh: number
  /** Refreshed in the background while somebody looks: an old snapshot answers at once, with its age. */
  watched: boolean
}

const second = 1_000
const asked = (fresh: number): ReadRule => ({ fresh, watched: false })
const watched = (fresh: number): ReadRule => ({ fresh, watched: true })

export const readRules: Record<ReadName, ReadRule> = {
  agentList: asked(30 * second),
  agentShow: asked(10 * second),
  flowList: asked(30 * second),
  flowShow: asked(10 * second),
  callHistory: asked(15 * second),
  batchTemplate: asked(3_600 * second),
  batchShow: watched(2 * second),
  batchProgress: watched(1.5 * second),
  batchCallList: watched(2 * second),
  batchCallShow: watched(2 * second),
  conversationList: asked(30 * second),
  conversationShow: watched(2 * second),
  activeCallShow: watched(1.5 * second),
  activeCallList: watched(2 * second),
  messagingAgentList: asked(60 * second),
  messagingAgentShow: asked(60 * second),
  messageFlowList: asked(60 * second),
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
  batchStart: ['activeCallList'],
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
