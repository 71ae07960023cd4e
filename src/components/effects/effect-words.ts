/** What every effect did, in words. Pure. Apart from the rest of the audit's words, of which a page with an unknown outcome has no need. */
import type { CommandName } from '#api/freshness.ts'
import type { Contract } from '#contract/index.ts'

/** Commands of the service that change something, and those of Switchboard itself that are kept in the history. */
type Recorded =
  | { [Name in CommandName]: Contract[Name]['effect'] extends null ? never : Name }[CommandName]
  | 'batchExportStart'
  | 'operatorInvite'
  | 'operatorUpdate'
  | 'invitationWithdraw'
  | 'signIn'
  | 'signOut'
  | 'linkUse'
  | 'providerSignIn'
  | 'openSessionEnd'
  | 'otherSessionsEnd'
  | 'operatorSessionEnd'
  | 'operatorSessionsEnd'
  | 'doNotCallAdd'
  | 'doNotCallImport'
  | 'doNotCallExport'
  | 'doNotCallRemove'
  | 'doNotCallTakeBack'
  | 'doNotCallRestore'
  | 'stopSwitchOn'
  | 'stopSwitchOff'
  | 'backupMake'
  | 'restoredDismiss'
  | 'callingRulesChange'
  | 'approvalAsk'
  | 'approvalStart'
  | 'approvalDecline'
  | 'approvalWithdraw'
  | 'simulationKeyCreate'
  | 'simulationKeyRevoke'

export interface Deed {
  /** "Started a batch": what somebody did. */
  did: string
  /** "whether a batch was started": what nobody knows. */
  whether: string
}

/** A total map: a new effect needs its words. */
export const deeds: Readonly<Record<Recorded, Deed>> = {
  agentCreate: { did: 'Created an agent', whether: 'whether an agent was created' },
  agentUpdate: { did: 'Changed an agent', whether: 'whether an agent was changed' },
  agentDelete: { did: 'Deleted an agent', whether: 'whether an agent was deleted' },
  flowCreate: { did: 'Created a flow', whether: 'whether a flow was created' },
  flowUpdate: { did: 'Changed a flow', whether: 'whether a flow was changed' },
  flowDelete: { did: 'Deleted a flow', whether: 'whether a flow was deleted' },
  callSend: { did: 'Placed a call', whether: 'whether a call was placed' },
  activeCallEnd: { did: 'Ended a call', whether: 'whether a call was ended' },
  activeCallTakeOver: { did: 'Took over a call', whether: 'whether a call was taken over' },
  batchStart: { did: 'Started a batch', whether: 'whether a batch was started' },
  batchCancel: { did: 'Cancelled a batch', whether: 'whether a batch was cancelled' },
  messageAction: { did: 'Decided about a message', whether: 'whether a message was sent' },
  messageGenerate: { did: 'Had a message drafted', whether: 'whether a message was drafted' },
  messagingAgentCreate: { did: 'Created a messaging agent', whether: 'whether a messaging agent was created' },
  messagingAgentReplace: { did: 'Changed a messaging agent', whether: 'whether a messaging agent was changed' },
  messageFlowCreate: { did: 'Created a message flow', whether: 'whether a message flow was created' },
  messageFlowReplace: { did: 'Changed a message flow', whether: 'whether a message flow was changed' },
  batchExportStart: { did: 'Exported the calls of a batch', whether: 'whether the calls of a batch were exported' },
  operatorInvite: { did: 'Invited an operator', whether: 'whether an operator was invited' },
  operatorUpdate: { did: 'Changed an operator', whether: 'whether an operator was changed' },
  invitationWithdraw: { did: 'Withdrew an invitation', whether: 'whether an invitation was withdrawn' },
  signIn: { did: 'Signed in', whether: 'whether somebody signed in' },
  providerSignIn: { did: 'Signed in at the provider', whether: 'whether somebody signed in' },
  signOut: { did: 'Signed out', whether: 'whether somebody signed out' },
  linkUse: { did: 'Used an invitation', whether: 'whether an invitation was used' },
  openSessionEnd: { did: 'Ended a session of their own', whether: 'whether a session was ended' },
  otherSessionsEnd: { did: 'Ended all their other sessions', whether: 'whether sessions were ended' },
  operatorSessionEnd: { did: 'Ended a session of an operator', whether: 'whether a session was ended' },
  operatorSessionsEnd: { did: 'Ended all sessions of an operator', whether: 'whether sessions were ended' },
  doNotCallAdd: { did: 'Added a number to the do-not-call list', whether: 'whether a number was added' },
  doNotCallImport: { did: 'Imported do-not-call numbers', whether: 'whether numbers were added' },
  doNotCallExport: { did: 'Exported the do-not-call list', whether: 'whether the do-not-call list was exported' },
  doNotCallRemove: { did: 'Removed a number from the do-not-call list', whether: 'whether a number was removed' },
  doNotCallTakeBack: {
    did: 'Undid an addition to the do-not-call list',
    whether: 'whether an addition was undone',
  },
  doNotCallRestore: { did: 'Put a number back on the do-not-call list', whether: 'whether a number was put back' },
  stopSwitchOn: { did: 'Stopped all changes', whether: 'whether all changes were stopped' },
  stopSwitchOff: { did: 'Allowed changes again', whether: 'whether changes were allowed again' },
  backupMake: { did: 'Made a backup', whether: 'whether a backup was made' },
  restoredDismiss: {
    did: 'Dismissed the notice about restored data',
    whether: 'whether the notice about restored data was dismissed',
  },
  callingRulesChange: { did: 'Changed the calling rules', whether: 'whether the calling rules were changed' },
  approvalAsk: { did: 'Asked for approval of a start', whether: 'whether approval was asked for' },
  approvalStart: { did: 'Approved a start', whether: 'whether a start was approved' },
  approvalDecline: { did: 'Declined a start', whether: 'whether a start was declined' },
  approvalWithdraw: { did: 'Withdrew a start that waited for approval', whether: 'whether a start was withdrawn' },
  simulationKeyCreate: { did: 'Created a key of the simulation', whether: 'whether a key was created' },
  simulationKeyRevoke: { did: 'Revoked a key of the simulation', whether: 'whether a key was revoked' },
}

export const isRecorded = (endpoint: string): endpoint is Recorded => Object.hasOwn(deeds, endpoint)

/** What Switchboard records of itself, and nobody asks it for. */
const ofItself: Readonly<Record<string, Deed>> = {
  dataRestore: { did: 'Started with restored data', whether: 'whether the data were restored' },
}

/** An effect of a newer gateway keeps its own name. */
export const deedOfEffect = (endpoint: string): Deed =>
  isRecorded(endpoint)
    ? deeds[endpoint]
    : (ofItself[endpoint] ?? { did: endpoint, whether: `whether ${endpoint} was done` })
