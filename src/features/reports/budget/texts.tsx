/** Texts of the page of the request budget. */
import type { ReactNode } from 'react'
import { number, plural } from '#ui/text/format-number.ts'
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

// The use now
export const loadingBudget = 'Loading request budget…'
export const budgetNow = 'Now'
export const lastHour = 'Requests by minute, last hour'
export const minuteHeader = 'Minute'
export const limitOf = (perMinute: number) => `Limit: ${number(perMinute)} in any minute`
export const noRequestsLastHour = 'No requests to the service in the last hour.'
export const minuteBegins = 'Minute begins'
/** @param day ISO 8601 */
export const lastHourFile = (day: string) => `requests-last-hour_${day}`
export const budgetForecast = 'If nothing changes'
export const budgetByPurpose = 'By purpose'
export const budgetByPage = 'By page'
export const budgetByOperator = 'By operator'
export const usedTerm = 'Used, last 60 s'
export const usedOf = (used: number, perMinute: number) => `${number(used)} of ${number(perMinute)}`
export const usedMeter = 'Requests used in the last minute'
export const usedMeterValue = (used: number, perMinute: number) => `${usedOf(used, perMinute)} requests`
export const reservedTerm = 'Reserved for calls and changes'
export const nextUpdateTerm = 'Next update'
export const updatesNow = 'Now'
export const updatesResumeAfterPause = (countdown: ReactNode) => (
  <>The service asked for a pause. Updates resume in {countdown}. You can still cancel batches.</>
)
export const updatesResumeAfterLimit = (countdown: ReactNode) => (
  <>The request limit is reached. Updates resume in {countdown}. You can still cancel batches.</>
)
export const lastRefusalTerm = 'Last refused (429)'
export const noRefusal = 'None since Switchboard started'
export const watchedTerm = 'Watched now'
export const costTerm = 'Cost'
export const withAnotherCallTerm = 'With another live call'
const seconds = (count: number) => `${number(count)} s`
const minutes = (count: number) => `${number(count)} min`
/** "4 s", "3 min". */
const interval = (intervalSeconds: number) =>
  intervalSeconds < 90 ? seconds(Math.max(1, Math.round(intervalSeconds))) : minutes(Math.round(intervalSeconds / 60))
export const inFocus = (count: number, everySeconds: number) =>
  `${number(count)} in focus, updated every ${interval(everySeconds)}`
export const otherWatched = (count: number, everySeconds: number) =>
  `${number(count)} more on the screen, updated every ${interval(everySeconds)}`
export const watched = (parts: readonly string[]) => `${parts.join('; ')}.`
export const nothingWatched = 'Nobody is watching live calls.'
export const requestsPerMinute = (count: number) => `${plural(Math.round(count), 'request', 'requests')} a minute`
export const withAnotherCall = (watchedText: string, perMinute: number) =>
  `${watchedText} ${requestsPerMinute(perMinute)} in total.`
