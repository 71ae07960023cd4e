/** Decisions about messages: those that are held, under way or unknown, and what became of the latest. */
import { type Read, read } from '#api/reads.ts'
import type { Decision } from '#contract/index.ts'

/** Between two polls while something is held, and while nothing is. */
const poll = { live: 1_000, quiet: 5_000 } as const

export const decisionsRead: Read<{ decisions: Decision[] }> = {
  ...read('decisionList'),
  refetchInterval: ({ state }) => (state.data?.data.decisions.some(isLive) ? poll.live : poll.quiet),
}

/** It is not yet known how it ends: held, under way, or unknown. */
export const isLive = ({ state }: Pick<Decision, 'state'>): boolean =>
  state === 'held' || state === 'sending' || state === 'unknown'

/** It came about as decided: the service said so, or it was settled so. */
export const hasHappened = ({ state, refusal }: Pick<Decision, 'state' | 'refusal'>): boolean =>
  (state === 'done' || state === 'settled') && refusal === null
