/** Words of the gateway that several of its endpoints use. */
export const effectStates = ['held', 'sending', 'done', 'refused', 'unknown', 'withdrawn', 'settled'] as const
export type EffectState = (typeof effectStates)[number]
