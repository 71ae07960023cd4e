/** Texts of the reports. */

import type { ReactNode } from 'react'
import { coverageOf } from '#components/batches/results/texts.ts'
import type { CallOutcome, Coverage, Pagination } from '#contract/index.ts'
import { paths } from '#kit/navigation/paths.ts'
import { countryName } from '#phone/country.ts'
import { number, plural } from '#ui/text/format-number.ts'
import { percent, pointsBetween } from '#ui/text/share.ts'
import { formatDuration } from '#ui/time/format-time.ts'
import { hourSpan } from '#ui/time/hour-of-day.ts'
import type { FilterField, TimeUnit } from './search.ts'

export const reachingTitle = 'Reaching people'
export const batchesTitle = 'Batches'
export const costTitle = 'Cost'
export const agentsTitle = 'Agents and flows'
export const reviewTitle = 'Reviewing messages'
export const budgetTitle = 'Request budget'

// Filters
export const periods: Readonly<Record<number, string>> = {
  1: 'Today',
  7: 'Last 7 days',
  28: 'Last 28 days',
  90: 'Last 90 days',
  365: 'Last 365 days',
}
/** What calls and decisions are filtered and compared by. */
export type Dimension = FilterField | 'attempt'
export const dimensions: Readonly<Record<Dimension, string>> = {
  agent: 'Agent',
  flow: 'Flow',
  batch: 'Batch',
  country: 'Country',
  reviewer: 'Reviewer',
  attempt: 'Attempt',
}
const nameless = { agent: 'Unknown agent', flow: 'Unknown flow', reviewer: 'Former reviewer' } as const
const shownIdLength = 6
/** A record of which only the ID is known: what it is, and the end of its ID, in which records differ most. A batch has its ID for a name. */
export const withoutName = (field: FilterField, id: string) => {
  if (field === 'batch' || field === 'country') return id
  return `${nameless[field]} ${id.length > shownIdLength + 2 ? `…${id.slice(-shownIdLength)}` : id}`
}
/** How much the figures rest on. @param filter a country or a flow of which alone calls are counted; the service does not count by them */
export function coverage(of: Coverage, { country, flow }: { country: string; flow: string }): string {
  const ofAll = country === '' && flow === '' ? '' : ' (all countries and flows)'
  const nothing = 'No rows of batches started in this period have ended.'
  const counted =
    of.ended > 0
      ? 'The figures also include single calls that your team has seen.'
      : 'The figures count calls that your team has seen.'
  return `${coverageOf(of, `this period’s batches${ofAll}`, nothing)} ${counted}`.trim()
}
export const coverageHint =
  'Some events say only that a call completed or failed. Such a call counts as answered or failed, so answered calls may include mailboxes. Percentages leave out calls whose outcome is unknown; those of long talks also leave out answered calls of unknown duration. To see all outcomes of a batch, load its rows on the batch’s page. The previous period is counted up to the same time. Opening this page sends no requests to the service.'

/** For screen readers, when a filter was changed. Nobody counts all rows of these lists. @param rows on this page */
export const found = (rows: number, { page, hasNext }: Pagination, [one, many]: readonly [string, string]) =>
  page === 1 && !hasNext
    ? `${plural(rows, one, many)} found.`
    : `${plural(rows, one, many)} on page ${number(page)}${hasNext ? ', and more on the next' : ''}.`

// Figures
/** The name of a figure’s link: in a list of links, its number alone says nothing. */
export const figure = (value: string, label: string) => `${value} ${label}`
export const calls = 'Calls'
export const answered = 'Answered'
export const longTalks = 'Talked over 20 seconds'
export const duration = (seconds: number) => formatDuration(seconds)
/** @param timed the answered calls whose duration is known */
export const perAnswered = (seconds: number | null, timed: number, answeredCount: number) => {
  if (seconds === null) return ''
  const average = `${formatDuration(seconds)} on average`
  return timed === answeredCount
    ? `${average} per answered call`
    : `${average} for the ${number(timed)} of ${plural(answeredCount, 'answered call', 'answered calls')} with a known duration`
}
/** The change from the previous period, in percentage points. @param counted of what the shares are */
export const change = (share: number | null, before: number | null, counted: 'calls' | 'decisions') => {
  if (before === null) return `No ${counted} in the previous period`
  if (share === null) return `${percent(before)} in the previous period`
  const points = pointsBetween(before, share)
  if (points === 0) return 'Same as in the previous period'
  return `${plural(Math.abs(points), 'point', 'points')} ${points > 0 ? 'higher' : 'lower'} than in the previous period`
}
/** In place of a comparison, if figures began to be recorded later, or older ones were deleted. */
export const beforeUnknown = 'No comparison: the period before was not recorded in full.'

// Over time
export const unitHeaders: Readonly<Record<TimeUnit, string>> = {
  hour: 'Hour',
  day: 'Day',
  week: 'Week',
  month: 'Month',
}
/** Headings of files, which have when each begins. */
export const unitFileHeaders: Readonly<Record<TimeUnit, string>> = {
  hour: 'Hour begins',
  day: 'Day',
  week: 'Week begins',
  month: 'Month begins',
}
/** What is cut off of the first and the last column. */
export const unitNotes: Readonly<Record<TimeUnit, string>> = {
  hour: '',
  day: '',
  week: 'Weeks begin on Monday. The first and the last have only their days of this period.',
  month: 'The first and the last month have only their days of this period.',
}

// Hours of the week
export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
export const noOutcomesThen = 'No known outcomes'
export const cell = (answeredCount: number, count: number) => `${number(answeredCount)} of ${number(count)} answered`
export const bestHour = (weekday: number, hour: number, share: ReactNode, calls: ReactNode) => (
  <>
    {weekdays[weekday]}, {hourSpan(hour)}: {share} of {calls}
  </>
)
/** Before the number of calls. */
export const knownIn = (count: number) => `${plural(count, 'known outcome', 'known outcomes')} in `
export const bestHoursLabel = 'Best hours'

// Groups
/** The names of groups that have no key. */
const unknownNames: Readonly<Record<Dimension, string>> = {
  agent: 'Unknown agent',
  flow: 'Unknown flow',
  batch: 'Single calls and calls of unknown batch',
  country: 'Unknown country',
  reviewer: 'Other reviewers',
  attempt: 'Single calls and calls of unknown attempt',
}
/** @param group its key, and the name of its record; null: unknown, or it has none */
export const nameOfGroup = (by: Dimension, { key, name }: { key: string; name: string | null }): string => {
  if (key === '') return unknownNames[by]
  if (by === 'attempt') return `Attempt ${key}`
  return by === 'country' ? countryName(key) : (name ?? withoutName(by, key))
}
/** The page of a group's record; null: it has none. */
export const addressOfGroup = (by: Dimension, key: string): string | null =>
  key === ''
    ? null
    : by === 'agent'
      ? paths.agent(key)
      : by === 'flow'
        ? paths.flow(key)
        : by === 'batch'
          ? paths.batch(key)
          : null
/** The outcomes that the table has beside the answered calls. */
export const outcomes: Readonly<Partial<Record<CallOutcome, string>>> = {
  mailbox: 'Mailbox',
  no_answer: 'No answer',
  busy: 'Busy',
  failed: 'Failed',
  unknown: 'Unknown',
}

// States
export const counting = 'Counting calls…'
