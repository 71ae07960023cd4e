/** Tells the other gateways who is active, so that everybody's share is one of all reads (reliability R50), wherever they ask. */
import type { Channel } from '../cluster/cluster.ts'
import type { Clock } from '../shared/clock.ts'

/** Those who became active are told of together after this, ms. */
const publishDelayMs = 2_000
/** Who stays active is told of again after this, ms: well before they count as away. */
const republishAfterMs = 30_000
/** Ids that fit a message. */
const maxIdsPerMessage = 100

/**
 * @param parts.seen learns of each active operator's id, of this gateway and of the others
 * @returns to be called with an operator's id at each of their requests
 */
export function shareActiveOperators(parts: {
  cluster: Channel
  markActive: (person: string) => void
  clock: Clock
}): (person: string) => void {
  const { cluster, markActive: seen, clock } = parts
  const toldAt = new Map<string, number>()
  let untold: string[] = []

  function tell(): void {
    for (let from = 0; from < untold.length; from += maxIdsPerMessage)
      cluster.publish('activeOperators', { people: untold.slice(from, from + maxIdsPerMessage) })
    untold = []
  }

  cluster.subscribe('activeOperators', ({ people }) => people.forEach(seen))
  return (person) => {
    seen(person)
    const now = clock.steady()
    if (now - (toldAt.get(person) ?? -Infinity) < republishAfterMs) return
    toldAt.set(person, now)
    untold.push(person)
    if (untold.length === 1) setTimeout(tell, publishDelayMs).unref()
  }
}
