import type { Decision } from '#contract/index.ts'

/** It is not yet known how it ends: held, under way, or unknown. */
export const isLive = ({ state }: Pick<Decision, 'state'>): boolean =>
  state === 'held' || state === 'sending' || state === 'unknown'

/** It came about as decided: the service said so, or it was settled so. */
export const hasHappened = ({ state, refusal }: Pick<Decision, 'state' | 'refusal'>): boolean =>
  (state === 'done' || state === 'settled') && refusal === null
