/** How fresh each read has to be, in one table: who looks decides what it costs (design: freshness). */
import type { Contract, EndpointName } from '#contract/index.ts'
import type { Attention } from './client.ts'

/** No page asks for these: the provider sends a browser back there, a Prometheus reads the figures. */
type NoPages = 'providerReturn' | 'metricsShow'
type ReadName = Exclude<{ [N in EndpointName]: Contract[N]['method'] extends 'GET' ? N : never }[EndpointName], NoPages>
/** Events come from the service, not from a page. */
type CommandName = Exclude<EndpointName, ReadName | NoPages | 'webhookReceive'>

export interface Freshness {
  /** Milliseconds for which an answer is not asked for again by showing it. */
  stale: number
  /** Milliseconds between two polls of the gateway while shown; false: never by itself. Polls cost the service nothing. */
  poll: number | false
  /** How closely it is looked at while shown. */
  attention: Attention
}

const second = 1_000
/** Milliseconds from a loader's answer until it is on the screen. */
const justNow = second
const still = (stale: number): Freshness => ({ stale, poll: false, attention: 'visible' })
const live = (poll: number, attention: Attention = 'visible'): Freshness => ({ stale: justNow, poll, attention })

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
  messagingAgentList: still(600 * second),
  messagingAgentShow: still(60 * second),
  messageFlowList: still(600 * second),
  messageFlowShow: still(60 * second),
  sessionShow: live(5 * second),
  budgetShow: live(2 * second),
  countShow: still(justNow),
  liveCallList: live(1 * second),
  // Read anew each time that a change is confirmed.
  agentUseShow: still(0),
  batchList: live(2 * second),
  preparedBatchList: live(2 * second),
  approvalList: live(2 * second),
  approvalShow: live(5 * second),
  batchExportList: live(1 * second),
  batchExportFile: still(justNow),
  effectList: live(5 * second),
  // Who is at which message is seen within 2 s.
  reviewQueue: live(1.5 * second),
  decisionList: live(1 * second),
  conversationSeen: live(5 * second),
  callingRulesShow: still(10 * second),
  operatorList: live(5 * second),
  openSessionList: live(5 * second),
  operatorSessionList: live(5 * second),
  historyList: still(5 * second),
  historyExport: still(justNow),
  placedCallList: live(5 * second),
  doNotCallList: still(justNow),
  simulationShow: still(10 * second),
  simulationDeliveryList: still(2 * second),
  webhookShow: live(2 * second),
  health: still(justNow),
  ready: still(justNow),
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
  linkCheck: [],
  linkUse: ['sessionShow'],
  providerSignIn: [],
  batchFollow: ['batchList'],
  batchesCancel: ['batchList', 'batchShow', 'batchProgress', 'batchCallList'],
  batchExportStart: ['batchExportList'],
  batchExportStop: ['batchExportList'],
  launchStart: ['batchList', 'effectList', 'preparedBatchList'],
  preparedBatchStart: ['batchList', 'effectList', 'preparedBatchList'],
  preparedBatchDiscard: ['preparedBatchList'],
  approvalAsk: ['approvalList'],
  approvalStart: ['approvalList', 'approvalShow', 'batchList', 'effectList', 'preparedBatchList'],
  approvalDecline: ['approvalList', 'approvalShow'],
  approvalWithdraw: ['approvalList', 'approvalShow'],
  effectSettle: ['effectList', 'batchList'],
  claimTake: ['reviewQueue'],
  claimRelease: ['reviewQueue'],
  decisionMake: ['reviewQueue', 'decisionList', 'conversationShow'],
  decisionUndo: ['reviewQueue', 'decisionList'],
  decisionDismiss: ['decisionList'],
  decisionSendNow: ['reviewQueue', 'decisionList', 'conversationShow'],
  conversationImport: ['reviewQueue', 'conversationSeen'],
  operatorInvite: ['operatorList'],
  operatorUpdate: ['operatorList', 'sessionShow'],
  invitationWithdraw: ['operatorList'],
  openSessionEnd: ['openSessionList'],
  otherSessionsEnd: ['openSessionList'],
  operatorSessionEnd: ['operatorSessionList', 'openSessionList'],
  operatorSessionsEnd: ['operatorSessionList', 'openSessionList'],
  stopSwitchOn: ['sessionShow'],
  stopSwitchOff: ['sessionShow'],
  callingRulesChange: ['callingRulesShow'],
  doNotCallAdd: ['doNotCallList', 'reviewQueue'],
  doNotCallImport: ['doNotCallList', 'reviewQueue'],
  doNotCallRemove: ['doNotCallList', 'reviewQueue'],
  doNotCallTakeBack: ['doNotCallList', 'reviewQueue'],
  doNotCallRestore: ['doNotCallList', 'reviewQueue'],
  doNotCallSearch: [],
  doNotCallExport: [],
  connectionTest: ['sessionShow'],
  callPlace: ['liveCallList', 'placedCallList'],
  simulationKeyCreate: ['simulationShow'],
  simulationKeyRevoke: ['simulationShow'],
  search: [],
  recipientsCheck: [],
  batchCallSearch: [],
}

export type { CommandName, ReadName }
