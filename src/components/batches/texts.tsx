/** Texts of approvals, prepared batches, and the dialogs that start or stop batches. The first page loads them only when it needs one. */
import type { ReactNode } from 'react'
import type { AccountMatch } from '#contract/index.ts'
import { number, plural } from '#ui/text/format-number.ts'

const calls = (count: number) => plural(count, 'call', 'calls')
const people = (count: number) => plural(count, 'person', 'people')
const batches = (count: number) => plural(count, 'batch', 'batches')

export const writeReasonFirst = 'Write a reason first.'
/** Recorded with the start as the reason for calling outside calling hours. */
export const simulationReason = 'A simulation: no real calls are made.'
export const callsCannotBeUndone = 'Calls in progress cannot be undone.'

// Approval: what would start
export const rowNumber = (row: number) => `row ${number(row)}: `
export const requestedBy = 'Requested by'
export const agentTerm = 'Agent'
export const callsTerm = 'Calls'
export const approvedCalls = (count: number, isFirstTen: boolean) =>
  isFirstTen ? `The first 10 of ${calls(count)}. The others wait until someone starts them.` : calls(count)
export const startsTerm = 'Starts'
export const startsOnApproval = 'As soon as you approve'
export const estimateTerm = 'Estimated time'
export const withoutCallBacks = (duration: string) => `${duration} without call-backs`
export const callBacksTerm = 'Call-backs'
export const callBacks = (count: number, gapHours: number) =>
  count === 0 ? 'None' : `${plural(count, 'attempt', 'attempts')} after the first, ${gapHours} h apart`
export const destinationsTerm = 'Destinations'
export const unknownCountry = 'Unknown'
export const destination = (country: string, count: number) => `${country}: ${number(count)}`
export const localTime = (time: string) => ` (${time} local time)`
export const overriddenRules = 'Overridden rules'
export const none = 'None'
export const firstRows = 'First rows'
export const lastRows = 'Last rows'
export const fingerprint = 'Recipients’ fingerprint'

// Approval: the decision
export const approveTitle = (batch: string, count: number) => `Approve ${batch} and start ${calls(count)}?`
export const decideLater = 'Decide later'
export const approveAction = (count: number) => `Approve and start ${calls(count)}`
export const rowsNotLoaded = 'Its rows are still loading.'
export const checkedOnApproval = `All rules are checked again when you approve. ${callsCannotBeUndone}`
export const matchingAccounts = (requester: string, matching: readonly AccountMatch[]) =>
  `Your account and that of ${requester} have the same ${matching.map((match) => (match === 'name' ? 'name' : 'e-mail address')).join(' and ')}. If both are yours, somebody else has to decide. The audit names the match.`
export const declineReason = 'Reason for declining'
export const decline = (count: number) => `Decline ${calls(count)}`
export const declined = (batch: string) => `You declined ${batch}. Nobody in this batch will be called.`

// Approval: the panel
export const approvalTitle = (batch: string, count: number, isOwn: boolean) =>
  isOwn ? `${batch} is waiting for approval` : `Approve ${calls(count)} in ${batch}?`
export const approvedStarting = 'Approved, starting'
export const approvalStatus = (isOwn: boolean) => (isOwn ? 'Waiting for approval' : 'Needs approval')
export const requested = (operator: string | null, count: number, at: ReactNode) => (
  <>
    {operator ?? 'You'} requested {calls(count)} on {at}. Nobody is called until a second person approves.
  </>
)
export const lastStartRefused = (problem: string) => `The last attempt to start it was refused: ${problem}`
export const requestExpires = (at: ReactNode) => <>The request expires on {at}.</>
export const startNotConfirmed = 'It was approved. The start is not confirmed yet.'
export const reviewRequest = 'Review request'
export const withdraw = 'Withdraw request'
export const withdrawTitle = (batch: string) => `Withdraw the request to start ${batch}?`
export const keepRequest = 'Keep request'
export const withdrawAction = (count: number) => `Withdraw request for ${calls(count)}`
export const withdrawEffect = 'Nobody in this batch will be called. To start it later, upload its file again.'
export const withdrawn = (batch: string) => `You withdrew ${batch}. Nobody in this batch will be called.`
export const notStarted = (batch: string) => `${batch} was not started`
export const notApproved = 'Not approved'
export const notApprovedReason = (declinedBy: string | null, reason: string | null) =>
  `${declinedBy === null ? 'Nobody approved it in time.' : `${declinedBy} declined it: “${reason}”.`} Nobody in this batch will be called.`

// Prepared batches: the panel
export const needsDecision = 'Needs your decision'
export const startsAutomatically = 'Starts automatically'
export const progressUnknown = 'Its progress is not known yet.'
export const progressSoFar = (counts: readonly string[]) => `So far: ${counts.join(', ')}.`
export const completedCount = (count: number) => `${number(count)} completed`
export const unreachedCount = (count: number) => `${number(count)} not reached`
export const inProgressCount = (count: number) => `${number(count)} in progress`
export const waitingCount = (count: number) => `${number(count)} waiting`
export const cancelledCount = (count: number) => `${number(count)} cancelled`
export const openBatch = (batch: string | undefined) => (batch === undefined ? 'Open batch' : `Open ${batch}`)
export const hoursOpenFrom = (time: string) => `Calling hours are open for these people from ${time}.`
export const heldUntil = (at: ReactNode) => (
  <>Nobody is called until you decide. These calls are discarded after {at}.</>
)
export const checkedBeforeNextPart =
  'Switchboard runs all checks again first. If the running part is cancelled, Switchboard asks you instead.'
