/** The gateway's endpoints for conversations that the team has seen: the list, the search, and opening by ID. */
import * as z from 'zod/mini'
import { reviewRequests } from '../requests/review.ts'
import { id } from '../shared/wire.ts'
import { gatewayEndpoint } from './parts/endpoint-parts.ts'

/** A conversation that a search found. */
export const ConversationHit = z.object({
  conversationId: z.string(),
  /** The latest message with the words, as a short excerpt; null: the customer's name, number, e-mail address or the ID has them. */
  message: z.nullable(
    z.object({
      messageId: z.string(),
      isFromCustomer: z.boolean(),
      /** ISO 8601. */
      createdAt: z.string(),
      before: z.string(),
      found: z.string(),
      after: z.string(),
    }),
  ),
})
export type ConversationHit = z.output<typeof ConversationHit>

export const seenConversationEndpoints = {
  /** By their ids, pasted in any form; from now on they are looked at for drafts. */
  conversationImport: gatewayEndpoint(reviewRequests.conversationImport, {
    body: z.strictObject({ ids: z.array(id).check(z.minLength(1), z.maxLength(500)) }),
    response: z.object({
      /** Conversations that the service knows. */
      opened: z.array(z.string()),
      /** Conversations that it does not know. */
      unknown: z.array(z.string()),
      /** Conversations that are read later, when the request budget allows. */
      waiting: z.array(z.string()),
    }),
  }),
  /** The latest first. */
  conversationSeen: gatewayEndpoint(reviewRequests.conversationSeen, {
    response: z.object({
      conversations: z.array(
        z.object({
          conversationId: z.string(),
          title: z.string(),
          phone: z.nullable(z.string()),
          agentId: z._default(z.nullable(z.string()), null),
          /** null: none, or currently unknown. */
          agentName: z._default(z.nullable(z.string()), null),
          flowId: z._default(z.nullable(z.string()), null),
          flowName: z._default(z.nullable(z.string()), null),
          /** The start of the last message that was not rejected, its direction, and whether it waits for review. */
          last: z.string(),
          inbound: z.boolean(),
          isDraft: z._default(z.boolean(), false),
          drafts: z.number(),
          /** Number of messages that were approved but not delivered. */
          undelivered: z._default(z.number(), 0),
          /** Whether its messages were read since the gateway started. */
          isRead: z._default(z.boolean(), true),
          /** ISO 8601. */
          updatedAt: z.string(),
        }),
      ),
      /** Number of conversations that the team has seen, including those that are not in this answer. */
      watching: z.number(),
      listed: z.boolean(),
    }),
  }),
  /** By customer, number, e-mail address, id and words in messages, of those in memory. Texts stay out of URLs. */
  conversationSearch: gatewayEndpoint(reviewRequests.conversationSearch, {
    body: z.strictObject({ text: z.string().check(z.maxLength(200)) }),
    response: z.object({
      /** The latest first. */
      hits: z.array(ConversationHit),
      /** Whether more conversations have the words. */
      hasMore: z.boolean(),
      /** Number of conversations whose messages were compared, and of those whose messages are unknown. */
      compared: z.number(),
      unread: z.number(),
    }),
  }),
}
