/** Refusals of decisions that are invalid or too late, or that were stopped. */
import type { DecisionAction, Effect, EffectState, MessageAction, SeriousRiskKind } from '#contract/index.ts'
import { Refusal } from '#contract/index.ts'
import { agoText, unknownOutcome } from '../../ledger/refusals.ts'
import { refusal } from '../../shared/refusals.ts'
import type { DecisionRow } from './decision-store.ts'

const verbs: Record<DecisionAction, string> = {
  Approve: 'approved',
  Edit: 'edited',
  EditAndApprove: 'edited and approved',
  Reject: 'rejected',
}

interface EarlierDecision {
  effectId: string
  operator: string
  action: DecisionAction
  state: EffectState
  at: number
}
export const earlierFromEffect = (effect: Effect): EarlierDecision => ({
  ...effect,
  effectId: effect.id,
  action: effect.ids.action as DecisionAction,
})
export const earlierFromRow = (row: DecisionRow): EarlierDecision => ({
  ...row,
  effectId: row.effect_id,
  action: row.action as DecisionAction,
  at: row.changed_at,
})

/** A colleague decided first. Names who, what and when. */
export function alreadyDecided(earlier: EarlierDecision, now: number): Refusal {
  const statement = `${earlier.operator} ${verbs[earlier.action]} this ${agoText(now - earlier.at)}`
  const suffix = earlier.state === 'unknown' ? ', and the service has not confirmed it yet' : ''
  return refusal({
    status: 409,
    code: 'already_decided',
    effectId: earlier.effectId,
    message: `${statement}${suffix}. Nothing more was sent.`,
  })
}

/** An edit needs a text; other actions must not have one. @throws Refusal 400 */
export function checkEditedMessage(action: DecisionAction, editedMessage: string | undefined): void {
  const isEdit = action === 'Edit' || action === 'EditAndApprove'
  if (isEdit === (editedMessage !== undefined)) return
  const [problem, message] = isEdit
    ? ['is missing', 'The edited text is missing. Nothing was sent. Enter it, then decide.']
    : [
        'is allowed only with an edit',
        'Only an edit can change the text. Nothing was sent. Edit the draft, or decide without a new text.',
      ]
  const fields = { editedMessage: `editedMessage ${problem}.` }
  // guard: decision-has-its-words
  throw refusal({ status: 400, code: 'invalid_message', message, fields })
}

export const missingReason = (): Refusal =>
  refusal({
    status: 400,
    code: 'reason_required',
    message: 'A rejection needs a reason here. Nothing was sent. Choose one, then reject the draft.',
    fields: { rejectReason: 'rejectReason is missing.' },
  })

/** The reason is not, or no longer, on the workspace's list. */
export const unknownReason = (reason: string): Refusal =>
  refusal({
    status: 409,
    code: 'unknown_reason',
    message: `“${reason}” is no longer a reason to reject a draft. Nothing was sent. Choose another one.`,
  })

export const reasonOfOtherAction = (): Refusal =>
  refusal({
    status: 400,
    code: 'invalid_message',
    message: 'Only a rejection has a reason. Nothing was sent.',
    fields: { rejectReason: 'rejectReason is allowed only with a rejection.' },
  })

export const redraftOfOtherAction = (): Refusal =>
  refusal({
    status: 400,
    code: 'invalid_message',
    message: 'Only a rejection can ask for a new draft. Nothing was sent.',
    fields: { redraft: 'redraft is allowed only with a rejection.' },
  })

export const feedbackMissing = (): Refusal =>
  refusal({
    status: 400,
    code: 'invalid_message',
    message: 'A new draft needs feedback. Nothing was sent. Choose a reason or write a note, then ask for a new draft.',
    fields: { rejectNote: 'rejectReason and rejectNote are missing.' },
  })

/** The draft was rejected, but the agent was not asked for a new one, or did not confirm it. */
export const notRedrafted = (cause: Refusal): Refusal => {
  const { message, sent } = cause.data
  const sentence =
    sent === 'unknown'
      ? 'The draft was rejected. The service did not confirm that it wrote a new one.'
      : 'The draft was rejected, but the agent did not write a new one.'
  // The cause may say that nothing was sent, which is true only of the new draft.
  const reason = message.replace(/\s*Nothing (?:more )?was (?:drafted or )?(?:sent|written)\./g, '')
  const advice =
    sent === 'unknown'
      ? 'Look into the conversation before you draft another message there.'
      : 'You can draft another message in the conversation.'
  return new Refusal({ ...cause.data, message: `${sentence} ${reason} ${advice}` })
}

/** Switchboard ended between the rejection and the request for a new draft. */
export const redraftInterrupted = (): Refusal =>
  refusal({ status: 503, code: 'interrupted', message: 'Switchboard was interrupted.' })

/** In a flow with two reviewers, a decision needs an earlier approval of the same text by somebody else. */
export const secondReviewerNeeded = (): Refusal =>
  refusal({
    status: 409,
    code: 'second_reviewer_needed',
    message:
      'Two reviewers have to approve messages of this flow, and nobody else has approved this text. Nothing was sent. Approve it as the first reviewer.',
  })

export const editNeedsSecondReviewer = (): Refusal =>
  refusal({
    status: 409,
    code: 'second_reviewer_needed',
    message:
      'Two reviewers have to approve messages of this flow, also a changed text. Nothing was sent. Approve your edit as the first reviewer.',
  })

/** An administrator has changed the rule since the page was loaded. */
export const secondReviewerNotNeeded = (): Refusal =>
  refusal({
    status: 409,
    code: 'second_reviewer_not_needed',
    message: 'Messages of this flow no longer need a second reviewer. Nothing was sent. Approve it again to send it.',
  })

