/** Texts of the pages of answers. */

import type { ReactNode } from 'react'
import type { CallOutcome } from '#contract/index.ts'
import { countryName } from '#phone/country.ts'
import { number, plural } from '#ui/text/format-number.ts'
import { percent, percentOf } from '#ui/text/share.ts'
import { formatDuration } from '#ui/time/format-time.ts'
import type { FilterField, Grouping, TimeUnit } from './search.ts'

export const reachingTitle = 'Reaching people'
export const batchesTitle = 'Batches'
export const costTitle = 'Cost'
export const agentsTitle = 'Agents and flows'
export const reviewTitle = 'Reviewing messages'
export const question = 'When do people answer, and where?'

export const questionsLabel = 'Questions'

// Filters
export const periodLabel = 'Period'
export const periods: Readonly<Record<number, string>> = {
  1: 'Today',
  7: 'Last 7 days',
  28: 'Last 28 days',
  90: 'Last 90 days',
  365: 'Last 365 days',
}
export const filterLabels: Readonly<Record<FilterField, string>> = {
  agent: 'Agent',
  flow: 'Flow',
  batch: 'Batch',
  country: 'Country',
  reviewer: 'Reviewer',
}
export const allOf: Readonly<Record<FilterField, string>> = {
  agent: 'All agents',
  flow: 'All flows',
  batch: 'All batches',
  country: 'All countries',
  reviewer: 'All reviewers',
}
/** A record of which only the ID is known. */
export const withoutName = (field: FilterField, id: string) => `${filterLabels[field]} ${id}`
/** In a picture: "Agent: Ana". */
export const filteredBy = (field: FilterField, name: string) => `${filterLabels[field]}: ${name}`
/** Filters that have no field: they come from a figure. */
export const onlyPart = (part: string) => `Only ${part}`
export const hoursOfPart = (from: string, to: string) => `${from} to ${to}`
export const removeFilter = 'Show all'
export const loadingChoices = 'Loading…'
export const noSuchChoice = 'None in this period.'

/** How much the figures rest on. @param filter a country or a flow of which alone calls are counted; the service does not count by them */
export const coverage = (seen: number, ended: number, { country, flow }: { country: string; flow: string }) =>
  ended === 0
    ? 'No batch began in this period. The figures count the calls that the team has seen.'
    : `Of this period’s batches, what came of the call is known for ${number(seen)} of ${plural(ended, 'ended row', 'ended rows')}.${country === '' && flow === '' ? '' : ' Both numbers cover all countries and flows.'} Single calls that the team has seen are counted too.`
export const coverageHint =
  'Switchboard counts the calls that somebody opened or exported, and those that events announced. If an event tells only that a call was completed or failed, it is counted as answered or failed, and the answered ones that nobody read may include mailboxes. This page reads no calls. To learn why the calls of a batch failed, export them once.'

// Figures
export const calls = 'Calls'
export const answered = 'Answered'
export const longTalks = 'Talked over 20 seconds'
export const talkTime = 'Talk time'
export const duration = (seconds: number) => formatDuration(seconds)
export const perAnswered = (seconds: number | null) =>
  seconds === null ? '' : `${formatDuration(seconds)} for each answered call`
/** The change from the period before, in percentage points. @param counted of what the shares are */
export const change = (share: number | null, before: number | null, counted: 'calls' | 'decisions') => {
  if (before === null) return `No ${counted} in the period before`
  if (share === null) return `${percent(before)} in the period before`
  const points = percentOf(share) - percentOf(before)
  if (points === 0) return 'As in the period before'
  return `${plural(Math.abs(points), 'point', 'points')} ${points > 0 ? 'more' : 'less'} than in the period before`
}
export const callsBefore = (count: number) => `${number(count)} in the period before`

// Over time
export const callsOver: Readonly<Record<TimeUnit, string>> = {
  hour: 'Calls by hour',
  day: 'Calls by day',
  week: 'Calls by week',
  month: 'Calls by month',
}
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
export const hoursSection = 'By hour of the week'
export const hoursCaption = 'Share of the calls that were answered, by weekday and hour'
export const hoursNote = 'On the clock of the person called. Hours with fewer than 20 calls are pale.'
export const moveBetweenHours = 'Move between hours with the arrow keys.'
export const hourColumn = (hour: number) => String(hour).padStart(2, '0')
export const fullHour = ':00'
export const hourSpan = (hour: number) =>
  `${String(hour).padStart(2, '0')}:00 to ${String((hour + 1) % 24).padStart(2, '0')}:00`
export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
export const weekdayColumn = 'Weekday'
export const noCallsThen = 'No calls'
export const cell = (answeredCount: number, count: number) => `${number(answeredCount)} of ${number(count)} answered`
export const cellDetail = (answeredCount: number, count: number) => `%, ${cell(answeredCount, count)}`
export const bestHour = (weekday: number, hour: number, share: ReactNode, calls: ReactNode) => (
  <>
    {weekdays[weekday]}, {hourSpan(hour)}: {share} of {calls}
  </>
)
export const callCount = (count: number) => plural(count, 'call', 'calls')
export const bestHoursLabel = 'Best hours'
export const notEnoughCalls = 'No hour has 20 calls yet, so none can be called the best.'

// Groups
export const groupsSection = 'Compared'
export const groupedBy = 'Compare by'
export const groupings: Readonly<Record<Grouping, string>> = {
  country: 'Country',
  agent: 'Agent',
  attempt: 'Attempt',
  batch: 'Batch',
}
export const answeredColumn = 'Answered'
export const longTalksColumn = 'Over 20 s'
export const talkTimeColumn = 'Talk time'
export const unknownKeys: Readonly<Record<Grouping, string>> = {
  country: 'Unknown country',
  agent: 'Unknown agent',
  attempt: 'Single calls, or not known',
  batch: 'Single calls, or batch not known',
}
export const country = countryName
export const attempt = (value: string) => `Call ${value}`
/** The outcomes that the table has beside the answered calls. */
export const outcomes: Readonly<Partial<Record<CallOutcome, string>>> = {
  mailbox: 'Mailbox',
  no_answer: 'No answer',
  busy: 'Busy',
  failed: 'Failed',
  unknown: 'Not known',
}
export const talkSecondsColumn = 'Talk time (seconds)'
export const download = 'Download CSV'
export const fileName = (by: string) => `calls-by-${by}`

// States
export const counting = 'Counting calls…'
export const noCallsTitle = 'No calls in this period'
export const noCallsHint =
  'Calls appear here once they have ended and somebody has opened their batch, their page or the history.'
