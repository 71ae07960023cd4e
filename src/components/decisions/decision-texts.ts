/** What stands on the screen of a decision about a message, from its hold to the service's own word. Pure. */
import type { Decision, DecisionAction } from '#contract/index.ts'
import { groupNumber } from '#phone/group.ts'
import type { LampState } from '#ui/status/lamp.tsx'
import { timeOfDay } from '#ui/time/format-time.ts'
import { checkText } from '../effects/unknown-outcome-texts.ts'

/** Something goes to the customer if all goes well. */
export const sendsMessage = (action: DecisionAction) => action === 'Approve' || action === 'EditAndApprove'

/** A hold begins when it is recorded: it is no second longer for these ms. */
const recordingMs = 250

/** Whole seconds left of a hold. @param now epoch ms, by everybody's clock; it may be older than the decision */
export const secondsLeft = ({ sendsAt, at }: Pick<Decision, 'sendsAt' | 'at'>, now: number): number =>
  sendsAt === null ? 0 : Math.max(0, Math.ceil((sendsAt - Math.max(at, now) - recordingMs) / 1_000))

const doing: Record<DecisionAction, (to: string) => string> = {
  Approve: (to) => `Sending to ${to}`,
  EditAndApprove: (to) => `Sending your edit to ${to}`,
  Edit: (to) => `Saving the edit to ${to}`,
  Reject: (to) => `Rejecting the message to ${to}`,
}

const notYet: Record<DecisionAction, (to: string) => string> = {
  Approve: (to) => `Not sent to ${to} yet.`,
  EditAndApprove: (to) => `Your edit is not sent to ${to} yet.`,
  Edit: (to) => `The edit to ${to} is not saved yet.`,
  Reject: (to) => `The message to ${to} is not rejected yet.`,
}

/** What is unknown, as the end of "We could not confirm whether". */
const doubt: Record<DecisionAction, (whose: string, person: string) => string> = {
  Approve: (whose, person) => `${whose} message to ${person} was sent`,
  EditAndApprove: (whose, person) => `${whose} edited message to ${person} was sent`,
  Edit: (whose, person) => `${whose} edit of the message to ${person} was saved`,
  Reject: (whose, person) => `${whose} rejection of the message to ${person} was recorded`,
}

function unknownWords(decision: Decision, me: string, now: number): string {
  const { action, operatorId, operator } = decision
  const whether = doubt[action](operatorId === me ? 'your' : `${operator}’s`, personOf(decision))
  const elsewhere = sendsMessage(action) ? 'Do not approve it elsewhere.' : 'Do not decide it elsewhere.'
  return `We could not confirm whether ${whether}. ${checkText(decision, now) || 'It is no longer checked.'} ${elsewhere}`
}

const notDone: Record<DecisionAction, (person: string) => string> = {
  Approve: (person) => `Your approval for ${person} was not sent`,
  EditAndApprove: (person) => `Your edited message to ${person} was not sent`,
  Edit: (person) => `Your edit of the message to ${person} was not saved`,
  Reject: (person) => `Your rejection of the message to ${person} was not recorded`,
}

const checked: Record<DecisionAction, string> = {
  Approve: 'approved; whether it was sent is not known.',
  EditAndApprove: 'edited and approved; whether it was sent is not known.',
  Edit: 'the edit was saved. The message still waits for review.',
  Reject: 'rejected. Nothing was sent.',
}

function ended({ action, sent, at }: Decision, to: string): string {
  if (sent === true)
    return action === 'Reject' ? `The service says that it was sent to ${to}.` : `Sent to ${to} at ${timeOfDay(at)}.`
  if (action === 'Edit') return 'Edit saved. The message still waits for review.'
  if (action === 'Reject') return 'Rejected. Nothing was sent.'
  return sent === false ? `Approved, not delivered to ${to}.` : 'Approved. The service did not say whether it was sent.'
}

const recipientOf = ({ to }: Decision) => (to ? groupNumber(to) : 'the customer')

/** Whom a decision is about: the customer's name, else where the message goes. */
export const personOf = (decision: Decision): string => decision.customer || recipientOf(decision)

/** What a decision that has to wait waits for; its reason stands elsewhere. */
export const notYetText = (decision: Decision): string => notYet[decision.action](recipientOf(decision))

/** @param left whole seconds left of the hold, @param now epoch ms, by everybody's clock, @param me the id of whoever reads it */
export function decisionText(decision: Decision, left: number, now: number, me: string): string {
  const { action, state, refusal, delayed } = decision
  const to = recipientOf(decision)
  switch (state) {
    case 'held':
      if (delayed) return `${notYetText(decision)} ${delayed}`
      return left > 0 ? `${doing[action](to)} in ${left} s.` : 'Reading the conversation once more…'
    case 'sending':
      return `${doing[action](to)}…`
    case 'unknown':
      return unknownWords(decision, me, now)
    case 'withdrawn':
      if (refusal?.code === 'interrupted')
        return `${notDone[action](personOf(decision))}: Switchboard restarted during the undo window. Decide again.`
      return refusal?.message ?? 'Undone. Nothing was sent.'
    case 'refused':
      return refusal?.message ?? 'It was refused. Nothing was sent.'
    case 'settled':
      if (refusal) return refusal.message
      if (decision.sent === true) return `Checked: it was sent to ${to}.`
      return `Checked: ${sendsMessage(action) && decision.sent === false ? `approved, not delivered to ${to}.` : checked[action]}`
    case 'done':
      return refusal?.message ?? ended(decision, to)
    default:
      return state satisfies never
  }
}

/** Its lamp, whose word says less than the sentence beside it. */
export function decisionLamp({ state, sent, action, refusal }: Decision): { state: LampState; word: string } {
  switch (state) {
    case 'held':
      return { state: 'waiting', word: 'Held' }
    case 'sending':
      return { state: 'ringing', word: 'Sending' }
    case 'unknown':
      return { state: 'unknown', word: 'Unknown' }
    case 'withdrawn':
      return refusal ? { state: 'failed', word: 'Not sent' } : { state: 'off', word: 'Undone' }
    case 'refused':
      return { state: 'failed', word: 'Not sent' }
    case 'done':
    case 'settled':
      if (refusal) return { state: 'failed', word: 'Not done' }
      return sendsMessage(action) && sent !== true
        ? { state: 'failed', word: 'Not delivered' }
        : { state: 'done', word: 'Done' }
    default:
      return state satisfies never
  }
}

const deeds: Record<DecisionAction, string> = {
  Approve: 'approved',
  EditAndApprove: 'edited and approved',
  Edit: 'edited',
  Reject: 'rejected',
}

/** What a person did: "approved". */
export const pastActionOf = (action: DecisionAction): string => deeds[action]
