/** Texts of the history: what was done, to which record, and the outcome. Pure. */
import { auditedActionText, type EffectState, outcomeText } from '#contract/index.ts'
import { paths } from '#kit/navigation/paths.ts'
import { recordKinds } from '#kit/navigation/record-kinds.ts'
import type { StatusKind } from '#ui/status/status-label.tsx'
import { actionTexts } from './effect-texts.ts'

/** What someone did, as exactly as the IDs and the state of the command say. */
export const actionText = (endpoint: string, ids: Readonly<Record<string, string>>, state?: EffectState): string =>
  auditedActionText(endpoint, ids, state, actionTexts(endpoint).done)

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
  const label = outcomeText({ state, happened })
  return { state: state === 'settled' ? (happened ? 'done' : 'off') : statusKinds[state], label }
}
