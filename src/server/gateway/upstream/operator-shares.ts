/**
 * Each operator's share of the reads while others are active (reliability R50). While half of the read budget is free, there is no limit.
 * Beyond that, each of n readers gets 1/n; a reader who has used more waits until the others have had as much. A read of an id that the
 * service does not know counts twice, so that an operator who guesses ids uses up only their own share.
 */
import type { Budget, SentRequest } from './budget.ts'

/** How long an operator counts as active after a request. A hidden tab polls every 30 s, or once a minute when the browser throttles it. */
const activeForMs = 90_000

/** How much a read counts in its operator's share. */
const requestWeight = (request: SentRequest): number => (request.isTargetUnknown ? 2 : 1)
const totalWeight = (requests: readonly SentRequest[]): number =>
  requests.reduce((sum, request) => sum + requestWeight(request), 0)

/**
 * @param budget holds the requests that were sent
 * @param waitingPeople the operators' ids of the requests that wait for a slot, one entry each
 */
export function createOperatorShares(budget: Budget, waitingPeople: () => readonly string[]) {
  const lastActiveAt = new Map<string, number>()

  const countedReadsOf = (person: string, now: number) =>
    budget.countedReads(now).filter((sent) => sent.person === person)

  /** The largest weight of one reader's requests. */
  function maxWeightOf(person: string, now: number): number {
    const readers = new Set([
      ...budget.countedReads(now).flatMap((sent) => sent.person ?? []),
      ...waitingPeople(),
      person,
    ])
    // At least two: an active operator who has not read yet keeps a share.
    return Math.max(1, Math.floor(budget.maxReadSlots / Math.max(2, readers.size)))
  }

  const isAlone = (person: string, now: number) =>
    ![...lastActiveAt].some(([other, at]) => other !== person && at > now - activeForMs)

  return {
    /** Records that an operator is active. */
    markActive(person: string, now: number): void {
      lastActiveAt.delete(person)
      lastActiveAt.set(person, now)
      for (const [other, at] of lastActiveAt) {
        if (at > now - activeForMs) break
        lastActiveAt.delete(other)
      }
    },

    /** How much of their share an operator has used. The operator who has used least is served first. */
    usedWeight: (person: string, now: number): number => totalWeight(countedReadsOf(person, now)),

    /**
     * The earliest moment at which this operator's share has a slot; `now` when it has one now.
     *
     * @param person the operator's id; '' for requests that belong to no operator
     * @param waitingCount how many of the operator's requests wait already
     */
    nextAt(person: string, now: number, waitingCount = 0): number {
      if (person === '' || isAlone(person, now)) return now
      if (budget.freeReadSlots(now) > budget.maxReadSlots / 2) return now
      const maxWeight = maxWeightOf(person, now)
      const sent = countedReadsOf(person, now).toSorted((a, b) => budget.expiresAt(a, now) - budget.expiresAt(b, now))
      let weight = totalWeight(sent) + waitingCount
      if (weight < maxWeight) return now
      for (const request of sent) {
        weight -= requestWeight(request)
        if (weight < maxWeight) return Math.max(now, budget.expiresAt(request, now))
      }
      return Infinity
    },
  }
}
