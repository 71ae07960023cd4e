/** Texts of the history: what was done, to which record, and the outcome. Pure. */
import type { EffectState } from '#contract/index.ts'
import { paths } from '#kit/navigation/paths.ts'
import { recordKinds } from '#kit/navigation/record-kinds.ts'
import type { StatusKind } from '#ui/status/status-label.tsx'
import { actionTexts } from './effect-texts.ts'

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
const repeatedText = (action: string, times: string) => `${action} (${times} times in 15 minutes)`

/** What someone did, as exactly as the IDs and the state of the command say. */
export function actionText(endpoint: string, ids: Readonly<Record<string, string>>, state?: EffectState): string {
  const failed = state === 'refused' ? failedSignInTexts[endpoint] : undefined
  if (failed) return ids.tries ? repeatedText(failed, ids.tries) : failed
  if (endpoint === 'messageAction' && ids.action) return decisionTexts[ids.action] ?? actionTexts('messageAction').done
  if (endpoint === 'accountUpdate' && ids.changed) return accountTexts[ids.changed] ?? actionTexts(endpoint).done
  if (endpoint === 'operatorUpdate' && ids.disabled === 'true') return 'Disabled an operator'
  if (endpoint === 'operatorUpdate' && ids.disabled === 'false') return 'Enabled an operator'
  if (endpoint === 'operatorUpdate' && ids.roles) return 'Changed the roles of an operator'
  return actionTexts(endpoint).done
}

/** The record that a command concerns. */
export interface ActionTarget {
  /** "agent". */
  kind: string
  /** `agentId`. */
  idName: string
  id: string
  /** Its page; null: it has none. */
  path: string | null
}

/** The kinds of records that a command can concern, the most specific first: a message before its agent. */
const kinds: readonly { idName: string; kind: string; path: (id: string) => string }[] = [
  ...Object.values(recordKinds).map(({ idName, label, path }) => ({ idName, kind: label, path })),
  { idName: 'operatorId', kind: 'operator', path: paths.operator },
  { idName: 'keyId', kind: 'key', path: () => paths.settings('service') },
]

/** The record that a command concerns; null if its IDs name none. */
export function targetOf(ids: Readonly<Record<string, string>>): ActionTarget | null {
  for (const { idName, kind, path } of kinds) {
    const id = ids[idName]
    if (id) return { kind, idName, id, path: path(id) }
  }
  const unknownKind = Object.entries(ids).find(([name]) => name.endsWith('Id'))
  return unknownKind
    ? { kind: unknownKind[0].replace(/Id$/, ''), idName: unknownKind[0], id: unknownKind[1], path: null }
    : null
}

/** The states as a filter names them. */
export const stateLabels: Record<EffectState, string> = {
  held: 'In undo window',
  sending: 'In progress',
  done: 'Done',
  refused: 'Refused',
  unknown: 'Unknown',
  withdrawn: 'Undone',
  settled: 'Resolved',
}

const statusKinds: Record<Exclude<EffectState, 'settled'>, StatusKind> = {
  held: 'waiting',
  sending: 'waiting',
  done: 'done',
  refused: 'failed',
  unknown: 'unknown',
  withdrawn: 'off',
}

interface Outcome {
  state: EffectState
  /** For `settled`: whether it had happened. */
  happened: boolean | null
}

/** The outcome as a status label. */
export function outcomeStatus({ state, happened }: Outcome): { state: StatusKind; label: string } {
  if (state !== 'settled') return { state: statusKinds[state], label: stateLabels[state] }
  return happened
    ? { state: 'done', label: 'Resolved: it happened' }
    : { state: 'off', label: 'Resolved: it did not happen' }
}
