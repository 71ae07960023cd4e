/** Texts about the results of a batch. */
import type { Coverage } from '#contract/index.ts'
import { number, plural } from '#ui/text/format-number.ts'
import { formatDuration } from '#ui/time/format-time.ts'
import { isWellKnown } from './figures.ts'

export const loading = 'Counting calls…'

/** "Details known for 812 of 1,000 calls that ended." '' if nearly all are known. @param seen rows of which more than their state is known @param ended null: unknown */
export const coverage = (seen: number, ended: number | null) => {
  if (ended === null) return `Details known for ${plural(seen, 'call that ended', 'calls that ended')}.`
  if (ended === 0) return 'No calls have ended yet.'
  return isWellKnown({ seen, ended })
    ? ''
    : `Details known for ${number(seen)} of ${plural(ended, 'call that ended', 'calls that ended')}.`
}
/**
 * "Details known for 42 of 99 calls that ended in today’s batches."; '' if nearly all are known.
 *
 * @param where such as "today’s batches" @param nothing what it says if no call of them has ended
 */
export const coverageOf = ({ seen, ended, unknownBatches }: Coverage, where: string, nothing = ''): string => {
  if (ended === 0 && unknownBatches === 0) return nothing
  const known = isWellKnown({ seen, ended })
    ? ''
    : `Details known for ${number(seen)} of ${plural(ended, 'call', 'calls')} that ended in ${where}. `
  const others = ended > 0 ? ['other batch', 'other batches'] : ['batch', 'batches']
  return unknownBatches === 0
    ? known.trim()
    : `${known}How many rows of ${plural(unknownBatches, others[0] ?? '', others[1] ?? '')} have ended is unknown.`
}
/** Beside a number of calls: how many have ended in batches, unless all of these were read. Single calls do not make up for them. */
export const readSoFar = ({ ended, seenToEnd }: Coverage): string =>
  seenToEnd < ended ? `Read so far; ${number(ended)} ended in batches` : ''
const readAllHint =
  'The other rows are read as the request budget allows. Load all to count them now: one request per 100 rows.'
const onlyStateHint =
  'The others are read as the request budget allows. Until then, answered ones may be mailboxes; open a call to learn its outcome now.'
/** How the rows that `coverage` leaves out become known; '' if it says nothing of them. @param seenToEnd rows that were seen to end */
export const coverageHint = (seen: number, seenToEnd: number, ended: number | null) => {
  if (coverage(seen, ended) === '') return ''
  if (ended !== null && seenToEnd < ended) return readAllHint
  return seen < seenToEnd ? onlyStateHint : ''
}
/** @param timed answered rows with a known duration */
export const perAnswered = (talkSeconds: number, answered: number, timed: number) => {
  if (answered === 0) return 'No calls answered yet'
  if (timed === 0) return 'No known durations yet'
  const average = `${formatDuration(talkSeconds / timed)} on average`
  return timed === answered
    ? `${average} per answered row`
    : `${average} for the ${number(timed)} of ${plural(answered, 'answered row', 'answered rows')} with a known duration`
}
/** Without the characters of a batch's name that a file name cannot have. @param what such as "by attempt" */
export const fileName = (batch: string, what: string) =>
  `${batch.replace(/[^\p{L}\p{N} _.-]+/gu, ' ').trim() || 'batch'} ${what}`
