/** The requests to the service in each minute of the last hour, from the gateway's own counts: reading them costs the service nothing. */
import { read } from '#api/reads.ts'
import type { Lane, RequestCounts } from '#contract/index.ts'
import { requestsOf } from './lane-series.ts'

const minuteMs = 60_000
const shownMinutes = 60

/** Gateways write their counts every few seconds, so a minute is counted as a whole a little after its end. */
const writtenAfterMs = 5_000

/** The last 60 whole minutes. @param now the gateway's clock, epoch ms */
export function lastHourOf(now: number): { from: number; to: number } {
  const to = Math.floor((now - writtenAfterMs) / minuteMs) * minuteMs
  return { from: to - shownMinutes * minuteMs, to }
}

export const lastHourRead = (now: number) => read('requestCountList', { query: { ...lastHourOf(now), by: 'minute' } })

/** The requests of each minute by purpose. What was sent before the gateway counted is unknown, not zero: null. */
export function lanesByMinute({ groups, since }: RequestCounts, now: number): (Partial<Record<Lane, number>> | null)[] {
  const byMinute = new Map(groups.map(({ key, lanes }) => [Number(key), lanes]))
  const { from } = lastHourOf(now)
  return Array.from({ length: shownMinutes }, (_, minute) => {
    const at = from + minute * minuteMs
    return since !== null && at >= since ? (byMinute.get(at) ?? {}) : null
  })
}

/** All requests of each minute; null: unknown. */
export const requestsByMinute = (counts: RequestCounts, now: number): (number | null)[] =>
  lanesByMinute(counts, now).map((lanes) => lanes && requestsOf(lanes))
