/**
 * Each operator's share of the reads while others are active (reliability R50). While half of the read budget is free, there is no limit.
 * Beyond that, each of n readers gets 1/n; a reader who has used more waits until the others have had as much. A read of an id that the
 * service does not know counts twice, so that guessing ids costs the person who does it. Pure except for the active operators.
 */
import type { Budget, SentRequest } from './budget.ts'

/** How long an operator counts as active after a request. A hidden tab polls every 30 s, or once a minute when the browser throttles it. */
const activeForMs = 90_000

/** How much a read counts in its operator's share. */
const requestWeight = (sent: SentRequest): number => (sent.refused ? 2 : 1)
const totalWeight = (sent: readonly SentRequest[]): number => sent.reduce((sum, one) => sum + requestWeight(one), 0)

export type OperatorShares = ReturnType<typeof createOperatorShares>

/**
 * @param budget holds the requests that were sent
 * @param waiting the operators' ids of the requests that wait for a slot, one entry each
 */
export function createOperatorShares(budget: Budget, waiting: () => readonly string[]) {
  const seenAt = new Map<string, number>()

  const readsOf = (person: string, now: number) => budget.countedReads(now).filter((sent) => sent.person === person)

  /** The most slots that one reader may occupy. */
  function limit(person: string, now: number): number {
    const readers = new Set([...budget.countedReads(now).flatMap((sent) => sent.person ?? []), ...waiting(), person])
    // At least two: an active operator who has not read yet keeps a share.
    return Math.max(1, Math.floor(budget.maxReadSlots / Math.max(2, readers.size)))
  }

  const isAlone = (person: string, now: number) =>
    ![...seenAt].some(([other, at]) => other !== person && at > now - activeForMs)

  return {
    /** Records that an operator is active. */
    markActive(person: string, now: number): void {
      seenAt.delete(person)
      seenAt.set(person, now)
      for (const [other, at] of seenAt) {
        if (at > now - activeForMs) break
        seenAt.delete(other)
      }
    },

    /** How much of their share an operator has used: the one who has used least goes first. */
    used: (person: string, now: number): number => totalWeight(readsOf(person, now)),

    /**
     * The earliest moment at which this operator's share has a slot; `now` when it has one now.
     *
     * @param person the operator's id; '' for requests that belong to no operator
     * @param before how many of the operator's requests wait already
     */
    nextAt(person: string, now: number, before = 0): number {
      if (person === '' || isAlone(person, now)) return now
      if (budget.freeReadSlots(now) > budget.maxReadSlots / 2) return now
      const maxWeight = limit(person, now)
      const sent = readsOf(person, now).toSorted((a, b) => budget.expiresAt(a, now) - budget.expiresAt(b, now))
      let left = totalWeight(sent) + before
      if (left < maxWeight) return now
      for (const one of sent) {
        left -= requestWeight(one)
        if (left < maxWeight) return Math.max(now, budget.expiresAt(one, now))
      }
      return Infinity
    },
  }
}
