/** What a reading of the conversation says about a decision: whether it may still be sent, and whether one that is unknown has happened. */
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
import type { Snapshot } from '../cache/cached-reads.ts'
import { refusal } from '../shared/refusals.ts'
import type { DecisionTable, Store } from '../store/store.ts'
import { standingDecision } from './decision-store.ts'
import { alreadyDecided, ofRow } from './refusals.ts'

/** SHA-256 of the text, hex: the same as the contract's `textHash`. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

export const messageIn = (conversation: Conversation, messageId: string): Message | undefined =>
  conversation.messages.find(({ _id }) => _id === messageId)

/** What was on the screen, to which a decision is bound. */
export interface Bound {
  messageId: string
  textHash: string
  lastInbound: string | null
}

const changed = (message: string): Refusal => refusal({ status: 409, code: 'changed', message })

/**
 * Whether what the reviewer saw still stands (reliability R06).
 *
 * @returns null when the decision may be sent; else what changed. Nothing was sent
 */
export function whatChanged(conversation: Conversation, seen: Bound): Refusal | null {
  const message = messageIn(conversation, seen.messageId)
  if (!message) return changed('The service does not have this message any more. Nothing was sent.')
  if (!needsReview(message))
    return changed(
      `This message waits for no decision any more: it is ${message.status || 'without a status'}. Nothing was sent.`,
    )
  // guard: text-is-the-one-seen
  if (hashOf(message.message) !== seen.textHash)
    return changed('The text changed while you were reading. Nothing was sent. Read the new version, then decide.')
  // guard: customer-has-not-written
  if (lastInbound(conversation) !== seen.lastInbound)
    return changed('The customer wrote while you were deciding. Nothing was sent. Read the new message, then decide.')
  return null
}

/** Whether a colleague was first. @param times ms: when this decision was asked for, and now @throws Refusal 409 */
export async function refuseDecided(
  store: Store,
  messageId: string,
  times: { asked: number; now: number },
): Promise<void> {
  const standing = await standingDecision(store, messageId, times.asked)
  // guard: colleague-was-first
  if (standing) throw alreadyDecided(ofRow(standing), times.now)
}

interface Unknown {
  action: MessageAction
  messageId: string
  /** Of the text as it was before. */
  textHash: string
  editedMessage: string | null
}

const hasHappened: Record<MessageAction, (message: Message, sent: Unknown) => boolean> = {
  Approve: ({ sent, status }) => sent === true || status === 'approved',
  Edit: ({ message }, sent) => message === sent.editedMessage && hashOf(message) !== sent.textHash,
  Reject: ({ status }) => status === 'rejected',
}

/** Whether the conversation shows that an action with an unknown outcome was carried out. */
export function didHappen(conversation: Conversation, sent: Unknown): boolean {
  const message = messageIn(conversation, sent.messageId)
  return message !== undefined && hasHappened[sent.action](message, sent)
}

/** How many characters of a message name it in a list. */
const excerptLength = 160

/**
 * The customer and the message of a decision.
 *
 * @param conversation as last read; null: not since the start
 * @returns no message where the text is another by now than the one that was decided about
 */
export function aboutOf(row: DecisionTable, conversation: Conversation | null): Pick<Decision, 'customer' | 'message'> {
  const now = conversation && messageIn(conversation, row.message_id)?.message
  const text = row.edited_message ?? (now && hashOf(now) === row.text_hash ? now : '')
  // Without half a character at its end.
  const start = text.slice(0, excerptLength).replace(/[\uD800-\uDBFF]$/, '')
  return { customer: conversation?.customer.name || null, message: text.length > excerptLength ? `${start}…` : start }
}

/**
 * The answer that an action would have had, made from a reading of the conversation that shows that it was carried out.
 *
 * @returns null: the reading does not show it
 */
export function answerIn(
  { refusal, data }: Snapshot,
  row: DecisionTable,
  action: MessageAction,
): MessageActionResult | null {
  if (refusal) return null
  const conversation = data as Conversation
  const isHappened = didHappen(conversation, {
    action,
    messageId: row.message_id,
    textHash:
      action === 'Approve' && row.action === 'EditAndApprove' ? hashOf(row.edited_message ?? '') : row.text_hash,
    editedMessage: row.edited_message,
  })
  const found = messageIn(conversation, row.message_id)
  if (!isHappened || !found) return null
  const { _id, message, sent, status, updatedAt: timestamp } = found
  return { status: 'success', message: { _id, message, to: row.sends_to ?? '', sent, status, timestamp } }
}
