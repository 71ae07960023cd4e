/** Counts requests to the service from the rows that the gateways wrote while they sent them. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import {
  colleaguesKey,
  type Lane,
  lanes,
  type RequestCount,
  type RequestCounts,
  type RequestGrouping,
} from '#contract/index.ts'
import { namesOfOperators } from '../store/operator-names.ts'
import type { Store } from '../store/store.ts'
import { type Span, spans } from '../upstream/request-history.ts'
import { startOfDay } from './count-calls.ts'

export interface RequestQuery {
  /** Epoch ms; `to` is not included. */
  from: number
  to: number
  by: RequestGrouping
  zone: string
  /** Whose name may be seen; null: everybody's. */
  viewer: string | null
}

const dayMs = 86_400_000
/** Days that one statement reads. */
const daysPerSlice = 14

const isLane = (lane: string): lane is Lane => (lanes as readonly string[]).includes(lane)

/** The requests of a group, as one statement found them. */
interface Row {
  key: string | number
  lane: string
  requests: number | string
}

const spanOf = (by: RequestGrouping): Span => (by === 'minute' ? 'minute' : 'hour')

/** Requests by lane and by one column, in slices, so that other requests run in between. */
async function* readSlices(store: Store, { by, from, to }: RequestQuery) {
  const span = spanOf(by)
  const column = by === 'page' ? 'page' : by === 'operator' ? 'operator_id' : 'at'
  for (let start = from; start < to; start += daysPerSlice * dayMs) {
    const rows: Row[] = await store
      .selectFrom('request_counts')
      .select([`${column} as key`, 'lane', ({ fn }) => fn.sum<number | string>('requests').as('requests')])
      .where('span', '=', span)
      .where('at', '>=', start)
      .where('at', '<', Math.min(to, start + daysPerSlice * dayMs))
      .groupBy(['key', 'lane'])
      .execute()
    yield rows
    await yieldToEventLoop()
  }
}

/** The key of a row's group in the answer. */
function keyOf(key: string | number, { by, zone, viewer }: RequestQuery): string {
  if (by === 'operator') {
    const mayBeNamed = viewer === null || key === '' || key === viewer
    return mayBeNamed ? `${key}` : colleaguesKey
  }
  if (by !== 'day') return `${key}`
  // The middle of the hour, because it may begin on the day before.
  return `${startOfDay(zone, Number(key) + spans.hour / 2)}`
}

/**
 * Counts the requests of a period. Sends nothing to the service. Hours are those of UTC, also where clocks are half an hour off, and belong
 * to the period in which they begin.
 */
export async function countRequests(store: Store, query: RequestQuery): Promise<Omit<RequestCounts, 'perMinute'>> {
  const { by } = query
  const groups = new Map<string, RequestCount>()
  for await (const rows of readSlices(store, query)) {
    for (const { key: rowKey, lane, requests } of rows) {
      if (!isLane(lane)) continue
      const key = keyOf(rowKey, query)
      const group = groups.get(key) ?? { key, name: null, lanes: {} }
      group.lanes[lane] = (group.lanes[lane] ?? 0) + Number(requests)
      groups.set(key, group)
    }
  }
  const span = spanOf(by)
  const first = await store
    .selectFrom('request_counts')
    .select(({ fn }) => fn.min<number | null>('at').as('at'))
    .where('span', '=', span)
    .executeTakeFirst()
  const counted = [...groups.values()]
  return { groups: by === 'operator' ? await withNames(store, counted) : counted, since: first?.at ?? null }
}

/** Adds the operators' present names. */
async function withNames(store: Store, groups: readonly RequestCount[]): Promise<RequestCount[]> {
  const ids = groups.map(({ key }) => key).filter((key) => key !== '' && key !== colleaguesKey)
  const names = await namesOfOperators(store, ids)
  return groups.map((group) => ({ ...group, name: names.get(group.key) ?? null }))
}
