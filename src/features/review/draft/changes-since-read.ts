/** Changes in a conversation while the operator reads one of its drafts (experience U20). Pure. */
import type { Conversation, Message } from '#contract/index.ts'

/** The draft and its conversation as the operator last saw them. */
export interface Snapshot {
  /** The draft's text. */
  text: string
  /** IDs of the customer's messages. */
  inbound: readonly string[]
}

export const draftIn = (conversation: Conversation, messageId: string): Message | undefined =>
  conversation.messages.find(({ _id }) => _id === messageId)

const inboundOf = ({ messages }: Conversation) => messages.filter(({ direction }) => direction === 'inbound')

export const snapshotOf = (conversation: Conversation, messageId: string): Snapshot => ({
  text: draftIn(conversation, messageId)?.message ?? '',
  inbound: inboundOf(conversation).map(({ _id }) => _id),
})

export interface Changes {
  /** The text that the operator read; null: unchanged. */
  textBefore: string | null
  /** The customer's new messages. */
  inbound: readonly Message[]
}

/** The changes since the snapshot; null: none. */
export function changesSince(snapshot: Snapshot, conversation: Conversation, messageId: string): Changes | null {
  const draft = draftIn(conversation, messageId)
  const inbound = inboundOf(conversation).filter(({ _id }) => !snapshot.inbound.includes(_id))
  const isTextChanged = draft !== undefined && draft.message !== snapshot.text
  if (!isTextChanged && inbound.length === 0) return null
  return { textBefore: isTextChanged ? snapshot.text : null, inbound }
}

/** Nobody can read a draft in less time than this, ms. */
const minReadingMs = 1_500

/**
 * Whether an update only replaces an older cached answer that was shown first when the draft was opened. Such an update is not
 * reported as a change, unless the operator is already editing.
 *
 * @param openedAt when the draft was first shown, @param readAt when the service was read (both by the browser's clock, ms)
 */
export const isCatchUp = (openedAt: number, readAt: number | null, isEditing: boolean): boolean =>
  !isEditing && readAt !== null && readAt - openedAt < minReadingMs
