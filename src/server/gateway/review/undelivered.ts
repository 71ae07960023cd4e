import type { Undelivered } from '#contract/index.ts'
import type { KnownConversation } from '../registry/conversations.ts'
import type { Registry } from '../registry/registry.ts'

/** Messages of a conversation that were approved, but that the service reports as not sent (interface 5). */
export const undeliveredIn = (
  { id, conversation }: KnownConversation,
  registry: Pick<Registry, 'nameOf'>,
): Undelivered[] =>
  (conversation?.messages ?? [])
    .filter(({ direction, status, sent }) => direction === 'outbound' && status === 'approved' && sent === false)
    .map(({ _id, message, updatedAt, createdAt }) => ({
      conversationId: id,
      messageId: _id,
      message,
      customer: {
        name: conversation?.customer.name ?? null,
        email: conversation?.customer.email ?? null,
        phone: conversation?.customer.phone ?? null,
      },
      agentName: registry.nameOf('agent', conversation?.agentId ?? null),
      updatedAt: updatedAt || createdAt,
    }))
