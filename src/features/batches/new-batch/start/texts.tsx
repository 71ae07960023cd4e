/** Texts about the start of a new batch: what the rules find, the plan, and the dialog. */
import type { ReactNode } from 'react'
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
const subject = ({ count, of }: FoundCount) =>
  count === of ? 'Everyone in this file' : `${number(count)} of the ${people(of)} in this file`
const are = (counts: FoundCount) => (takesSingular(counts) ? 'is' : 'are')
const inThisFile = (count: number) => `${people(count)} in this file`
export const foundCount = ({ count, of }: FoundCount) => `${number(count)} of ${people(of)}`
export const checkingAgain = 'The file has changed and is being checked again.'
export const leaveOut = (count: number) => `Leave out ${people(count)}`
export const rowsLeftOut = (count: number) => `${plural(count, 'row', 'rows')} left out`
export const includeAgain = 'Include them again'
export const showLeftOut = 'Show left-out rows'
export const callingRules = 'Calling rules'
export const stillChecking = 'Switchboard is still checking this file against your team’s calls.'

// Already called
const calledBefore =
  'in another batch that is running, scheduled or held back, or may have been called in the last 24 hours'
export const alreadyCalled = 'Already called'
export const calledBeforeFound = (counts: FoundCount) => `${subject(counts)} ${are(counts)} ${calledBefore}.`
export const calledBeforeNobodyElse = `Nobody else in this file is ${calledBefore}.`
export const calledAgainDecided = (count: number) => `${people(count)} will be called again`
export const callAgain = (count: number) => `Call ${people(count)} again`
export const doNotCallAgain = 'Undo this decision'
export const calledBeforeReason = (count: number) =>
  `${inThisFile(count)} ${count === 1 ? 'is' : 'are'} in another batch or may have been called in the last 24 hours. Leave them out, or choose to call them again.`

// Batches and calls that a rule found
export const causesLabel = 'Batches and calls with these people'
export const singleCalls = 'Single calls'
export const byOperator = (agent: string | null, operator: string, when: ReactNode) => (
  <>
    {agent && `, with agent ${agent}`}, by {operator}, {when}
  </>
)
export const startsAt = (at: ReactNode) => <>starts {at}</>
export const batchRunning = 'Batch running'
export const batchScheduled = 'Batch scheduled'
export const batchWaiting = 'Held back'
export const waitingForApproval = 'Waiting for approval'
export const called = 'Called'
export const maybeCalled = 'May have been called'

// Do-not-call list
export const doNotCallList = 'Do-not-call list'
export const doNotCallFound = (counts: FoundCount, link: (text: string) => ReactNode) => (
  <>
    {subject(counts)} {are(counts)} on the {link('do-not-call list')}. The batch cannot start with them.
  </>
)
export const doNotCallNobodyElse = 'Nobody else in this file is on the do-not-call list.'
export const addedBy = (operator: string, at: ReactNode) => (
  <>
    added by {operator}, {at}
  </>
)
export const addedByLabel = 'Who added them to the do-not-call list'
export const doNotCallReason = (count: number) =>
  `${inThisFile(count)} ${count === 1 ? 'is' : 'are'} on the do-not-call list. Leave ${count === 1 ? 'that person' : 'them'} out.`

// Outside calling hours
const when = (isNow: boolean) => (isNow ? 'now' : 'at the start time')
export const callingHours = 'Calling hours'
export const outsideHoursFound = (counts: FoundCount, hours: string, isNow: boolean, isSimulation: boolean) =>
  `${subject(counts)} ${are(counts)} outside calling hours (${hours}) ${when(isNow)}.${isSimulation ? ' A simulation makes no real calls.' : ''}`
export const outsideHoursNobodyElse = 'Nobody else in this file is outside calling hours.'
export const waitForHoursDecided = (count: number) => `${people(count)} wait until calling hours open`
export const outsideHoursDecided = (count: number) => `${people(count)} will be called outside calling hours`
export const placesLabel = 'Where they are'
export const inMorePlaces = (count: number, places: number) =>
  `${people(count)} in ${plural(places, 'more place', 'more places')}`
/** @param inside how many can be called then; null: everyone */
export const startAtOpening = (time: string, inside: number | null, of: number) =>
  inside === null ? `Start ${time}` : `Start ${time} (${number(inside)} of ${people(of)} inside hours)`
export const callLater = (count: number) => `Call ${people(count)} later`
export const doNotCallLater = 'Do not call them later'
export const callAnyway = (count: number) => `Call ${people(count)} anyway`
export const doNotCallOutside = 'Do not call outside calling hours'
export const outsideHoursReasonLabel = 'Reason for calling outside calling hours'
export const outsideHoursReason = (count: number, isNow: boolean) =>
  `${inThisFile(count)} ${count === 1 ? 'is' : 'are'} outside calling hours ${when(isNow)}. Choose another start time or other hours, leave them out, or choose to call them later or anyway.`

// Calling hours of this batch
export const ownHours = 'Hours for this batch'
export const ownHoursHint =
  'These hours apply only to this batch, in the local time of each person. Days on which the workspace makes no calls still apply.'
