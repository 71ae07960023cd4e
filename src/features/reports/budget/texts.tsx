/** Texts of the page of the request budget. */
import type { ReactNode } from 'react'
import type { Lane } from '#contract/index.ts'
import { number, plural } from '#ui/text/format-number.ts'
import { dayAndTime } from '#ui/time/format-time.ts'
import type { TimeUnit } from '../search.ts'

export { budgetTitle as title } from '../texts.tsx'
export const counting = 'Counting requests…'
export const requests = 'Requests'
export const before = (count: number) => `${number(count)} in the previous period`
/** @param perMinute the average of the hour */
export const perMinuteOf = (perMinute: number, limit: number) =>
  `${number(Math.round(perMinute * 10) / 10)} per minute, limit ${number(limit)}`
export const hourOf = (at: number) => `From ${dayAndTime(at)}`
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
export const colleagues = 'Other operators'
export const noRequests = 'No requests to the service were counted in this period.'
export const fileName = (by: string) => `requests-by-${by}`
export const since = (at: string) => `Counted since ${at}; what was sent before is unknown.`

// The use now
export const loadingBudget = 'Loading request budget…'
export const lastHour = 'Requests by minute, last hour'
export const limitOf = (perMinute: number) => `Limit: ${number(perMinute)} in any minute`
/** @param day ISO 8601 */
export const lastHourFile = (day: string) => `requests-last-hour_${day}`
export const usedOf = (used: number, perMinute: number) => `${number(used)} of ${number(perMinute)}`
export const usedMeterValue = (used: number, perMinute: number) => `${usedOf(used, perMinute)} requests`
export const updatesResumeAfterPause = (countdown: ReactNode) => (
  <>The service asked for a pause. Updates resume in {countdown}. You can still cancel batches.</>
)
export const updatesResumeAfterLimit = (countdown: ReactNode) => (
  <>The request limit is reached. Updates resume in {countdown}. You can still cancel batches.</>
)
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
export const requestsPerMinute = (count: number) => `${plural(Math.round(count), 'request', 'requests')} a minute`
export const withAnotherCall = (watchedText: string, perMinute: number) =>
  `${watchedText} ${requestsPerMinute(perMinute)} in total.`

/** What requests are for. */
export const laneNames: Record<Lane, string> = {
  cancel: 'Cancelling batches',
  commands: 'Other commands',
  reads: 'Opening pages',
  watching: 'Live updates',
  outcomes: 'Results of calls',
}

// RequestShares
export const requestsOfBudget = (used: number, budget: number) => `${number(used)} of ${number(budget)} requests`
