/** The sentence and the status label of a decision, from its undo window to its outcome. Pure. */
import type { Decision, DecisionAction } from '#contract/index.ts'
import { groupNumber } from '#phone/group.ts'
import type { StatusKind } from '#ui/status/status-label.tsx'
import { timeOfDay } from '#ui/time/format-time.ts'
import { checkText } from '../effects/unknown-outcome-texts.ts'
import { sendsMessage } from './decision-lines.ts'

/** The undo window starts when the decision is recorded, up to this long after it was made. */
const recordingMs = 250

/** Whole seconds left of the undo window. @param now epoch ms by the gateway's clock; it may be earlier than the decision */
export const secondsLeft = ({ sendsAt, at }: Pick<Decision, 'sendsAt' | 'at'>, now: number): number =>
  sendsAt === null ? 0 : Math.max(0, Math.ceil((sendsAt - Math.max(at, now) - recordingMs) / 1_000))

const progressTexts: Record<DecisionAction, (to: string) => string> = {
  Approve: (to) => `Sending to ${to}`,
  EditAndApprove: (to) => `Sending your edited message to ${to}`,
  Edit: (to) => `Saving your edit of the message to ${to}`,
  Reject: (to) => `Rejecting the message to ${to}`,
}
const countdown = (progress: string, seconds: number) => `${progress} in ${seconds} s.`
const inProgress = (progress: string) => `${progress}…`

const notYetTexts: Record<DecisionAction, (to: string) => string> = {
  Approve: (to) => `Not sent to ${to} yet.`,
  EditAndApprove: (to) => `Your edited message has not been sent to ${to} yet.`,
  Edit: (to) => `Your edit of the message to ${to} has not been saved yet.`,
  Reject: (to) => `The message to ${to} has not been rejected yet.`,
}

const unconfirmedTexts: Record<DecisionAction, (whose: string, person: string) => string> = {
  Approve: (whose, person) => `We could not confirm whether ${whose} message to ${person} was sent.`,
  EditAndApprove: (whose, person) => `We could not confirm whether ${whose} edited message to ${person} was sent.`,
  Edit: (whose, person) => `We could not confirm whether ${whose} edit of the message to ${person} was saved.`,
  Reject: (whose, person) =>
    `We could not confirm whether ${whose} rejection of the message to ${person} was recorded.`,
}

/** What became of the new draft that a rejection asked for, if the rejection itself does not say so; '' if it asked for none. */
function redraftText({ redraft, state, sent }: Decision): string {
  if (redraft === null) return ''
  if (redraft) return 'The agent wrote a new draft. It is waiting for review.'
  if (state === 'done' && sent !== true) return 'Asking the agent for a new draft…'
  return 'The agent was not asked for a new draft.'
}

function unknownText(decision: Decision, myId: string, now: number): string {
  const { action, operatorId, operator } = decision
  const whose = operatorId === myId ? 'your' : `${operator}’s`
  const check = checkText(decision, now) || 'No longer checking.'
  const advice = sendsMessage(action) ? 'Do not approve it elsewhere.' : 'Do not approve, edit or reject it elsewhere.'
  return `${unconfirmedTexts[action](whose, personOf(decision))} ${check} ${advice}`
}

const interruptedTexts: Record<DecisionAction, (person: string) => string> = {
  Approve: (person) => `The message that you approved for ${person} was not sent`,
  EditAndApprove: (person) => `Your edited message to ${person} was not sent`,
  Edit: (person) => `Your edit of the message to ${person} was not saved`,
  Reject: (person) => `Your rejection of the message to ${person} was not recorded`,
}
const interruptedText = (what: string) => `${what}: Switchboard restarted during the undo window. Decide again.`

const resolvedTexts: Record<DecisionAction, string> = {
  Approve: 'Resolved: approved. It is not known whether the message was sent.',
  EditAndApprove: 'Resolved: edited and approved. It is not known whether the message was sent.',
  Edit: 'Resolved: the edit was saved. The draft is still waiting for review.',
  Reject: 'Resolved: rejected. Nothing was sent.',
}

function resolvedText({ action, sent }: Decision, to: string): string {
  if (sent === true) return `Resolved: the message was sent to ${to}.`
  if (sendsMessage(action) && sent === false) return `Resolved: approved, not delivered to ${to}.`
  return resolvedTexts[action]
}