export const ownHoursReasonLabel = 'Reason for these hours'
export const invalidHours = 'Enter both times, with the end after the start, and choose at least one day.'
export const applyHours = 'Use these hours'
export const setOwnHours = 'Set hours for this batch'
export const changeHours = 'Change hours'
export const resetHours = 'Use workspace hours'

// Parts by time zone
export const partsSummary = (count: number) => `By time zone (${number(count)})`
export const partsLabel = 'Parts of this batch, by time zone'
export const now = 'Now'
export const morePlaces = (count: number) => ` and ${number(count)} more`
export const moreParts = (count: number) => plural(count, 'more part', 'more parts')
export const eachPartStarts = 'Switchboard starts each part at its time, after running all checks again.'
export const startInParts = (count: number) => `Start in ${plural(count, 'part', 'parts')}`

// Over the contact limits
const times = (count: number) => (count === 1 ? '' : ` ${count} times`)
export const calledTooOften = 'Called too often'
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
export const overLimitNobodyElse = 'Nobody else in this file has reached the limit.'
export const overLimitDecided = (count: number) => `${people(count)} will be called over the limit`
export const callPeople = (count: number) => `Call ${people(count)}`
export const callOverLimit = 'Call them anyway'
export const doNotCall = 'Undo this decision'
export const overLimitReasonLabel = 'Reason for calling over the limit'
export const overLimitReason = (count: number) =>
  `${inThisFile(count)} ${count === 1 ? 'has' : 'have'} reached the limit. Leave them out, or give a reason to call them.`

// Plan
export const planSection = 'Schedule and retries'
export const startLater = 'Start later'
export const startTime = 'Start time'
export const timeZone = (zone: string) => `In your time zone, ${zone}.`
export const callBack = 'Call back people who are not reached'
export const attempts = 'Attempts after the first'
export const hoursBetween = 'Hours between attempts'
export const firstTen = 'Call the first 10, then ask me'
export const firstTenHint = 'Check the first calls before everyone else is called.'
export const firstTenNeedsPerson = 'Not available with a start time, because nobody may be there to decide.'
/** The circuit breaker. */
export const breaker = 'Stop if calls fail for technical reasons'
export const breakerHint = `Cancels the remaining calls if at least ${breakerRule.endedLeast} calls have ended and half or more of them failed for a technical reason. Busy, no answer and mailboxes do not count.`
export const stopForHarm = 'Stop if it calls people who should not be called'
export const stopForHarmHint = `Cancels the remaining calls if ${harmLimit} of the first ${harmRule.first} people reached are known to be the wrong person, to ask not to be called, or to hang up within ${harmRule.hungUpSeconds} seconds. Guesses do not count. If this is off, Switchboard only tells you.`
export const continueAutomatically = 'Continue automatically when calling hours open again'
export const continueHint =
  'Applies to people who are not called before calling hours end, or who wait for them to open. If this is off, Switchboard asks you first.'
export const planSummary = 'Timeline'

// Dialog before the start
export const fileChanged =
  'The file on your disk has changed since it was checked. Nothing was sent. Choose the file again to check it.'
export const openOtherBatch = 'Open that batch'
export const openBatches = 'Open batches'
export const showThesePeople = 'Show these people'
export const approvalRequested = (batch: string) => `${batch} is waiting for approval. Nobody in it has been called.`
export const requestTitle = (count: number) => `Request approval of ${calls(count)}?`
export const requestApproval = 'Request approval'
const firstOfCalls = (first: number, total: number) =>
  first === total ? calls(total) : `the first ${number(first)} of ${calls(total)}`
export const startTitle = (first: number, all: number) => `Start ${firstOfCalls(first, all)} now?`
/** @param time null: not chosen yet */
export const scheduleTitle = (first: number, all: number, time: string | null) =>
  time === null ? `Schedule ${firstOfCalls(first, all)}?` : `Schedule ${firstOfCalls(first, all)} for ${time}?`
export const startAction = (verb: 'Start' | 'Schedule', count: number) => `${verb} ${calls(count)}`
export const keepEditing = 'Keep editing'
export const calledAgainEffect = (count: number) => (
  <>
    <b>{people(count)} will be called again.</b> {count === 1 ? 'This person is' : 'They are'} in another batch or may
    have been called in the last 24 hours.
  </>
)
export const overLimitEffect = (count: number, reason: string) => (
  <>
    <b>{people(count)} will be called over your limits</b>: {reason}
  </>
)
export const waitingEffect = (count: number, isAutomatic: boolean) => (
  <>
    <b>{plural(count, 'more person waits', 'more people wait')}</b> until calling hours open for them.{' '}
    {isAutomatic
      ? 'Switchboard then calls them automatically.'
      : 'You can then call them from the batch’s page or the overview.'}
  </>
)
export const optedOutEffect = (count: number) => (
  <>
    <b>{people(count)} will be called</b> although their {count === 1 ? 'row is' : 'rows are'} marked “do not call”.
  </>
)
export const unansweredEffect = (rows: number) =>
  rows === 1
    ? '1 row is left out because nobody has said what its column means.'
    : `${number(rows)} rows are left out because nobody has said what their column means.`
export const requestEffect =
  'These people are called only after a second person approves. The request is shown on the overview and above the list of batches, for up to seven days.'
