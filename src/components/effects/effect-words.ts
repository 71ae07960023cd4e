/** What stands in the ledger and the audit, in words: what was done, to which thing, and how it ended. Pure. */
import type { CommandName } from '#api/freshness.ts'
import type { Contract, EffectState } from '#contract/index.ts'
import { paths } from '#kit/navigation/paths.ts'
import type { LampState } from '#ui/status/lamp.tsx'

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
  simulationKeyCreate: { did: 'Created a key of the simulation', whether: 'whether a key was created' },
  simulationKeyRevoke: { did: 'Revoked a key of the simulation', whether: 'whether a key was revoked' },
}

export const isRecorded = (endpoint: string): endpoint is Recorded => Object.hasOwn(deeds, endpoint)

const decisions: Partial<Record<string, string>> = {
  Approve: 'Approved a message',
  Edit: 'Edited a message',
  EditAndApprove: 'Edited and approved a message',
  Reject: 'Rejected a message',
}

/** Words for failed sign-ins. */
const tried: Partial<Record<string, string>> = {
  signIn: 'Tried to sign in',
  providerSignIn: 'Tried to sign in at the provider',
  linkUse: 'Tried to use an invitation',
}

/** What somebody did, as exactly as its ids and its state tell. */
export function deedInWords(endpoint: string, ids: Readonly<Record<string, string>>, state?: EffectState): string {
  const failed = state === 'refused' ? tried[endpoint] : undefined
  if (failed) return ids.tries ? `${failed}: ${ids.tries} times within 15 minutes` : failed
  if (endpoint === 'messageAction' && ids.action) return decisions[ids.action] ?? deeds.messageAction.did
  if (endpoint === 'operatorUpdate' && ids.disabled === 'true') return 'Disabled an operator'
  if (endpoint === 'operatorUpdate' && ids.disabled === 'false') return 'Enabled an operator'
  if (endpoint === 'operatorUpdate' && ids.roles) return 'Changed the roles of an operator'
  return deedOfEffect(endpoint).did
}

/** An effect of a newer gateway keeps its own name. */
export const deedOfEffect = (endpoint: string): Deed =>
  isRecorded(endpoint) ? deeds[endpoint] : { did: endpoint, whether: `whether ${endpoint} was done` }

export interface Thing {
  /** "agent". */
  kind: string
  /** The name of the id: `agentId`. */
  of: string
  id: string
  /** Its page, where it has one. */
  path: string | null
}

/** Ids by their names, the most particular first: a message before its agent. */
const kinds: readonly { name: string; kind: string; path: ((id: string) => string) | null }[] = [
  { name: 'conversationId', kind: 'conversation', path: paths.conversation },
  { name: 'roomName', kind: 'call', path: paths.call },
  { name: 'batchId', kind: 'batch', path: (id) => paths.batch(id) },
  { name: 'flowId', kind: 'flow', path: paths.flow },
  { name: 'messageFlowId', kind: 'message flow', path: null },
  { name: 'messagingAgentId', kind: 'messaging agent', path: null },
  { name: 'agentId', kind: 'agent', path: paths.agent },
  { name: 'operatorId', kind: 'operator', path: () => paths.settings('operators') },
  { name: 'keyId', kind: 'key', path: () => paths.settings('service') },
]

/** What an effect was done to; null where nothing that exists is named. */
export function thingOf(ids: Readonly<Record<string, string>>): Thing | null {
  for (const { name, kind, path } of kinds) {
    const id = ids[name]
    if (id) return { kind, of: name, id, path: path?.(id) ?? null }
  }
  const other = Object.entries(ids).find(([name]) => name.endsWith('Id'))
  return other ? { kind: other[0].replace(/Id$/, ''), of: other[0], id: other[1], path: null } : null
}

interface Ending {
  state: EffectState
  /** For `settled`: whether it had happened. */
  happened: boolean | null
}

const endings: Record<Exclude<EffectState, 'settled'>, { state: LampState; word: string }> = {
  held: { state: 'waiting', word: 'Held' },
  sending: { state: 'waiting', word: 'Begun' },
  done: { state: 'done', word: 'Done' },
  refused: { state: 'failed', word: 'Refused' },
  unknown: { state: 'unknown', word: 'Unknown' },
  withdrawn: { state: 'off', word: 'Undone' },
}

/** How it stands, as a lamp with its word. */
export function endingLamp({ state, happened }: Ending): { state: LampState; word: string } {
  if (state !== 'settled') return endings[state]
  return happened
    ? { state: 'done', word: 'Settled: it happened' }
    : { state: 'off', word: 'Settled: it did not happen' }
}

/** The states as a filter names them. */
export const stateWords: Record<EffectState, string> = {
  held: 'Held',
  sending: 'Begun',
  done: 'Done',
  refused: 'Refused',
  unknown: 'Unknown',
  withdrawn: 'Undone',
  settled: 'Settled',
}
