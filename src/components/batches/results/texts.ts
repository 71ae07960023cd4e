/** Texts about the results of a batch. */

import { number, plural } from '#ui/text/format-number.ts'
import { formatDuration } from '#ui/time/format-time.ts'
import { hourOfDay, hourSpan } from '#ui/time/hour-of-day.ts'

export const resultsSection = 'Results'
export const loading = 'Counting calls…'

/** A page says how much is known while it is less than this share: what is missing then can change a figure. */
const goodShare = 0.99
/** "Outcome known for 812 of 1,000 ended rows." '' if nearly all are known. @param seen rows of which more than their state is known @param ended null: unknown */
export const coverage = (seen: number, ended: number | null) => {
  if (ended === null) return `Outcome known for ${plural(seen, 'ended row', 'ended rows')}.`
  if (ended === 0) return 'No calls have ended yet.'
  return seen >= ended * goodShare
    ? ''
    : `Outcome known for ${number(seen)} of ${plural(ended, 'ended row', 'ended rows')}.`
}
/** "Result known for 42 of 99 ended rows of today’s batches." '' if none has ended, or nearly all are known. @param where such as "today’s batches" */
export const knownOf = ({ seen, ended }: { seen: number; ended: number }, where: string): string =>
  ended === 0 || seen >= ended * goodShare
    ? ''
    : `Result known for ${number(seen)} of ${plural(ended, 'ended row', 'ended rows')} of ${where}.`
/** What the coverage of several batches leaves out; '' for none. @param known whether others are counted */
export const endUnknown = (count: number, known: boolean) =>
  count === 0
    ? ''
    : `How many rows of ${plural(count, known ? 'other batch' : 'batch', known ? 'other batches' : 'batches')} have ended is unknown.`
const readAllHint =
  'Other rows are read when requests are left over (Reports → Request budget). Load all rows to count them now: one request per 100 rows.'
const onlyStateHint =
  'The other results are read when requests are left over (Reports → Request budget). Until then, answered calls may include mailboxes. Open a call to learn its outcome now.'
/** How the rows that `coverage` leaves out become known; '' if it says nothing of them. @param seenToEnd rows that were seen to end */
export const coverageHint = (seen: number, seenToEnd: number, ended: number | null) => {
  if (coverage(seen, ended) === '') return ''
  if (ended !== null && seenToEnd < ended) return readAllHint
  return seen < seenToEnd ? onlyStateHint : ''
}
export const readAll = (count: number) => `Load all ${plural(count, 'row', 'rows')}`

// The funnel
export const funnelLabel = 'From rows to conversations'
export const stepColumn = 'Stage'
export const rowsColumn = 'Rows'
/** @param rows all rows of the batch; null: unknown */
export const ofAllRows = (rows: number | null) => (rows === null ? 'Of all rows' : `Of ${plural(rows, 'row', 'rows')}`)
export const ofCalledRows = (called: number) => `Of ${number(called)} called`
export const rowsStep = 'Rows in this batch'
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
/** @param timed answered rows with a known duration */
export const perAnswered = (talkSeconds: number, answered: number, timed: number) => {
  if (answered === 0) return 'No calls answered yet'
  if (timed === 0) return 'No known durations yet'
  const average = `${formatDuration(talkSeconds / timed)} on average`
  return timed === answered
    ? `${average} per answered row`
    : `${average} for the ${number(timed)} of ${plural(answered, 'answered row', 'answered rows')} with a known duration`
}
export const callsMade = 'Known calls'
export const callsPerRow = (calls: number) => `${number(Math.round(calls * 10) / 10)} per called row`

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
/** Without the characters of a batch's name that a file name cannot have. @param what such as "by attempt" */
export const fileName = (batch: string, what: string) =>
  `${batch.replace(/[^\p{L}\p{N} _.-]+/gu, ' ').trim() || 'batch'} ${what}`
