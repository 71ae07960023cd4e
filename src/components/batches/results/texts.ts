/** Texts about what came of a batch. */

import { number, plural } from '#ui/text/format-number.ts'
import { percentOf } from '#ui/text/share.ts'
import { formatDuration } from '#ui/time/format-time.ts'
import { hourOfDay, hourSpan } from '#ui/time/hour-of-day.ts'

export const resultsSection = 'Results'
export const loading = 'Counting calls…'

/** "Known for 812 of 1,000 ended rows." @param seen rows of which more than their state is known @param ended null: unknown */
export const coverage = (seen: number, ended: number | null) => {
  if (ended === null) return `Known for ${plural(seen, 'ended row', 'ended rows')}.`
  if (ended === 0) return 'No call has ended yet.'
  return seen >= ended
    ? `Known for ${ended === 1 ? 'the ended row' : `all ${number(ended)} ended rows`}.`
    : `Known for ${number(seen)} of ${plural(ended, 'ended row', 'ended rows')}.`
}
export const readAllHint =
  'Switchboard counts what somebody opened or exported, and what the service reported by itself. To see how all rows ended and why they failed, read them once. Answered calls that nobody read may include mailboxes.'
export const onlyStateHint =
  'Of the others the service has told no more than that they were completed or failed. The answered ones may include mailboxes. What was said is known once somebody opens the call, or the history of calls.'
export const readAll = (count: number) => `Read all ${plural(count, 'call', 'calls')}`

// The funnel
export const funnelLabel = 'From rows to conversations'
export const stepColumn = 'Step'
export const rowsColumn = 'Rows'
/** @param rows all rows of the batch; null: unknown */
export const ofAllRows = (rows: number | null) => (rows === null ? 'Of all rows' : `Of ${plural(rows, 'row', 'rows')}`)
export const ofCalledRows = (called: number) => `Of ${number(called)} called`
export const rowsStep = 'Rows of the file'
export const calledStep = 'Called'
export const knownCalledStep = 'Known to be called'
export const answeredStep = 'Answered'
export const talkedStep = 'Talked over 20 seconds'

// Outcomes
export const outcomesLabel = 'Rows by outcome'
export const outcomeColumn = 'Outcome of the last call'

// Talk time
export const talkTime = 'Talk time'
export const talkTimeOf = (seconds: number) => formatDuration(seconds)
export const perAnswered = (seconds: number | null) =>
  seconds === null ? 'nobody answered yet' : `${formatDuration(seconds)} for each answered row`
export const callsMade = 'Calls seen'
export const callsPerRow = (calls: number) => `${number(Math.round(calls * 10) / 10)} for each row that was called`

// Charts
export const chartsPart = 'By attempt and local hour'
export const byAttempt = 'By attempt'
export const attemptHeader = 'Attempt'
export const attempt = (key: string) => (key === '' ? 'Unknown' : `Attempt ${key}`)
export const byHour = 'By local hour'
export const hourHeader = 'Local hour'
export const hour = (key: string) => (key === '' ? '?' : hourOfDay(Number(key)))
export const hourName = (key: string) => (key === '' ? 'Unknown hour' : hourSpan(Number(key)))
export const attemptNote =
  'Known calls only. If the first attempt of a row is unknown, the next known one counts as attempt 1.'
export const hourNote = 'Local time of the person called, estimated from the phone number.'
export const fileName = (batch: string, by: string) =>
  `${batch.replace(/[^\p{L}\p{N} _.-]+/gu, ' ').trim() || 'batch'} ${by}`

// Two batches side by side
export const figureColumn = 'Figure'
export const differenceColumn = 'Difference'
export const comparedShares = 'Steps as shares of the step before, outcomes as shares of the rows called'
export const comparedCaption = (earlier: string, later: string) => `Results of ${earlier} and ${later}`
/** "12 points more": of the later batch's share. */
export const difference = (before: number | null, after: number | null) => {
  if (before === null || after === null) return '–'
  const points = percentOf(after) - percentOf(before)
  return points === 0 ? 'same' : `${plural(Math.abs(points), 'point', 'points')} ${points > 0 ? 'more' : 'less'}`
}
export const coverageOf = (batch: string, seen: number, ended: number | null) => `${batch}: ${coverage(seen, ended)}`
