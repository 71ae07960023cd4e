/** Texts of the pages of answers. */

import type { ReactNode } from 'react'
import type { CallOutcome } from '#contract/index.ts'
import { countryName } from '#phone/country.ts'
import { number, plural } from '#ui/text/format-number.ts'
import { percent, percentOf } from '#ui/text/share.ts'
import { formatDuration } from '#ui/time/format-time.ts'
import type { Grouping } from './search.ts'

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
export const agentLabel = 'Agent'
export const allAgents = 'All agents'
export const flowLabel = 'Flow'
export const allFlows = 'All flows'
export const batchLabel = 'Batch'
export const allBatches = 'All batches'
export const countryLabel = 'Country'
export const allCountries = 'All countries'
export const noSuchChoice = 'None with calls in this period.'

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
export const callsByHour = 'Calls by hour'
export const callsByDay = 'Calls by day'
export const hourHeader = 'Hour'
export const dayHeader = 'Day'
export const overTimeFileName = (days: number) => (days === 1 ? 'calls-by-hour' : `calls-by-day-${days}-days`)

// Hours of the week
export const hoursSection = 'By hour of the week'
export const hoursCaption = 'Share of the calls that were answered, by weekday and hour'
export const hoursNote = 'On the clock of the person called. Hours with fewer than 20 calls are pale.'
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
export const fileName = (by: string, days: number) => `calls-by-${by}-${days}-days.csv`

// States
export const counting = 'Counting calls…'
export const noCallsTitle = 'No calls in this period'
export const noCallsHint =
  'Calls appear here once they have ended and somebody has opened their batch, their page or the history.'
