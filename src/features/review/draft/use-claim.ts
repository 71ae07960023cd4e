/** Has a draft in front of oneself: claims it while it is open, renews that, and lets go (design: Review). */
import { useEffect, useState } from 'react'
import { request } from '#api/client.ts'
import { refreshAfter } from '#api/commands.ts'
import { useMyId } from '#api/session.ts'
import type { BodyOf, Claim, Contract, Refusal } from '#contract/index.ts'
import type { Target } from '../queue/queue.ts'
import { type ClaimAnswer, latestClaim, type QueueClaim } from './claim.ts'

/** A claim lapses after 60 s; so often it is renewed, in ms. */
const renewEveryMs = 20_000

const takeClaim = async (body: BodyOf<Contract['claimTake']>): Promise<Claim> =>
  (await request('claimTake', { body })).data

/**
 * @param wanted whether this person may decide, and the draft waits for it
 * @returns the claim as it was last told, and `instead`, which takes it from whoever has it
 */
export function useClaim({ conversationId, messageId }: Target, wanted: boolean, editing: boolean, queue: QueueClaim) {
  const [answer, setAnswer] = useState<ClaimAnswer | null>(null)
  const [refusal, setRefusal] = useState<Refusal | null>(null)

  const me = useMyId()
  const claim = latestClaim(answer, queue, me)
  const theirs = claim !== null && claim.operatorId !== me

  // The gateway's claim follows what is open here. A hidden page renews nothing; shown again, it asks at once.
  useEffect(() => {
    // A colleague's is not asked for; once they let go, it is.
    if (!wanted || theirs) return
    const renew = () => {
      if (document.visibilityState !== 'visible') return
      takeClaim({ conversationId, messageId, editing }).then((claim) => {
        setAnswer({ claim, at: Date.now() })
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
  }, [conversationId, messageId, wanted, editing, theirs])

  // And ends when it is left.
  useEffect(() => {
    if (!wanted) return
    return () => {
      const released = request('claimRelease', { body: { conversationId, messageId } })
      released.then(
        () => refreshAfter('claimRelease'),
        // Then it lapses by itself.
        () => undefined,
      )
    }
  }, [conversationId, messageId, wanted])

  const takeOver = () => {
    const took = takeClaim({ conversationId, messageId, editing, instead: true })
    took.then((claim) => setAnswer({ claim, at: Date.now() }), setRefusal).finally(() => void refreshAfter('claimTake'))
  }
  return { claim, refusal, instead: takeOver }
}
