/** Texts of the page of the request budget. */
import { number } from '#ui/text/format-number.ts'
import { dayAndTime } from '#ui/time/format-time.ts'
import type { TimeUnit } from '../search.ts'

export { budgetTitle as title } from '../texts.tsx'
export const question = 'What uses the request budget?'
export const counting = 'Counting requests…'
export const requests = 'Requests'
export const before = (count: number) => `${number(count)} in the previous period`
export const busiestHour = 'Busiest hour'
/** @param perMinute the average of the hour */
export const perMinuteOf = (perMinute: number, limit: number) =>
  `${number(Math.round(perMinute * 10) / 10)} per minute, limit ${number(limit)}`
export const hourOf = (at: number) => `From ${dayAndTime(at)}`
export const liveUpdates = 'Live updates'
export const liveUpdatesNote = 'Calls, batches and conversations that somebody watches'
export const requestsBy: Readonly<Record<TimeUnit | 'page' | 'operator', string>> = {
  hour: 'Requests by hour',
  day: 'Requests by day',
  week: 'Requests by week',
  month: 'Requests by month',
  page: 'Requests by page',
  operator: 'Requests by operator',
}
export const headers = { page: 'Page', operator: 'Operator' } as const
export const plurals = { page: 'pages', operator: 'operators' } as const
export const gatewayItself = 'Switchboard itself'
export const colleagues = 'Other operators'
export const formerOperator = 'Former operator'
export const noRequests = 'No requests to the service were counted in this period.'
export const fileName = (by: string) => `requests-by-${by}`
export const since = (at: string) => `Counted since ${at}; what was sent before is unknown.`
export const basis =
  'All gateways count each request when they send it. If a gateway is killed, its last few seconds are missing. Opening this page sends no requests to the service.'
export const openSettings = 'Current usage'
