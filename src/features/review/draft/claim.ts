/** Who is reviewing a draft, from the answer to the operator's own claim and from the queue. Pure. */
import type { Claim } from '#contract/index.ts'

/** The answer to the operator's own claim. */
export interface ClaimAnswer {
  claim: Claim
  /** When it was received (browser clock, ms). */
  receivedAt: number
}

export interface QueueClaim {
  /** The claim in the queue; undefined: the queue does not contain this draft. */
  claim: Claim | null | undefined
  /** When the queue was read (browser clock, ms). */
  readAt: number | null
}

/**
 * The latest claim. A queue without a claim does not override the operator's own: it may have been read before the claim was made,
 * and a key pressed before the next queue arrives would do nothing.
 *
 * @param myId the operator's ID
 */
export function latestClaim(answer: ClaimAnswer | null, { claim, readAt }: QueueClaim, myId: string): Claim | null {
  if (answer === null || claim === undefined) return claim ?? answer?.claim ?? null
  if ((readAt ?? 0) <= answer.receivedAt || (claim === null && answer.claim.operatorId === myId)) return answer.claim
  return claim
}
