/** Decisions about messages: those that are held, under way or unknown, and what became of the latest. */
import { type Read, read } from '#api/reads.ts'
import type { Decision } from '#contract/index.ts'
import { isLive } from './decision-state.ts'

/** Between two polls while something is held, and while nothing is. */
const poll = { live: 1_000, quiet: 5_000 } as const

export const decisionsRead: Read<{ decisions: Decision[] }> = {
  ...read('decisionList'),
  refetchInterval: ({ state }) => (state.data?.data.decisions.some(isLive) ? poll.live : poll.quiet),
}
