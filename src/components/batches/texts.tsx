/** Texts of approvals, prepared batches, and the dialogs that start or stop batches. The first page loads them only when it needs one. */
import { number, plural } from '#ui/text/format-number.ts'

const calls = (count: number) => plural(count, 'call', 'calls')
const people = (count: number) => plural(count, 'person', 'people')

export const writeReasonFirst = 'Write a reason first.'
/** Recorded with the start as the reason for calling outside calling hours. */
export const simulationReason = 'A simulation: no real calls are made.'
export const callsCannotBeUndone = 'Calls in progress cannot be undone.'

// Approval: the panel
export const notApprovedReason = (declinedBy: string | null, reason: string | null) =>
  `${declinedBy === null ? 'Nobody approved it in time.' : `${declinedBy} declined it: “${reason}”.`} Nobody in this batch will be called.`

// Calling hours
const ofCalls = (count: number, of: number) => `${number(count)} of ${calls(of)}`
export const outsideAtStart = (count: number, of: number, places: string) =>
  `${ofCalls(count, of)} ${count === 1 ? 'is' : 'are'} outside calling hours at the start: ${places}.`
export const hoursEndBefore = (count: number, of: number, places: string) =>
  `For ${ofCalls(count, of)}, calling hours end before the batch is done: ${places}.`
export const hoursOpenFor = (count: number, of: number, time: string) =>
  `Calling hours are open for ${count === of ? 'everyone' : `${number(count)} of ${people(of)}`} from ${time}.`

// Stop batches
/** "Stop 1 running batch and 3 scheduled?" */
export const stopTitle = (running: number, scheduled: number) =>
  running === 0
    ? `Stop ${plural(scheduled, 'scheduled batch', 'scheduled batches')}?`
    : `Stop ${plural(running, 'running batch', 'running batches')}${scheduled > 0 ? ` and ${number(scheduled)} scheduled` : ''}?`
/** @param waiting, active, scheduled (waiting in scheduled batches) null: at least one batch does not report it */
export const stopEffect = (waiting: number | null, active: number | null, scheduled: number | null) =>
  [
    waiting
      ? `${plural(waiting, 'waiting call', 'waiting calls')} will not be made${scheduled && scheduled < waiting ? `, ${number(scheduled)} of them in scheduled batches` : ''}.`
      : 'Waiting calls will not be made.',
    active === 0
      ? 'No calls are in progress.'
      : `${active === null ? 'Calls' : calls(active)} in progress will finish.`,
    'Cancelled calls cannot be restored. You can call the remaining people in new batches.',
  ].join(' ')
