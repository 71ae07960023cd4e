/** Claims a draft while it is open, renews the claim, and releases it (design: Review). */
import { useEffect, useState } from 'react'
import { request } from '#api/client.ts'
import { refreshAfter } from '#api/commands.ts'
import { useMyId } from '#api/session.ts'
import type { BodyOf, Claim, Contract, Refusal } from '#contract/index.ts'
import type { Target } from '../queue/queue.ts'
import { type ClaimAnswer, latestClaim, type QueueClaim } from './claim.ts'

/** A claim expires after 60 s. */
const renewEveryMs = 20_000

const takeClaim = async (body: BodyOf<Contract['claimTake']>): Promise<Claim> =>
  (await request('claimTake', { body })).data

/**
 * @param shouldClaim whether the operator may decide, and the draft waits for a decision
 * @returns the latest claim, and `takeOver`, which takes it over from a colleague
 */
export function useClaim(
  { conversationId, messageId }: Target,
  shouldClaim: boolean,
  isEditing: boolean,
  queueClaim: QueueClaim,
) {
  const [answer, setAnswer] = useState<ClaimAnswer | null>(null)
  const [refusal, setRefusal] = useState<Refusal | null>(null)

  const myId = useMyId()
  const claim = latestClaim(answer, queueClaim, myId)
  const isClaimedByColleague = claim !== null && claim.operatorId !== myId

  // A hidden page does not renew its claim. It renews it at once when it is shown again.
  useEffect(() => {
    // Wait until a colleague releases the claim.
    if (!shouldClaim || isClaimedByColleague) return
    const renew = () => {
      if (document.visibilityState !== 'visible') return
      takeClaim({ conversationId, messageId, editing: isEditing }).then((claim) => {
        setAnswer({ claim, receivedAt: Date.now() })
        setRefusal(null)
      }, setRefusal)
    }
    renew()
    const timer = setInterval(renew, renewEveryMs)
    document.addEventListener('visibilitychange', renew)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', renew)
    }
  }, [conversationId, messageId, shouldClaim, isEditing, isClaimedByColleague])

  // Release the claim when the draft is closed.
  useEffect(() => {
    if (!shouldClaim) return
    return () => {
      const released = request('claimRelease', { body: { conversationId, messageId } })
      released.then(
        () => refreshAfter('claimRelease'),
        // The claim expires without it.
        () => undefined,
      )
    }
  }, [conversationId, messageId, shouldClaim])

  const takeOver = () => {
    const taken = takeClaim({ conversationId, messageId, editing: isEditing, instead: true })
    taken
      .then((claim) => setAnswer({ claim, receivedAt: Date.now() }), setRefusal)
      .finally(() => void refreshAfter('claimTake'))
  }
  return { claim, refusal, takeOver }
}
