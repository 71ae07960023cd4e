/** Texts of the page of the request budget. */
import type { Lane } from '#contract/index.ts'
import { number, plural } from '#ui/text/format-number.ts'

export { budgetTitle as title } from '../texts.tsx'
export const counting = 'Counting requests…'
export const colleagues = 'Other operators'
export const noRequests = 'No requests to the service were counted in this period.'

// The use now
export const loadingBudget = 'Loading request budget…'
export const lastHour = 'Requests by minute, last hour'
export const usedOf = (used: number, perMinute: number) =>
  `${number(used)} of ${number(perMinute)}${used > perMinute ? `, ${number(used - perMinute)} over the limit` : ''}`
const seconds = (count: number) => `${number(count)} s`
const minutes = (count: number) => `${number(count)} min`
/** "4 s", "3 min". */
const interval = (intervalSeconds: number) =>
  intervalSeconds < 90 ? seconds(Math.max(1, Math.round(intervalSeconds))) : minutes(Math.round(intervalSeconds / 60))
export const inFocus = (count: number, everySeconds: number) =>
  `${number(count)} in focus, updated every ${interval(everySeconds)}`
export const otherWatched = (count: number, everySeconds: number) =>
  `${number(count)} more on the screen, updated every ${interval(everySeconds)}`
export const requestsPerMinute = (count: number) => `${plural(Math.round(count), 'request', 'requests')} a minute`

/** What requests are for. */
export const laneNames: Record<Lane, string> = {
  cancel: 'Cancelling batches',
  commands: 'Other commands',
  reads: 'Opening pages',
  watching: 'Live updates',
  outcomes: 'Results of calls',
}
