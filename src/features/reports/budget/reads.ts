/** The reads of `/reports/budget`. */
import { read } from '#api/reads.ts'
import { browserTimeZone } from '#ui/time/format-time.ts'
import { type Period, periodBefore, periodOf } from '../search.ts'

const hourMs = 3_600_000
/** Requests are counted by the hour of UTC. Where clocks are half an hour off, a period begins and ends half an hour earlier. */
export const hoursOf = ({ from, to }: Period): Period => ({ from: from - (from % hourMs), to: to - (to % hourMs) })

export const budgetReads = (days: number, now: number) => {
  const period = hoursOf(periodOf(days, now))
  const before = periodBefore({ days }, now)
  const countsRead = (by: 'hour' | 'day' | 'page' | 'operator', query = period) =>
    read('requestCountList', { query: { ...query, by, zone: browserTimeZone } })
  return {
    overTime: countsRead(days === 1 ? 'hour' : 'day'),
    hours: countsRead('hour'),
    pages: countsRead('page'),
    operators: countsRead('operator'),
    // Until the end of the hour: its requests cannot be divided.
    before: countsRead('page', { from: hoursOf(before).from, to: Math.ceil(before.to / hourMs) * hourMs }),
  }
}

export const minuteMs = 60_000
export const shownMinutes = 60

/** Gateways write their counts every few seconds, so a minute is counted as a whole a little after its end. */
const writtenAfterMs = 5_000

/** The last 60 whole minutes. @param now the gateway's clock, epoch ms */
export function lastHourOf(now: number): { from: number; to: number } {
  const to = Math.floor((now - writtenAfterMs) / minuteMs) * minuteMs
  return { from: to - shownMinutes * minuteMs, to }
}

export const lastHourRead = (now: number) => read('requestCountList', { query: { ...lastHourOf(now), by: 'minute' } })
