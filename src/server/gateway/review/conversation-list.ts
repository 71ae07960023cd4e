/** Rows of the conversation list. */
import { needsReview } from '#contract/index.ts'
import type { KnownConversation } from '../registry/conversations.ts'
import { type Clock, dateOf } from '../shared/clock.ts'

/** A conversation as the list shows it: the customer, the last message and the number of drafts. */
export function conversationRowOf({ id, conversation, readAt }: KnownConversation, clock: Clock) {
  const lastMessage = conversation?.messages.at(-1)
  const { name, phone, email } = conversation?.customer ?? {}
  return {
    conversationId: id,
    title: name || phone || email || id,
    phone: phone ?? null,
    last: lastMessage?.message ?? '',
    inbound: lastMessage?.direction === 'inbound',
    drafts: conversation?.messages.filter(needsReview).length ?? 0,
    updatedAt: conversation?.updatedAt || new Date(dateOf(clock, readAt)).toISOString(),
  }
}
