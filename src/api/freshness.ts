/** How fresh each read has to be, in one table: who looks decides what it costs (design: freshness). */
import type { Contract, EndpointName } from '#contract/index.ts'
import type { Attention } from './client.ts'

type ReadName = { [N in EndpointName]: Contract[N]['method'] extends 'GET' ? N : never }[EndpointName]
type CommandName = Exclude<EndpointName, ReadName>

export interface Freshness {
  /** Milliseconds for which an answer is not asked for again by showing it. */
  stale: number
  /** Milliseconds between two polls of the gateway while shown; false: never by itself. Polls cost the service nothing. */
  poll: number | false
  /** How closely it is looked at while shown. */
  attention: Attention
}

const second = 1_000
const still = (stale: number): Freshness => ({ stale, poll: false, attention: 'visible' })
const live = (poll: number, attention: Attention = 'visible'): Freshness => ({ stale: 0, poll, attention })

export const freshness: Record<ReadName, Freshness> = {
  agentList: still(30 * second),
  agentShow: still(10 * second),
  flowList: still(30 * second),
  flowShow: still(10 * second),
  callHistory: still(15 * second),
  batchTemplate: still(3_600 * second),
  batchShow: live(2 * second),
  batchProgress: live(1 * second, 'focus'),
  batchCallList: live(2 * second),
  batchCallShow: live(2 * second),
  conversationList: still(30 * second),
  conversationShow: live(2 * second, 'focus'),
  activeCallShow: live(1 * second, 'focus'),
  activeCallList: live(2 * second),
  messagingAgentList: still(60 * second),
  messagingAgentShow: still(60 * second),
  messageFlowList: still(60 * second),
  messageFlowShow: still(60 * second),
  sessionShow: live(5 * second),
  budgetShow: live(2 * second),
  liveCallList: live(1 * second),
  batchList: live(2 * second),
  effectList: live(5 * second),
  reviewQueue: live(2 * second),
  decisionList: live(1 * second),
  conversationSeen: live(5 * second),
  operatorList: live(5 * second),
  historyList: still(5 * second),
  historyExport: still(0),
  placedCallList: live(5 * second),
  simulationShow: still(10 * second),
  health: still(0),
  ready: still(0),
}

/** The reads that a command makes old. A total map, so that a command without a line is a type error. */
export const invalidates: Record<CommandName, readonly ReadName[]> = {
  agentCreate: ['agentList'],
  agentUpdate: ['agentList', 'agentShow'],
  agentDelete: ['agentList', 'flowList'],
  flowCreate: ['flowList'],
  flowUpdate: ['flowList', 'flowShow'],
  flowDelete: ['flowList'],
  callSend: ['liveCallList', 'callHistory'],
  batchValidate: [],
  batchPreview: [],
  batchStart: ['batchList'],
  batchCancel: ['batchList', 'batchShow', 'batchProgress', 'batchCallList'],
  messageAction: ['conversationShow', 'conversationList'],
  messageGenerate: ['conversationShow', 'conversationList', 'conversationSeen', 'reviewQueue'],
  activeCallEnd: ['liveCallList', 'activeCallShow'],
  activeCallTakeOver: ['activeCallShow'],
  messagingAgentCreate: ['messagingAgentList'],
  messagingAgentReplace: ['messagingAgentList', 'messagingAgentShow'],
  messageFlowCreate: ['messageFlowList'],
  messageFlowReplace: ['messageFlowList', 'messageFlowShow'],
  sessionSwitch: ['sessionShow'],
  signIn: ['sessionShow'],
  signOut: ['sessionShow'],
  linkUse: ['sessionShow'],
  batchFollow: ['batchList'],
  launchStart: ['batchList', 'effectList'],
  effectSettle: ['effectList', 'batchList'],
  claimTake: ['reviewQueue'],
  claimRelease: ['reviewQueue'],
  decisionMake: ['reviewQueue', 'decisionList', 'conversationShow'],
  decisionUndo: ['reviewQueue', 'decisionList'],
  decisionSendNow: ['reviewQueue', 'decisionList', 'conversationShow'],
  conversationImport: ['reviewQueue', 'conversationSeen'],
  operatorInvite: ['operatorList'],
  operatorUpdate: ['operatorList', 'sessionShow'],
  connectionTest: ['sessionShow'],
  callPlace: ['liveCallList', 'placedCallList'],
  simulationKeyCreate: ['simulationShow'],
  simulationKeyRevoke: ['simulationShow'],
  search: [],
  batchCallSearch: [],
}

export type { CommandName, ReadName }
