/** What events of the service said has changed since it was read. Nothing is read here: whoever looks reads it again. */
import { LRUCache } from 'lru-cache'
import type { WebhookEvent } from '#contract/index.ts'
import { eventInvalidates, freshnessOf, readEndpoint } from './freshness-rules.ts'
import type { Read } from './read.ts'

const most = 5_000
/** A thing that an event told of within this time, ms, is one whose events arrive. */
const recently = 5 * 60_000

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

export function createNews() {
  /** When an event last told of a thing, by the steady clock. However many come, each thing has one line. */
  const at = new LRUCache<string, number>({ max: most })

  /** @param ids what the event names, by the names of path parameters */
  function hear(event: WebhookEvent, ids: Params, now: number): void {
    for (const name of eventInvalidates[event]) {
      const params = paramsOf(readEndpoint(name).path, ids)
      if (params) at.set(keyOf(name, params), now)
    }
  }

  /** Some may not have been heard of: nothing is known of any thing. */
  function forget(): void {
    at.clear()
  }

  /** Whether something happened since it was read. */
  function since(read: Read, readAt: number): boolean {
    return of(read) >= readAt
  }

  /** Whether this is a thing that events tell everything of, and they do arrive: then no news is no change. */
  function comes(read: Read, now: number): boolean {
    return freshnessOf(read.name).eventsTellAll && now - of(read) < recently
  }

  function of({ name, params }: Read): number {
    return at.get(keyOf(name, params)) ?? -Infinity
  }

  return {
    hear,
    forget,
    since,
    comes,
  }
}

export type News = ReturnType<typeof createNews>
