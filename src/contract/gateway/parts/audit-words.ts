/** Says in words what an entry of the audit records: the action, its records and its outcome. The page and the CSV of the audit share them. */
import type { EffectState } from './effect-states.ts'

const decisionTexts: Partial<Record<string, string>> = {
  Approve: 'Approved a draft',
  Edit: 'Edited a draft',
  EditAndApprove: 'Edited and approved a draft',
  Reject: 'Rejected a draft',
}

const failedSignInTexts: Partial<Record<string, string>> = {
  signIn: 'Failed to sign in',
  providerSignIn: 'Failed to sign in with the identity provider',
  passkeySignIn: 'Failed to sign in with a passkey',
  linkUse: 'Failed to accept an invitation',
  passwordReset: 'Failed to choose a new password with a link',
}
const accountTexts: Partial<Record<string, string>> = {
  name: 'Changed their name',
  email: 'Changed their e-mail address',
  'name email': 'Changed their name and e-mail address',
}
/** What the accounts of whoever requested and whoever approved have in common (`AccountMatch`). */
const matchTexts: Partial<Record<string, string>> = {
  name: 'name',
  email: 'e-mail address',
  'name email': 'name and e-mail address',
}
const repeatedText = (action: string, times: string) => `${action} (${times} times in 15 minutes)`

/** Actions that Switchboard records without a request by an operator. */
export const ownActionTexts: Readonly<Record<string, string>> = { dataRestore: 'Started with restored data' }

/**
 * What someone did, as exactly as the IDs and the state of the command say.
 *
 * @param done the contract's words for the endpoint: "Started a batch"
 */
export function auditedActionText(
  endpoint: string,
  ids: Readonly<Record<string, string>>,
  state: EffectState | undefined,
  done: string,
): string {
  const failed = state === 'refused' ? failedSignInTexts[endpoint] : undefined
  if (failed) return ids.tries ? repeatedText(failed, ids.tries) : failed
  if (endpoint === 'messageAction' && ids.action) return decisionTexts[ids.action] ?? done
  if (endpoint === 'accountUpdate' && ids.changed) return accountTexts[ids.changed] ?? done
  if (endpoint === 'operatorUpdate' && ids.disabled === 'true') return 'Disabled an operator'
  if (endpoint === 'operatorUpdate' && ids.disabled === 'false') return 'Enabled an operator'
  if (endpoint === 'operatorUpdate' && ids.roles) return 'Changed the roles of an operator'
  if (endpoint === 'callOutcomeCorrect' && ids.outcome)
    return ids.outcome === 'none'
      ? 'Took back the correction of a call’s outcome'
      : `${done} to “${ids.outcome.replaceAll('_', ' ')}”`
  if (endpoint === 'approvalStart' && ids.matching)
    return `${done} that somebody with the same ${matchTexts[ids.matching] ?? ids.matching} requested`
  if (endpoint === 'operatorPasskeyRemove' && ids.sessions === 'ended') return `${done}, and ended their sessions`
  return done
}

/** The states as a filter names them. */
export const stateTexts: Readonly<Record<EffectState, string>> = {
  held: 'In undo window',
  sending: 'In progress',
  done: 'Done',
  refused: 'Refused',
  unknown: 'Unknown',
  withdrawn: 'Undone',
  settled: 'Resolved',
}

/** The outcome of an action, or of one of its steps. @param outcome.happened for `settled`: whether it had happened */
export const outcomeText = ({ state, happened }: { state: EffectState; happened: boolean | null }): string =>
  state === 'settled' ? (happened ? 'Resolved: it happened' : 'Resolved: it did not happen') : stateTexts[state]

/** "messaging agent" for `messagingAgentId`. */
const recordWord = (idName: string) =>
  idName === 'roomName' ? 'call' : idName.replace(/Id$/, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/** The records that a command concerns: "agent Nora, batch batch_17". Those without a known name have their ID. */
export const auditedRecordsText = (
  ids: Readonly<Record<string, string>>,
  names: Readonly<Record<string, string>>,
): string =>
  Object.entries(ids)
    .filter(([idName]) => idName.endsWith('Id') || idName === 'roomName')
    .map(([idName, id]) => `${recordWord(idName)} ${names[idName] ?? id}`)
    .join(', ')
