/** Reads the decisions about messages: those in progress, and recent outcomes. */
import { type ReadOptions, read } from '#api/reads.ts'
import type { Decision } from '#contract/index.ts'

/** Poll interval while a decision is in its undo window or being sent. Otherwise the gateway's status shows when to refetch. */
const pollIntervalMs = 1_000

const isBeingSent = ({ state }: Decision) => state === 'held' || state === 'sending'

export const decisionsRead: ReadOptions<{ decisions: Decision[] }> = {
  ...read('decisionList'),
  refetchInterval: ({ state }) => state.data?.data.decisions.some(isBeingSent) === true && pollIntervalMs,
}

/** Whether the outcome of a decision is not known yet: in its undo window, being sent, or unknown. */
export const isInProgress = ({ state }: Pick<Decision, 'state'>): boolean =>
  state === 'held' || state === 'sending' || state === 'unknown'

/** Whether a decision took effect: the service confirmed it, or a person resolved it that way. */
export const tookEffect = ({ state, refusal }: Pick<Decision, 'state' | 'refusal'>): boolean =>
  (state === 'done' || state === 'settled') && refusal === null
