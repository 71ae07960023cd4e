/** What stands in the history, in words: what was done, to which thing, and how it ended. Pure. */
import type { EffectState } from '#contract/index.ts'
import { paths } from '#kit/navigation/paths.ts'
import { thingKinds } from '#kit/navigation/thing-kinds.ts'
import type { LampState } from '#ui/status/lamp.tsx'
import { actionTexts } from './effect-texts.ts'

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
export function actionText(endpoint: string, ids: Readonly<Record<string, string>>, state?: EffectState): string {
  const failed = state === 'refused' ? tried[endpoint] : undefined
  if (failed) return ids.tries ? `${failed}: ${ids.tries} times within 15 minutes` : failed
  if (endpoint === 'messageAction' && ids.action) return decisions[ids.action] ?? actionTexts('messageAction').done
  if (endpoint === 'operatorUpdate' && ids.disabled === 'true') return 'Disabled an operator'
  if (endpoint === 'operatorUpdate' && ids.disabled === 'false') return 'Enabled an operator'
  if (endpoint === 'operatorUpdate' && ids.roles) return 'Changed the roles of an operator'
  return actionTexts(endpoint).done
}

export interface Thing {
  /** "agent". */
  kind: string
  /** The name of the id: `agentId`. */
  idName: string
  id: string
  /** Its page, where it has one. */
  path: string | null
}

/** Ids by their names, the most particular first: a message before its agent. */
const kinds: readonly { name: string; kind: string; path: (id: string) => string }[] = [
  ...Object.values(thingKinds).map(({ idName, word, path }) => ({ name: idName, kind: word, path })),
  { name: 'operatorId', kind: 'operator', path: () => paths.settings('operators') },
  { name: 'keyId', kind: 'key', path: () => paths.settings('service') },
]

/** What an effect was done to; null where nothing that exists is named. */
export function thingOf(ids: Readonly<Record<string, string>>): Thing | null {
  for (const { name, kind, path } of kinds) {
    const id = ids[name]
    if (id) return { kind, idName: name, id, path: path(id) }
  }
  const other = Object.entries(ids).find(([name]) => name.endsWith('Id'))
  return other ? { kind: other[0].replace(/Id$/, ''), idName: other[0], id: other[1], path: null } : null
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
export function outcomeLamp({ state, happened }: Ending): { state: LampState; word: string } {
  if (state !== 'settled') return endings[state]
  return happened
    ? { state: 'done', word: 'Settled: it happened' }
    : { state: 'off', word: 'Settled: it did not happen' }
}

/** The states as a filter names them. */
export const stateLabels: Record<EffectState, string> = {
  held: 'Held',
  sending: 'Begun',
  done: 'Done',
  refused: 'Refused',
  unknown: 'Unknown',
  withdrawn: 'Undone',
  settled: 'Settled',
}
