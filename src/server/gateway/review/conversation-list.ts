/** Rows of the conversation list. */
import { isUndelivered, needsReview } from '#contract/index.ts'
import type { KnownConversation } from '../registry/conversations.ts'
import type { Registry } from '../registry/registry.ts'
import { type Clock, dateOf } from '../shared/clock.ts'

/** Characters of the last message that a list shows. */
const previewLength = 200

/** A conversation as the list shows it: the customer, the last message and the number of drafts. */
export function conversationRowOf({ id, conversation, readAt }: KnownConversation, registry: Registry, clock: Clock) {
  const lastMessage = conversation?.messages.at(-1)
  const { name, phone, email } = conversation?.customer ?? {}
  return {
    conversationId: id,
    title: name || phone || email || id,
    phone: phone ?? null,
    agentId: conversation?.agentId ?? null,
    agentName: registry.nameOf('agent', conversation?.agentId ?? null),
    flowId: conversation?.pathwayId ?? null,
    flowName: registry.nameOf('flow', conversation?.pathwayId ?? null),
    last: lastMessage?.message.slice(0, previewLength) ?? '',
    inbound: lastMessage?.direction === 'inbound',
    drafts: conversation?.messages.filter(needsReview).length ?? 0,
    undelivered: conversation?.messages.filter(isUndelivered).length ?? 0,
    isRead: conversation !== null,
    updatedAt: conversation?.updatedAt || new Date(dateOf(clock, readAt)).toISOString(),
  }
}
