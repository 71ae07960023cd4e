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