export const discard = 'Discard these calls'
export const callNext = (count: number) => `Call the next ${people(count)}`
export const callOthers = (count: number, isNow: boolean) => `Call the other ${people(count)}${isNow ? ' now' : ''}`

// Prepared batches: the dialogs
export const startTitle = (count: number, isAll: boolean) =>
  `Start the ${isAll ? 'other' : 'next'} ${calls(count)} now?`
export const scheduleTitle = (count: number, isAll: boolean, time: string) =>
  `Schedule the ${isAll ? 'other' : 'next'} ${calls(count)} for ${time}?`
export const notNow = 'Not now'
export const startAction = (count: number) => `Start ${calls(count)}`
export const scheduleAction = (count: number) => `Schedule ${calls(count)}`
export const agentNotLoaded = 'Could not load the agent.'
export const loadingAgent = 'Loading agent…'
export const becomesBatch = (name: ReactNode) => <>These calls become the batch {name}.</>
export const outsideHoursReason = 'Reason for calling outside calling hours'
export const callAnyway = (count: number) => `Call ${people(count)} anyway`
export const leaveOut = (count: number) => `Leave out ${people(count)}`
export const callAgain = (count: number) => `Call ${people(count)} again`
export const discardTitle = (count: number) => `Discard the other ${calls(count)}?`
export const keepCalls = 'Keep calls'
export const discardAction = (count: number) => `Discard ${calls(count)}`
export const discarded = (count: number) => `Discarded ${calls(count)}. These people will not be called.`
export const discardEffect = 'These people will not be called. To call them later, upload their file again.'

// Facts before a start
export const agentCallsFrom = (agent: ReactNode, phoneNumber: ReactNode, concurrentCalls: number, duration: string) => (
  <>
    Agent {agent} calls from {phoneNumber}. With {calls(concurrentCalls)} at a time, this takes {duration}.
  </>
)
export const unknownNumber = 'an unknown number'
export const hiddenNumber = 'a number that the service does not show'

// Calling hours
const ofCalls = (count: number, of: number) => `${number(count)} of ${calls(of)}`
export const outsideAtStart = (count: number, of: number, places: string) =>
  `${ofCalls(count, of)} ${count === 1 ? 'is' : 'are'} outside calling hours at the start: ${places}.`
export const hoursEndBefore = (count: number, of: number, places: string) =>
  `For ${ofCalls(count, of)}, calling hours end before the batch is done: ${places}.`
export const callsAt = (placeAndTime: string, count: number) => `${placeAndTime}, ${calls(count)}`
export const morePlaces = (count: number) => plural(count, 'more place', 'more places')
export const noCallBackFits = 'No call-back fits within calling hours, so nobody is called back.'
export const someCallBacksFit = (fitting: number, requested: number) =>
  `Only ${number(fitting)} of ${plural(requested, 'call-back', 'call-backs')} ${fitting === 1 ? 'fits' : 'fit'} within calling hours. The rest will not be made.`
export const hoursOpenFor = (count: number, of: number, time: string) =>
  `Calling hours are open for ${count === of ? 'everyone' : `${number(count)} of ${people(of)}`} from ${time}.`

// Stop batches
export const stopTitle = (count: number) => `Stop ${count === 1 ? 'the running batch' : `all ${batches(count)}`}?`
export const cancelRemainingTitle = (name: string) => `Cancel the remaining calls in ${name}?`
export const keepCalling = 'Keep calling'
export const stopAction = (count: number) => `Stop ${batches(count)}`
export const cancelAction = (waiting: number) => `Cancel ${waiting > 0 ? calls(waiting) : 'calls'}`
export const waitingIn = (count: number | null) => (count === null ? 'Waiting calls unknown' : waitingCount(count))
export const notLoadedYet = 'Not loaded yet'
export const moreBatches = (count: number) => `And ${plural(count, 'more batch', 'more batches')}.`
export const stopEffect = (waiting: number, active: number) =>
  [
    waiting > 0
      ? `${plural(waiting, 'waiting call', 'waiting calls')} will not be made.`
      : 'Waiting calls will not be made.',
    active > 0 ? `${calls(active)} in progress will finish.` : 'No calls are in progress.',
    'Cancelled calls cannot be restored. You can call the remaining people in new batches.',
  ].join(' ')
export const stopDelay =
  'These requests are sent before all others. If the request budget is used up, the last batches may take a minute to stop. You can leave this page.'
export const stopped = (count: number) => `Stopped ${batches(count)}.`
export const callsNotMade = (count: number) => `${calls(count)} will not be made.`
export const stopNotConfirmed = (name: string) => `${name}: stop not confirmed`
export const notStopped = (name: string) => `${name} was not stopped.`
export const stopAllTitle = 'Stop all batches'
export const close = 'Close'
export const nothingToStop = 'No batches are running.'
