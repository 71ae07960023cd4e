/** States of a command that the ledger records. */
export const effectStates = ['held', 'sending', 'done', 'refused', 'unknown', 'withdrawn', 'settled'] as const
export type EffectState = (typeof effectStates)[number]
