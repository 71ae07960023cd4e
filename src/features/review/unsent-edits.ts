/**
 * Unsent edits, by message. An edit is kept while the reviewer opens another message, and restored if the decision that contained it
 * is undone or refused. Pure; `stored-edits.ts` stores them.
 */
import type { Decision, Draft } from '#contract/index.ts'
import { keyOf } from './queue/queue.ts'

export interface Edits {
  /** By the message's key. */
  open: Readonly<Record<string, string>>
  /** Edits that are part of a decision, by its effect ID. */
  inDecisions: Readonly<Record<string, { key: string; text: string }>>
}

export const noEdits: Edits = { open: {}, inDecisions: {} }

/** Whose edits: an operator's, in a workspace. */
export interface EditOwner {
  operatorId: string
  workspaceId: string
}

export interface OwnedEdits {
  owner: EditOwner
  edits: Edits
}

/** The state if it has the edits of this owner, otherwise an empty one: nobody sees or stores the edits of another. */
export const editsOf = (owner: EditOwner, state: OwnedEdits | null): OwnedEdits =>
  state?.owner.operatorId === owner.operatorId && state.owner.workspaceId === owner.workspaceId
    ? state
    : { owner, edits: noEdits }

/** Changes the edits of this owner. If the state has those of another by now, the change comes too late and does nothing. */
export function changeEditsOf(
  owner: EditOwner,
  state: OwnedEdits,
  change: Edits | ((before: Edits) => Edits),
): OwnedEdits {
  if (editsOf(owner, state) !== state) return state
  const edits = typeof change === 'function' ? change(state.edits) : change
  return edits === state.edits ? state : { ...state, edits }
}

const withoutKey = <T>(record: Readonly<Record<string, T>>, name: string): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter(([one]) => one !== name))

/** @param text null discards the edit */
export const setEdit = (edits: Edits, key: string, text: string | null): Edits => ({
  ...edits,
  open: text === null ? withoutKey(edits.open, key) : { ...edits.open, [key]: text },
})

/** Puts edits on top of those that were stored before. A stored edit of a message that was decided meanwhile does not open again. */
export const mergeEdits = (stored: Edits, typed: Edits): Edits => {
  const decidedKeys = Object.values(typed.inDecisions).map(({ key }) => key)
  const open = Object.entries(stored.open).filter(([key]) => !decidedKeys.includes(key))
  return {
    open: { ...Object.fromEntries(open), ...typed.open },
    inDecisions: { ...stored.inDecisions, ...typed.inDecisions },
  }
}

/** Moves an edit into the decision that contains it. */
export function moveToDecision(edits: Edits, key: string, effectId: string): Edits {
  const text = edits.open[key]
  if (text === undefined) return edits
  return { open: withoutKey(edits.open, key), inDecisions: { ...edits.inDecisions, [effectId]: { key, text } } }
}

/** Restores edits of undone or refused decisions, and drops those of confirmed ones. Returns the same object if nothing changed. */
export function applyDecisions(edits: Edits, decisions: readonly Pick<Decision, 'effectId' | 'state'>[]): Edits {
  let result = edits
  for (const { effectId, state } of decisions) {
    const inDecision = result.inDecisions[effectId]
    if (!inDecision || state === 'held' || state === 'sending' || state === 'unknown') continue
    const { key, text } = inDecision
    const isRestored = (state === 'withdrawn' || state === 'refused') && result.open[key] === undefined
    result = {
      open: isRestored ? { ...result.open, [key]: text } : result.open,
      inDecisions: withoutKey(result.inDecisions, effectId),
    }
  }
  return result
}

/** The keys of the drafts that have an unsent edit. */
export const editedKeysOf = ({ open }: Edits, drafts: readonly Draft[]): string[] =>
  Object.keys(open).filter((key) => drafts.some((draft) => keyOf(draft) === key))
