/** Compares a conversation with a decision: may the decision still be sent, and was an unknown decision carried out? */
import { createHash } from 'node:crypto'
import {
  type Conversation,
  type Decision,
  lastInbound,
  type Message,
  type MessageAction,
  type MessageActionResult,
  needsReview,
  type Refusal,
} from '#contract/index.ts'
import type { Snapshot } from '../../cache/cached-reads.ts'
import { refusal } from '../../shared/refusals.ts'
import type { Store } from '../../store/store.ts'
import type { DecisionTable } from '../../store/tables/review.ts'
import { findEffectiveDecision } from './decision-store.ts'
import { alreadyDecided, earlierFromRow } from './refusals.ts'

/** SHA-256 of the text as hex, equal to the contract's `textHash`. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

export const messageIn = (conversation: Conversation, messageId: string): Message | undefined =>
  conversation.messages.find(({ _id }) => _id === messageId)

/** What the reviewer saw on the screen. The decision is valid only for this. */
export interface SeenState {
  messageId: string
  textHash: string
  lastInbound: string | null
}

const changedRefusal = (message: string): Refusal => refusal({ status: 409, code: 'changed', message })

/**
 * Compares the conversation with what the reviewer saw (reliability R06).
 *
 * @returns null when the decision may be sent; else a refusal that names the change
 */
export function findChange(conversation: Conversation, seen: SeenState): Refusal | null {
  const message = messageIn(conversation, seen.messageId)
  if (!message) return changedRefusal('The service no longer has this message. Nothing was sent.')
  if (!needsReview(message))
    return changedRefusal(
      `This message is no longer waiting for review: its status is ${message.status || 'unknown'}. Nothing was sent.`,
    )
  // guard: text-is-the-one-seen
  if (hashOf(message.message) !== seen.textHash)
    return changedRefusal(
      'The text changed while you were reading. Nothing was sent. Read the new version, then decide.',
    )
  // guard: customer-has-not-written
  if (lastInbound(conversation) !== seen.lastInbound)
    return changedRefusal(
      'The customer wrote while you were deciding. Nothing was sent. Read the new message, then decide.',
    )
  return null
}

/** Checks that no colleague has decided already. @param times when this decision was requested, and now, epoch ms @throws Refusal 409 */
export async function assertUndecided(
  store: Store,
  messageId: string,
  times: { requestedAt: number; now: number },
): Promise<void> {
  const earlier = await findEffectiveDecision(store, messageId, times.requestedAt)
  // guard: colleague-was-first
  if (earlier) throw alreadyDecided(earlierFromRow(earlier), times.now)
}

interface UnknownAction {
  action: MessageAction
  messageId: string
  /** Hash of the text before the action. */
  textHash: string
  editedMessage: string | null
}

/**
 * Whether a message was approved, as the service shows it. Some deployments approve and send a message when its text is saved (interface 5),
 * and some of them only say so by its status.
 */
export const isApproved = ({ sent, status }: Pick<Message, 'sent' | 'status'>): boolean =>
  sent === true || status === 'approved'

const isCarriedOut: Record<MessageAction, (message: Message, sent: UnknownAction) => boolean> = {
  Approve: isApproved,
  Edit: ({ message }, sent) => message === sent.editedMessage && hashOf(message) !== sent.textHash,
  Reject: ({ status }) => status === 'rejected',
}

/** Whether the conversation shows that an action with an unknown outcome was carried out. */
export function wasCarriedOut(conversation: Conversation, unknownAction: UnknownAction): boolean {
  const message = messageIn(conversation, unknownAction.messageId)
  return message !== undefined && isCarriedOut[unknownAction.action](message, unknownAction)
}

/** The length of a message's excerpt in a list, in characters. */
const excerptLength = 160

/**
 * The customer and the message of a decision, for a list.
 *
 * @param conversation as last read; null when it has not been read since the start
 * @returns an empty message when the text has changed since the decision
 */
export function describeDecision(
  row: DecisionTable,
  conversation: Conversation | null,
): Pick<Decision, 'customer' | 'message'> {
  const currentText = conversation && messageIn(conversation, row.message_id)?.message
  const text = row.edited_message ?? (currentText && hashOf(currentText) === row.text_hash ? currentText : '')
  // Do not cut a surrogate pair in half.
  const excerpt = text.slice(0, excerptLength).replace(/[\uD800-\uDBFF]$/, '')
  return {
    customer: conversation?.customer.name || null,
    message: text.length > excerptLength ? `${excerpt}…` : excerpt,
  }
}

/**
 * Builds the answer that an action would have had, from a snapshot of the conversation.
 *
 * @returns null when the snapshot does not show that the action was carried out
 */
export function reconstructAnswer(
  { refusal, data }: Snapshot,
  row: DecisionTable,
  action: MessageAction,
): MessageActionResult | null {
  if (refusal) return null
  const conversation = data as Conversation
  const isConfirmed = wasCarriedOut(conversation, {
    action,
    messageId: row.message_id,
    textHash:
      action === 'Approve' && row.action === 'EditAndApprove' ? hashOf(row.edited_message ?? '') : row.text_hash,
    editedMessage: row.edited_message,
  })
  const reviewedMessage = messageIn(conversation, row.message_id)
  if (!isConfirmed || !reviewedMessage) return null
  const { _id, message, sent, status, updatedAt: timestamp } = reviewedMessage
  return { status: 'success', message: { _id, message, to: row.sends_to ?? '', sent, status, timestamp } }
}
