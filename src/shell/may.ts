/** What the signed-in operator may do, with the sentence that says why not. */
import type { CommandName } from '#api/freshness.ts'
import { useMay as useMayEndpoint } from '#api/session.ts'

/** What each command is called in "… needs the campaign manager role". A total map: a new command needs its words. */
const deeds: Record<CommandName, string> = {
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
  linkUse: 'Using a link',
  batchFollow: 'Opening batches',
  launchStart: 'Starting batches',
  effectSettle: 'Settling what is unknown',
  search: 'Searching',
  batchCallSearch: 'Searching calls',
}

/** @returns `reason` is '' when allowed: give it to a button's `disabledReason` as it is */
export function useMay(name: CommandName): { allowed: boolean; reason: string } {
  const { allowed, reason } = useMayEndpoint(name)
  return { allowed, reason: reason.replace(/^This\b/, deeds[name]) }
}
