/** What the signed-in operator may do now, with the sentence that says why not. */
import type { CommandName } from '#api/freshness.ts'
import { may, useSession } from '#api/session.ts'
import { contract, type EndpointDefinition, type Role, type Stop } from '#contract/index.ts'

/** Reads that not everybody may make. */
type GuardedRead = 'operatorList' | 'backupList' | 'historyList' | 'historyExport' | 'simulationShow' | 'approvalShow'
export type Guarded = CommandName | GuardedRead

/** What each is called in "… needs the campaign manager role". A total map: a new command needs its words. */
const deeds: Record<Guarded, string> = {
  operatorList: 'Managing operators',
  backupList: 'Reading backups',
  historyList: 'Reading the audit',
  historyExport: 'Exporting the audit',
  approvalShow: 'Approving starts',
  simulationShow: 'Managing the keys of a simulation',
  agentCreate: 'Creating agents',
  agentUpdate: 'Changing agents',
  agentDelete: 'Deleting agents',
  flowCreate: 'Creating flows',
  flowUpdate: 'Changing flows',
  flowDelete: 'Deleting flows',
  callSend: 'Placing calls',
  batchValidate: 'Checking recipients',
  batchPreview: 'Previewing recipients',
  batchStart: 'Starting batches',
  batchCancel: 'Cancelling batches',
  messageAction: 'Deciding about messages',
  messageGenerate: 'Drafting messages',
  activeCallEnd: 'Ending calls',
  activeCallTakeOver: 'Taking over calls',
  messagingAgentCreate: 'Creating messaging agents',
  messagingAgentReplace: 'Changing messaging agents',
  messageFlowCreate: 'Creating message flows',
  messageFlowReplace: 'Changing message flows',
  sessionSwitch: 'Switching operators',
  signIn: 'Signing in',
  signOut: 'Signing out',
  linkCheck: 'Checking a link',
  linkUse: 'Using a link',
  providerSignIn: 'Signing in',
  batchFollow: 'Opening batches',
  batchesCancel: 'Cancelling batches',
  batchExportStart: 'Exporting calls',
  batchExportStop: 'Exporting calls',
  launchStart: 'Starting batches',
  recipientsCheck: 'Starting batches',
  preparedBatchStart: 'Starting batches',
  preparedBatchDiscard: 'Starting batches',
  approvalAsk: 'Starting batches',
  approvalStart: 'Approving starts',
  approvalDecline: 'Approving starts',
  approvalWithdraw: 'Starting batches',
  effectSettle: 'Settling what is unknown',
  claimTake: 'Reviewing messages',
  claimRelease: 'Reviewing messages',
  decisionMake: 'Deciding about messages',
  decisionUndo: 'Deciding about messages',
  decisionDismiss: 'Deciding about messages',
  decisionSendNow: 'Deciding about messages',
  conversationImport: 'Opening conversations',
  operatorInvite: 'Inviting operators',
  operatorUpdate: 'Changing operators',
  invitationWithdraw: 'Withdrawing invitations',
  openSessionEnd: 'Ending sessions',
  otherSessionsEnd: 'Ending sessions',
  operatorSessionEnd: 'Ending sessions',
  operatorSessionsEnd: 'Ending sessions',
  doNotCallAdd: 'Adding to the do-not-call list',
  doNotCallImport: 'Importing a do-not-call list',
  doNotCallExport: 'Exporting the do-not-call list',
  doNotCallRemove: 'Removing from the do-not-call list',
  doNotCallTakeBack: 'Adding to the do-not-call list',
  doNotCallRestore: 'Changing the do-not-call list',
  doNotCallSearch: 'Searching the do-not-call list',
  stopSwitchOn: 'Stopping all changes',
  stopSwitchOff: 'Allowing changes',
  backupMake: 'Making a backup',
  restoredDismiss: 'Dismissing this notice',
  callingRulesChange: 'Changing the calling rules',
  connectionTest: 'Testing the connection',
  callPlace: 'Placing calls',
  simulationKeyCreate: 'Creating keys',
  simulationKeyRevoke: 'Revoking keys',
  search: 'Searching',
  batchCallSearch: 'Searching calls',
}

/** For those who ask of several at once. */
export function mayWith(roles: readonly Role[], name: Guarded): { allowed: boolean; reason: string } {
  const { allowed, reason } = may(roles, name)
  return { allowed, reason: reason.replace(/^This\b/, deeds[name]) }
}

/** Why nothing can be done with a record whose id the service did not send; '' where it did. */
export const unnamed = (id: string): string =>
  id === '' ? 'The service did not send the ID of this record, so it cannot be changed from here.' : ''

/** Whether this operator's roles allow it, also while all changes are stopped. */
export const useMayByRole = (name: Guarded) => mayWith(useSession().operator?.roles ?? [], name)

/** Why nobody may do this now; '' while changes are allowed, or where it only ends calls or changes nothing outside. */
function stopReason(name: Guarded, stop: Stop | null): string {
  const { effect, sends }: EndpointDefinition = contract[name]
  if (!stop || !(sends || (effect && !effect.endsCalls))) return ''
  return `${stop.operator} stopped all changes (“${stop.reason}”).`
}

/**
 * @returns `allowed`: by their roles; `reason`: why not, or why nobody may while all changes are stopped, '' when nothing is against
 *   it. Give it to a button's `disabledReason` as it is
 */
export function useMay(name: Guarded) {
  const { stop } = useSession()
  const { allowed, reason } = useMayByRole(name)
  return { allowed, reason: reason || stopReason(name, stop) }
}
