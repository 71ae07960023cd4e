/** Records which reads the service's events reported as changed. Only the next request for such a read reads it again. */

import { LRUCache } from 'lru-cache'
import type { WebhookEvent } from '#contract/index.ts'
import { atMost } from '../shared/at-most.ts'
import type { Read } from './read.ts'
import { eventInvalidates, freshnessOf, readEndpoint } from './read-rules.ts'

const maxEntries = 5_000
/** Events of a read count as being delivered for this time after the latest one. */
const deliveryTtlMs = 5 * 60_000

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
  const changeTimes = new LRUCache<string, number>(atMost(maxEntries))

  /** Records an event. @param ids the ids that it names, by the names of path parameters */
  function record(event: WebhookEvent, ids: Params, now: number): void {
    for (const name of eventInvalidates[event]) {
      const params = paramsOf(readEndpoint(name).path, ids)
      if (params) changeTimes.set(keyOf(name, params), now)
    }
  }

  /** Deletes all records, since events may have been missed. */
  function clear(): void {
    changeTimes.clear()
  }

  /** Whether an event reported a change since the read's snapshot. */
  function changedSince(read: Read, readAt: number): boolean {
    return changedAt(read) >= readAt
  }

  /** Whether events report every change of this read and are being delivered, so that no event means no change. */
  function isCovered(read: Read, now: number): boolean {
    return freshnessOf(read.name).eventsAreComplete && now - changedAt(read) < deliveryTtlMs
  }

  function changedAt({ name, params }: Read): number {
    return changeTimes.get(keyOf(name, params)) ?? -Infinity
  }

  return {
    record,
    clear,
    changedSince,
    isCovered,
  }
}

export type ChangeLog = ReturnType<typeof createChangeLog>
