/** Publishes active operators to the other gateways, so that shares of the reads count the operators of all gateways (reliability R50). */
import type { Channel } from '../cluster/cluster.ts'
import type { Clock } from '../shared/clock.ts'

/** Newly active operators are collected for this long, then published together. */
const publishDelayMs = 2_000
/** Operators who stay active are published again after this time, well before they count as inactive. */
const republishAfterMs = 30_000
/** Ids that fit one message. */
const maxIdsPerMessage = 100

/**
 * @param deps.markActive called with each active operator's id, of this gateway and of the others
 * @returns a function to call with the operator's id at each of their requests
 */
export function shareActiveOperators(deps: {
  cluster: Channel
  markActive: (person: string) => void
  clock: Clock
}): (person: string) => void {
  const { cluster, markActive, clock } = deps
  const publishedAt = new Map<string, number>()
  let unpublished: string[] = []

  function publish(): void {
    for (let from = 0; from < unpublished.length; from += maxIdsPerMessage)
      cluster.publish('activeOperators', { people: unpublished.slice(from, from + maxIdsPerMessage) })
    unpublished = []
  }

  cluster.subscribe('activeOperators', ({ people }) => people.forEach(markActive))
  return (person) => {
    markActive(person)
    const now = clock.steady()
    if (now - (publishedAt.get(person) ?? -Infinity) < republishAfterMs) return
    publishedAt.set(person, now)
    unpublished.push(person)
    if (unpublished.length === 1) setTimeout(publish, publishDelayMs).unref()
  }
}
