/** Which requests the chart of the last hour reads. */
import { read } from '#api/reads.ts'

export const minuteMs = 60_000
export const shownMinutes = 60

/** The last hour, the minute that has begun included. @param now the gateway's clock, epoch ms */
export const lastHourRead = (now: number) => {
  const to = (Math.floor(now / minuteMs) + 1) * minuteMs
  return read('requestCountList', { query: { from: to - shownMinutes * minuteMs, to, by: 'minute' } })
}
