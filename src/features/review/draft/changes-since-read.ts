/** What became new in a conversation while somebody reads a draft of it (experience U20). Pure. */
import type { Conversation, Message } from '#contract/index.ts'

/** What was on the screen when it was last read. */
export interface Snapshot {
  /** The draft's text. */
  text: string
  /** The customer's messages, by id. */
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
  /** The text as it was read; null: it is the same. */
  textBefore: string | null
  /** What the customer has written since. */
  inbound: readonly Message[]
}

/** What is new since it was read; null where nothing is. */
export function changesSince(seen: Snapshot, conversation: Conversation, messageId: string): Changes | null {
  const draft = draftIn(conversation, messageId)
  const inbound = inboundOf(conversation).filter(({ _id }) => !seen.inbound.includes(_id))
  const changed = draft !== undefined && draft.message !== seen.text
  if (!changed && inbound.length === 0) return null
  return { textBefore: changed ? seen.text : null, inbound }
}

/** So soon after it was opened nobody has read a draft, in ms. */
const catchUpMs = 1_500

/**
 * Whether a reading only catches up with what was there when the draft was opened: the first thing shown may be what the gateway
 * read a while ago. Then there is no news to tell, unless somebody writes already.
 *
 * @param openedAt when the draft was shown first, @param readAt when the service was read (both in this browser's clock, ms)
 */
export const isCatchUp = (openedAt: number, readAt: number | null, editing: boolean): boolean =>
  !editing && readAt !== null && readAt - openedAt < catchUpMs
