/** The gateway's endpoints for conversations that the team has seen: the list, the search, and opening by ID. */
import * as z from 'zod/mini'
import { id } from '../shared/wire.ts'

/** A conversation that a search found. */
export interface ConversationHit {
  conversationId: string
  /** The latest message with the words, as a short excerpt; null: the customer's name, number, e-mail address or the ID has them. */
  message: {
    messageId: string
    isFromCustomer: boolean
    /** ISO 8601. */
    createdAt: string
    before: string
    found: string
    after: string
  } | null
}

export const seenConversationEndpoints = {
  /** By their ids, pasted in any form; from now on they are looked at for drafts. */
  conversationImport: {
    body: z.strictObject({ ids: z.array(id).check(z.minLength(1), z.maxLength(500)) }),
    response: z.custom<{
      /** Conversations that the service knows. */
      opened: string[]
      /** Conversations that it does not know. */
      unknown: string[]
      /** Conversations that are read later, when the request budget allows. */
      waiting: string[]
    }>(),
  },
  /** The latest first. */
  conversationSeen: {
    response: z.custom<{
      conversations: {
        conversationId: string
        title: string
        phone: string | null
        agentId: string | null
        /** null: none, or currently unknown. */
        agentName: string | null
        flowId: string | null
        flowName: string | null
        /** The start of the last message that was not rejected, its direction, and whether it waits for review. */
        last: string
        inbound: boolean
        isDraft: boolean
        drafts: number
        /** Number of messages that were approved but not delivered. */
        undelivered: number
        /** Whether its messages were read since the gateway started. */
        isRead: boolean
        /** ISO 8601. */
        updatedAt: string
      }[]
      /** Number of conversations that the team has seen, including those that are not in this answer. */
      watching: number
      listed: boolean
    }>(),
  },
  /** By customer, number, e-mail address, id and words in messages, of those in memory. Texts stay out of URLs. */
  conversationSearch: {
    body: z.strictObject({ text: z.string().check(z.maxLength(200)) }),
    response: z.custom<{
      /** The latest first. */
      hits: ConversationHit[]
      /** Whether more conversations have the words. */
      hasMore: boolean
      /** Number of conversations whose messages were compared, and of those whose messages are unknown. */
      compared: number
      unread: number
    }>(),
  },
}
