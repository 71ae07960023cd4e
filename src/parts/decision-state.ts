import type { Decision } from '#contract/index.ts'

/** It is not yet known how it ends: held, under way, or unknown. */
export const isLive = ({ state }: Pick<Decision, 'state'>): boolean =>
  state === 'held' || state === 'sending' || state === 'unknown'
