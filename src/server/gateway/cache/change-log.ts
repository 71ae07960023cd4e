/** Records which reads the service's events reported as changed. It reads nothing: the next request for such a read does. */
import { LRUCache } from 'lru-cache'
import type { WebhookEvent } from '#contract/index.ts'
import type { Read } from './read.ts'
import { eventInvalidates, freshnessOf, readEndpoint } from './read-rules.ts'

const maxEntries = 5_000
/** Events count as arriving for a read if one reported it within this time, ms. */
const arrivesWithinMs = 5 * 60_000

type Params = Record<string, string>

const keyOf = (name: string, params: Params): string =>
  JSON.stringify([name, ...Object.entries(params).toSorted(([a], [b]) => (a < b ? -1 : 1))])

/** The parameters of a read's path, from an event's ids; null when the event does not name them all. */
function paramsOf(path: string, ids: Params): Params | null {
  const params: Params = {}
  for (const [, name = ''] of path.matchAll(/\{(\w+)\}/g)) {
    const value = ids[name]
    if (value === undefined) return null
    params[name] = value
  }
  return params
}

export function createChangeLog() {
  /** When an event last reported each read, by the steady clock. */
  const at = new LRUCache<string, number>({ max: maxEntries })

  /** Records an event. @param ids the ids that it names, by the names of path parameters */
  function record(event: WebhookEvent, ids: Params, now: number): void {
    for (const name of eventInvalidates[event]) {
      const params = paramsOf(readEndpoint(name).path, ids)
      if (params) at.set(keyOf(name, params), now)
    }
  }

  /** Events may have been missed: forgets all of them. */
  function clear(): void {
    at.clear()
  }

  /** Whether an event reported a change since the read's snapshot. */
  function changedSince(read: Read, readAt: number): boolean {
    return changedAt(read) >= readAt
  }

  /** Whether events report every change of this read, and do arrive: then no event means no change. */
  function isCovered(read: Read, now: number): boolean {
    return freshnessOf(read.name).eventsAreComplete && now - changedAt(read) < arrivesWithinMs
  }

  function changedAt({ name, params }: Read): number {
    return at.get(keyOf(name, params)) ?? -Infinity
  }

  return {
    record,
    clear,
    changedSince,
    isCovered,
  }
}

export type ChangeLog = ReturnType<typeof createChangeLog>
