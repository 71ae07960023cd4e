/**
 * What a reviewer has typed, message by message. Nothing of it is lost: it stays while they look at another message, and it comes
 * back when the decision that carried it is undone or stopped. Pure.
 */
import type { Decision } from '#contract/index.ts'

export interface Edits {
  /** What is being typed, by the message's key. */
  open: Readonly<Record<string, string>>
  /** What went into a decision, by its effect. */
  inDecisions: Readonly<Record<string, { key: string; text: string }>>
}

export const noEdits: Edits = { open: {}, inDecisions: {} }

const without = <T>(record: Readonly<Record<string, T>>, name: string): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter(([one]) => one !== name))

/** Types; null gives the edit up. */
export const setEdit = (edits: Edits, key: string, text: string | null): Edits => ({
  ...edits,
  open: text === null ? without(edits.open, key) : { ...edits.open, [key]: text },
})

/** The edit went into a decision. */
export function moveToDecision(edits: Edits, key: string, effectId: string): Edits {
  const text = edits.open[key]
  if (text === undefined) return edits
  return { open: without(edits.open, key), inDecisions: { ...edits.inDecisions, [effectId]: { key, text } } }
}

/** Follows the decisions: what was undone or stopped comes back, what was done is forgotten. The same object where nothing changed. */
export function applyDecisions(edits: Edits, decisions: readonly Pick<Decision, 'effectId' | 'state'>[]): Edits {
  let after = edits
  for (const { effectId, state } of decisions) {
    const carried = after.inDecisions[effectId]
    if (!carried || state === 'held' || state === 'sending' || state === 'unknown') continue
    const { key, text } = carried
    const comesBack = (state === 'withdrawn' || state === 'refused') && after.open[key] === undefined
    after = {
      open: comesBack ? { ...after.open, [key]: text } : after.open,
      inDecisions: without(after.inDecisions, effectId),
    }
  }
  return after
}
