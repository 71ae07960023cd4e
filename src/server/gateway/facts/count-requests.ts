/** Counts requests to the service from the rows that the gateways wrote while they sent them. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { isZoneKnown } from '#calling-hours/zone-clock.ts'
import {
  colleaguesKey,
  type Lane,
  lanes,
  type RequestCount,
  type RequestCounts,
  type RequestGrouping,
} from '#contract/index.ts'
import { refusal } from '../shared/refusals.ts'
import type { Store } from '../store/store.ts'
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
/** Days that one statement reads: a few thousand rows. */
const daysPerSlice = 14
const maxDays = 800

const isLane = (lane: string): lane is Lane => (lanes as readonly string[]).includes(lane)

const refuse = (message: string) => refusal({ status: 400, code: 'invalid_request', message })

/** The key of a row's group. */
function keyOf(row: { at: number; page: string; operator_id: string }, { by, zone, viewer }: RequestQuery): string {
  if (by === 'page') return row.page
  if (by === 'operator')
    return viewer === null || row.operator_id === '' || row.operator_id === viewer ? row.operator_id : colleaguesKey
  // Hours of zones that are half an hour off are those of UTC.
  if (by === 'day') return `${startOfDay(zone, row.at)}`
  return `${row.at}`
}

/**
 * Counts the requests of a period. Sends nothing to the service.
 *
 * @throws Refusal 400 for an unknown time zone or a period that is too long
 */
export async function countRequests(store: Store, query: RequestQuery): Promise<Omit<RequestCounts, 'perMinute'>> {
  const { from, to, by, zone } = query
  if (!isZoneKnown(zone)) throw refuse('This time zone is not known. Nothing was counted.')
  // guard: counted-request-period-is-limited
  if (to - from > maxDays * dayMs) throw refuse(`A period has at most ${maxDays} days. Nothing was counted.`)
  const span = by === 'minute' ? 'minute' : 'hour'
  const groups = new Map<string, RequestCount>()
  for (let start = from; start < to; start += daysPerSlice * dayMs) {
    const rows = await store
      .selectFrom('request_counts')
      .select(['at', 'lane', 'page', 'operator_id', 'requests'])
      .where('span', '=', span)
      .where('at', '>=', start)
      .where('at', '<', Math.min(to, start + daysPerSlice * dayMs))
      .execute()
    for (const row of rows) {
      if (!isLane(row.lane)) continue
      const key = keyOf(row, query)
      const group = groups.get(key) ?? { key, name: null, lanes: {} }
      group.lanes[row.lane] = (group.lanes[row.lane] ?? 0) + row.requests
      groups.set(key, group)
    }
    await yieldToEventLoop()
  }
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
  const rows =
    ids.length === 0 ? [] : await store.selectFrom('user').select(['id', 'name']).where('id', 'in', ids).execute()
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return groups.map((group) => ({ ...group, name: names.get(group.key) ?? null }))
}