export const alreadyApproved = (operator: string): Refusal =>
  refusal({
    status: 409,
    code: 'already_approved',
    message: `${operator} has already approved this text. Nothing was sent. If you approve it too, it is sent.`,
  })

const riskSentencesByKind: Record<SeriousRiskKind, string> = {
  customer_wrote: 'The customer wrote after this draft.',
  do_not_call: 'The customer’s number is on the do-not-call list.',
  unknown_recipient: 'It is unknown to whom this goes: the conversation has no number or e-mail address.',
  hidden_characters: 'The text contains hidden characters.',
  placeholder: 'The text contains what looks like a placeholder or the words of a machine.',
}
/** The draft has serious risks that the reviewer did not confirm. */
export const riskNotConfirmed = (kinds: readonly SeriousRiskKind[]): Refusal =>
  refusal({
    status: 409,
    code: 'risk_not_confirmed',
    message: `${kinds.map((kind) => riskSentencesByKind[kind]).join(' ')} Nothing was sent. Check it. To send it all the same, confirm that.`,
  })

export const notYours = (owner: string): Refusal =>
  refusal({
    status: 403,
    code: 'not_yours',
    message: `${owner} made this decision. Only they or an administrator can change it.`,
  })

const stateClauses: Partial<Record<EffectState, string>> = {
  sending: 'it is being sent.',
  done: 'it was sent.',
  settled: 'its outcome was resolved.',
  unknown: 'it was sent to the service, which has not confirmed it yet.',
}
const doneClauses: Record<DecisionAction, string> = {
  Approve: 'it was sent.',
  EditAndApprove: 'it was sent.',
  Edit: 'the text was changed.',
  Reject: 'it was rejected.',
}
export const tooLate = ({ effect_id, state, action }: DecisionRow): Refusal =>
  refusal({
    status: 409,
    code: 'too_late',
    effectId: effect_id,
    sent: state === 'done' ? 'yes' : 'unknown',
    message: `Too late to undo: ${state === 'done' ? doneClauses[action as DecisionAction] : (stateClauses[state] ?? 'it has ended.')}`,
  })
export const alreadyUndone = (effectId: string): Refusal =>
  refusal({
    status: 409,
    code: 'invalid_state',
    effectId,
    message: 'This decision was already undone, so it is not sent.',
  })

/** The gateway ended during the hold, and no other one sent the decision in time. */
export const interrupted = (): Refusal =>
  refusal({
    status: 503,
    code: 'interrupted',
    message:
      'Switchboard was restarted before the undo window ended. Nothing was sent. Read the message again, then decide.',
  })

const unconfirmedMessages: Record<MessageAction, string> = {
  Approve: 'We could not confirm whether this was sent. Checking with the service… Do not approve it elsewhere.',
  Edit: 'We could not confirm whether the new text was saved. It was not sent. Checking with the service…',
  Reject: 'We could not confirm whether this was rejected. It was not sent. Checking with the service…',
}
/** The answer to the action was lost. */
export const unconfirmed = (action: MessageAction, details = ''): Refusal =>
  unknownOutcome({ message: unconfirmedMessages[action], details })

const riskSentences: Record<MessageAction, string> = {
  Approve: 'If it was carried out after all, deciding again may send the customer two messages.',
  Edit: 'If it was carried out after all, the new text appears later.',
  Reject: 'If it was carried out after all, the message appears as rejected later.',
}
/** A person settled that the action did not happen. No read can prove that, so the message names the risk. */
export const didNotHappen = (action: MessageAction): Refusal =>
  refusal({
    status: 409,
    code: 'not_happened',
    message: `Someone recorded that this did not happen. You can decide again. ${riskSentences[action]}`,
  })

/** The answer to the edit was lost, so the approval was not sent. */
export const savedOnly = (): Refusal =>
  refusal({
    status: 409,
    code: 'not_approved',
    message: 'The new text was saved, but it was not approved or sent. Read it, then approve it.',
  })

/** The service saved a different text from the reviewer's, so it was not approved. */
export const savedOtherText = (): Refusal =>
  refusal({
    status: 409,
    code: 'changed',
    message: 'The service saved a different text from yours. It was not approved or sent. Read it, then decide.',
  })

/** Adds "Nothing was sent." to a refusal. */
export const withNothingSent = (cause: Refusal): Refusal => {
  const { message } = cause.data
  const sentence = /nothing was sent/i.test(message) ? message : `${message} Nothing was sent.`
  return new Refusal({ ...cause.data, message: sentence, sent: 'no' })
}
/** The edit was carried out; the approval was not. */
export const editedOnly = (cause: Refusal): Refusal =>
  new Refusal({ ...cause.data, message: `The text was changed, but it was not approved. ${cause.data.message}` })

/** The decision is recorded but cannot be read now. */
export const recordedButUnreadable = (effectId: string): Refusal =>
  refusal({
    status: 503,
    code: 'database_away',
    sent: 'unknown',
    effectId,
    message: "This decision is recorded. Switchboard's database is not responding, so its outcome cannot be shown now.",
  })

/** The undo cannot be recorded: another gateway, or this one after a restart, may send the decision. */
export const undoNotRecorded = (effectId: string): Refusal =>
  refusal({
    status: 503,
    code: 'undo_not_recorded',
    sent: 'unknown',
    effectId,
    message:
      'The undo could not be recorded, so the message may still be sent. Undo it again, or check the message later.',
  })
