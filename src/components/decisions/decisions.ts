/** Reads the decisions about messages: those in progress, and recent outcomes. */
import { type ReadOptions, read } from '#api/reads.ts'
import type { Decision } from '#contract/index.ts'

/** Poll interval while a decision is in its undo window or being sent. Otherwise the gateway's status says when to read again. */
const pollIntervalMs = 1_000

const isBeingSent = ({ state }: Decision) => state === 'held' || state === 'sending'

export const decisionsRead: ReadOptions<{ decisions: Decision[] }> = {
  ...read('decisionList'),
  refetchInterval: ({ state }) => state.data?.data.decisions.some(isBeingSent) === true && pollIntervalMs,
}

/** Its outcome is not known yet: in its undo window, being sent, or unknown. */
export const isInProgress = ({ state }: Pick<Decision, 'state'>): boolean =>
  state === 'held' || state === 'sending' || state === 'unknown'

/** It happened as decided: the service confirmed it, or it was resolved that way. */
export const tookEffect = ({ state, refusal }: Pick<Decision, 'state' | 'refusal'>): boolean =>
  (state === 'done' || state === 'settled') && refusal === null
