import { type QueryState, useRead } from '#api/reads.ts'
import type { RequestCounts } from '#contract/index.ts'
import { useReadTime } from '#kit/data/read-time.ts'
import { useGatewayTime } from '#ui/time/clock.ts'
import { lastHourRead } from './last-hour.ts'

/** The requests of the last hour, counted again each minute. `at`: when they were counted, by the gateway's clock, epoch ms. */
export function useLastHour(): { query: QueryState<RequestCounts>; at: number } {
  const now = useGatewayTime(5_000)
  const query = useRead(lastHourRead(now))
  return { query, at: useReadTime(query, now) }
}