function doneText({ action, sent, at }: Decision, to: string): string {
  if (sent === true)
    return action === 'Reject'
      ? `Rejected, but the service reports that it was sent to ${to}.`
      : `Sent to ${to} at ${timeOfDay(at)}.`
  if (action === 'Edit') return 'Edit saved. The draft is still waiting for review.'
  if (action === 'Reject') return 'Rejected. Nothing was sent.'
  return sent === false ? `Approved, not delivered to ${to}.` : 'Approved. The service did not say whether it was sent.'
}

const recipientOf = ({ to }: Decision) => (to ? groupNumber(to) : 'the customer')

/** The customer's name; without one, the phone number or address. */
export const personOf = (decision: Decision): string => decision.customer || recipientOf(decision)

/** The sentence for a decision that waits longer than its undo window, without the reason. */
export const notYetText = (decision: Decision): string => notYetTexts[decision.action](recipientOf(decision))

function outcomeText(decision: Decision, now: number, myId: string): string {
  const { action, state, refusal } = decision
  switch (state) {
    case 'held':
      return 'Checking the conversation again…'
    case 'sending':
      return inProgress(progressTexts[action](recipientOf(decision)))
    case 'unknown':
      return unknownText(decision, myId, now)
    case 'withdrawn':
      if (refusal?.code === 'interrupted') return interruptedText(interruptedTexts[action](personOf(decision)))
      return refusal?.message ?? 'Undone. Nothing was sent.'
    case 'refused':
      return refusal?.message ?? 'The decision was refused. Nothing was sent.'
    case 'settled':
      return refusal?.message ?? resolvedText(decision, recipientOf(decision))
    case 'done':
      return refusal?.message ?? doneText(decision, recipientOf(decision))
    default:
      return state satisfies never
  }
}

const endedStates = new Set<Decision['state']>(['unknown', 'refused', 'settled', 'done'])

/** @param remainingSeconds whole seconds left of the undo window, @param now epoch ms by the gateway's clock, @param myId the reader's operator ID */
export function decisionText(decision: Decision, remainingSeconds: number, now: number, myId: string): string {
  const { action, state, refusal, delayed } = decision
  const to = recipientOf(decision)
  if (state === 'held' && delayed) return `${notYetText(decision)} ${delayed}`
  if (state === 'held' && remainingSeconds > 0) {
    const progress = progressTexts[action](to)
    return countdown(decision.redraft === null ? progress : `${progress} and asking for a new draft`, remainingSeconds)
  }
  // If the rejection was done but the new draft failed, the refusal says everything.
  const saysAll = !endedStates.has(state) || (state === 'done' && refusal !== null)
  const redraft = saysAll ? '' : redraftText(decision)
  return `${outcomeText(decision, now, myId)} ${redraft}`.trimEnd()
}

/** Why the draft was rejected: “Reason: Wrong tone: Too formal”; '' if nothing is known. */
export const rejectionText = ({ rejectReason, rejectNote }: Pick<Decision, 'rejectReason' | 'rejectNote'>): string => {
  if (!rejectReason) return rejectNote ? `Note: ${rejectNote}` : ''
  return rejectNote ? `Reason: ${rejectReason}: ${rejectNote}` : `Reason: ${rejectReason}`
}

/** The status label of a decision. It is shorter than the sentence beside it. */
export function decisionStatus({ state, sent, action, refusal }: Decision): { state: StatusKind; label: string } {
  switch (state) {
    case 'held':
      return { state: 'waiting', label: 'In undo window' }
    case 'sending':
      return { state: 'ringing', label: 'Sending' }
    case 'unknown':
      return { state: 'unknown', label: 'Unknown outcome' }
    case 'withdrawn':
      return refusal ? { state: 'failed', label: 'Not sent' } : { state: 'off', label: 'Undone' }
    case 'refused':
      return { state: 'failed', label: 'Not sent' }
    case 'done':
    case 'settled':
      if (refusal) return { state: 'failed', label: 'Not done' }
      return sendsMessage(action) && sent !== true
        ? { state: 'failed', label: 'Not delivered' }
        : { state: 'done', label: 'Done' }
    default:
      return state satisfies never
  }
}
