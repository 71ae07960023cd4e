/** Who has a draft, by the two who tell: the answer to one's own claim, and the queue. Pure. */
import type { Claim } from '#contract/index.ts'

/** The answer to a claim of one's own. */
export interface ClaimAnswer {
  claim: Claim
  /** When it came (browser clock, ms). */
  at: number
}

export interface QueueClaim {
  /** As the queue has it; undefined: the queue does not have this draft. */
  claim: Claim | null | undefined
  /** When the queue was read (browser clock, ms). */
  readAt: number | null
}

/**
 * The claim as it was last told. A queue that knows of no claim was only put together before one's own was taken: else a key that
 * is pressed before the next queue comes would decide nothing.
 *
 * @param me the operator's id
 */
export function latestClaim(answer: ClaimAnswer | null, { claim, readAt }: QueueClaim, me: string): Claim | null {
  if (answer === null || claim === undefined) return claim ?? answer?.claim ?? null
  if ((readAt ?? 0) <= answer.at || (claim === null && answer.claim.operatorId === me)) return answer.claim
  return claim
}
