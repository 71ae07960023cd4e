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
  // This one says which of the others have changed, so that those are read again (status.ts).
  statusShow: live(2 * second),
  budgetShow: live(2 * second),
  countShow: still(justNow),
  liveCallList: live(1 * second),
  // Read anew each time that a change is confirmed.
  agentUseShow: still(0),
  // The status tells of the latest hundred; a filter may show others.
  batchList: live(15 * second),
  preparedBatchList: still(justNow),
  approvalList: still(justNow),
  approvalShow: live(5 * second),
  batchExportList: live(1 * second),
  batchExportFile: still(justNow),
  effectList: live(5 * second),
  // Who is at which message is seen within 2 s.
  reviewQueue: live(1.5 * second),
  decisionList: still(justNow),
  sessionShow: still(5 * second),
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
  backupList: still(5 * second),
  health: still(justNow),
  ready: still(justNow),
}

export type { CommandName, ReadName }
