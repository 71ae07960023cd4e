/**
 * Each operator's share of the reads while others are active (reliability R50). While half of the budget for reads is free, everybody reads
 * without limit. Then each of n readers gets 1/n, and whoever has had more waits until the others have had as much. An id that the
 * service does not know counts twice, so that inventing ids costs the person who does it. Pure except for who is active.
 */
import type { Budget, SentRequest } from './budget.ts'

/** How long a person counts as active after their last request, ms. A hidden tab asks every 30 s, or once a minute where the browser slows it. */
const activeForMs = 90_000

/** What a reading weighs in its person's share. */
const requestWeight = (sent: SentRequest): number => (sent.refused ? 2 : 1)
const totalWeight = (sent: readonly SentRequest[]): number => sent.reduce((sum, one) => sum + requestWeight(one), 0)

export type OperatorShares = ReturnType<typeof createOperatorShares>

/**
 * @param budget what was sent
 * @param waiting whom the requests are for that wait for a place, one entry each
 */
export function createOperatorShares(budget: Budget, waiting: () => readonly string[]) {
  const seenAt = new Map<string, number>()

  const readsOf = (person: string, now: number) => budget.countedReads(now).filter((sent) => sent.person === person)

  /** The places that one of those who read may take of a minute. */
  function limit(person: string, now: number): number {
    const readers = new Set([...budget.countedReads(now).flatMap((sent) => sent.person ?? []), ...waiting(), person])
    // A person who has not asked yet gets as much as one who has.
    return Math.max(1, Math.floor(budget.maxReadSlots / Math.max(2, readers.size)))
  }

  const isAlone = (person: string, now: number) =>
    ![...seenAt].some(([other, at]) => other !== person && at > now - activeForMs)

  return {
    /** This person is active. */
    markActive(person: string, now: number): void {
      seenAt.delete(person)
      seenAt.set(person, now)
      for (const [other, at] of seenAt) {
        if (at > now - activeForMs) break
        seenAt.delete(other)
      }
    },

    /** What somebody has had of their share: who has had least goes first. */
    used: (person: string, now: number): number => totalWeight(readsOf(person, now)),

    /**
     * The earliest moment at which this person's share has a place; `now` when it has one now.
     *
     * @param person the operator's id; '' where it is for nobody in particular
     * @param before requests of theirs that wait already
     */
    nextAt(person: string, now: number, before = 0): number {
      if (person === '' || isAlone(person, now)) return now
      if (budget.freeReadSlots(now) > budget.maxReadSlots / 2) return now
      const most = limit(person, now)
      const sent = readsOf(person, now).toSorted((a, b) => budget.expiresAt(a, now) - budget.expiresAt(b, now))
      let left = totalWeight(sent) + before
      if (left < most) return now
      for (const one of sent) {
        left -= requestWeight(one)
        if (left < most) return Math.max(now, budget.expiresAt(one, now))
      }
      return Infinity
    },
  }
}
