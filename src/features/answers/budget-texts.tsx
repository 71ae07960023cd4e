/** Texts of the page of the request budget. */
import { number } from '#ui/text/format-number.ts'
import { dayAndTime } from '#ui/time/format-time.ts'
import type { TimeUnit } from './search.ts'

export const title = 'Request budget'
export const asks = 'Who spends the requests to the service?'
export const counting = 'Counting requests…'
export const requests = 'Requests'
export const before = (count: number) => `${number(count)} in the period before`
export const busiestHour = 'Busiest hour'
/** @param perMinute the average of the hour */
export const perMinuteOf = (perMinute: number, limit: number) =>
  `${number(Math.round(perMinute * 10) / 10)} of ${number(limit)} a minute`
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
export const colleagues = 'Colleagues'
export const formerOperator = 'Former operator'
export const noRequests = 'No request to the service was counted in this period.'
export const fileName = (by: string) => `requests-by-${by}`
export const since = (at: string) => `Counted since ${at}; what was sent before is not known.`
export const rests =
  'Every request of all gateways is counted when it is sent, so these figures are complete, except for the last seconds of a gateway that was killed. The count itself sends none.'
export const openSettings = 'What is used now'
