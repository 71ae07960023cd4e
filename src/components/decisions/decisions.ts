/** Decisions about messages: those that are held, under way or unknown, and what became of the latest. */
import { type Read, read } from '#api/reads.ts'
import type { Decision } from '#contract/index.ts'

/** Between two polls while something is about to be sent, ms. Otherwise the gateway's status says when there is something new. */
const poll = 1_000

const isBeingSent = ({ state }: Decision) => state === 'held' || state === 'sending'

export const decisionsRead: Read<{ decisions: Decision[] }> = {
  ...read('decisionList'),
  refetchInterval: ({ state }) => state.data?.data.decisions.some(isBeingSent) === true && poll,
}

/** It is not yet known how it ends: held, under way, or unknown. */
export const isInProgress = ({ state }: Pick<Decision, 'state'>): boolean =>
  state === 'held' || state === 'sending' || state === 'unknown'

/** It came about as decided: the service said so, or it was settled so. */
export const tookEffect = ({ state, refusal }: Pick<Decision, 'state' | 'refusal'>): boolean =>
  (state === 'done' || state === 'settled') && refusal === null
