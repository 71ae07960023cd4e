/** Texts about the start of a new batch: what the rules find, the plan, and the dialog. */
import { breakerRule, harmLimit, harmRule, type OverLimit } from '#contract/index.ts'
import { number, plural } from '#ui/text/format-number.ts'

export const people = (count: number) => plural(count, 'person', 'people')
const calls = (count: number) => plural(count, 'call', 'calls')

export const cancel = 'Cancel'
export const writeReasonFirst = 'Write a reason first.'
export const reasonHint = 'The audit shows this reason with the start.'
export const recordedReason = (reason: string) => `Reason shown in the audit: ${reason}`
export const checkAgain = 'Check again'

// What a rule found
/** How many people a rule found, among how many in the file. */
export interface FoundCount {
  count: number
  of: number
}
const takesSingular = ({ count, of }: FoundCount) => count === 1 || count === of
export const subject = ({ count, of }: FoundCount) =>
  count === of ? 'Everyone in this file' : `${number(count)} of the ${people(of)} in this file`
export const are = (counts: FoundCount) => (takesSingular(counts) ? 'is' : 'are')
export const inThisFile = (count: number) => `${people(count)} in this file`
export const foundCount = ({ count, of }: FoundCount) => `${number(count)} of ${people(of)}`

// Outside calling hours
export const when = (isNow: boolean) => (isNow ? 'now' : 'at the start time')
/** @param inside how many can be called then; null: everyone */
export const startAtOpening = (time: string, inside: number | null, of: number) =>
  inside === null ? `Start ${time}` : `Start ${time} (${number(inside)} of ${people(of)} inside hours)`
// Calling hours of this batch
export const ownHours = 'Hours for this batch'

// Over the contact limits
const times = (count: number) => (count === 1 ? '' : ` ${count} times`)
export const overLimitFound = (
  counts: FoundCount,
  { people: totalPeople, overDay, limits: { perDay, perWeek } }: OverLimit,
) => {
  const overWeek = totalPeople - overDay
  const was = takesSingular(counts) ? 'was' : 'were'
  const limit = `The limit is ${perDay} in 24 hours and ${perWeek} in 7 days.`
  if (overWeek === 0) return `${subject(counts)} ${was} called${times(perDay)} in the last 24 hours. ${limit}`
  if (overDay === 0) return `${subject(counts)} ${was} called${times(perWeek)} in the last 7 days. ${limit}`
  return `${subject(counts)} reached the limit: ${number(overDay)} in the last 24 hours, ${number(overWeek)} in the last 7 days. ${limit}`
}
// Plan
/** The circuit breaker. */
export const breaker = 'Stop if calls fail for technical reasons'
export const breakerHint = `Cancels the remaining calls if at least ${breakerRule.endedLeast} calls have ended and half or more of them failed for a technical reason. Busy, no answer and mailboxes do not count.`
export const stopForHarmHint = `Cancels the remaining calls if ${harmLimit} of the first ${harmRule.first} people reached are known to be the wrong person, to ask not to be called, or to hang up within ${harmRule.hungUpSeconds} seconds. Guesses do not count. If this is off, Switchboard only tells you.`

// Dialog before the start
const firstOfCalls = (first: number, total: number) =>
  first === total ? calls(total) : `the first ${number(first)} of ${calls(total)}`
export const startTitle = (first: number, all: number) => `Start ${firstOfCalls(first, all)} now?`
/** @param time null: not chosen yet */
export const scheduleTitle = (first: number, all: number, time: string | null) =>
  time === null ? `Schedule ${firstOfCalls(first, all)}?` : `Schedule ${firstOfCalls(first, all)} for ${time}?`
export const unansweredEffect = (rows: number) =>
  rows === 1
    ? '1 row is left out because nobody has said what its column means.'
    : `${number(rows)} rows are left out because nobody has said what their column means.`
