/** Conversations and the review of their messages (specification 2.5 to 2.7, 4.5 and 4.6, interface 5 and 7). */
import * as z from 'zod/mini'
import { serviceCallRequests } from '../requests/service-calls.ts'
import { type CommandInput, endpoint } from '../shared/endpoint.ts'
import { conversationLimit } from '../shared/limits.ts'
import { pageQuery, wholeNumberUpTo } from '../shared/paging.ts'
import { searchEntry } from '../shared/search-entry.ts'
import {
  confirmationSpelling,
  conversationListSpelling,
  conversationSpelling,
  messageDirections,
  messageStates,
} from '../shared/spelling.ts'
import { booleanOrNull, id, isoText, list, nonBlank, part, text, textOrNull, wordOf } from '../shared/wire.ts'

export const Message = z.looseObject({
  _id: text,
  direction: wordOf(...messageDirections),
  /** null: not reported. */
  sent: booleanOrNull,
  message: text,
  status: wordOf(...messageStates),
  createdAt: isoText,
  updatedAt: isoText,
})
export type Message = z.output<typeof Message>

export const Conversation = z.looseObject({
  _id: text,
  userId: textOrNull,
  pathwayId: textOrNull,
  agentId: textOrNull,
  customer: part(z.looseObject({ name: textOrNull, email: textOrNull, phone: textOrNull })),
  messages: list(Message),
  createdAt: text,
  updatedAt: text,
})
export type Conversation = z.output<typeof Conversation>

/**
 * Whether a message is a draft (interface 5): outbound, reported as not sent, and neither approved nor rejected. A message without a
 * status can be a draft; one without an id or a text cannot.
 */
export function needsReview(message: Message): boolean {
  return (
    message._id !== '' &&
    message.direction === 'outbound' &&
    message.sent === false &&
    message.message.trim() !== '' &&
    message.status !== 'approved' &&
    message.status !== 'rejected'
  )
}

/** Whether a message was approved, but the service reports that it was not sent (interface 5). */
export const isUndelivered = ({ direction, status, sent }: Message): boolean =>
  direction === 'outbound' && status === 'approved' && sent === false

/** @returns the id of the customer's last message; null: none */
export const lastInbound = ({ messages }: Conversation): string | null =>
  messages.findLast(({ _id, direction }) => _id !== '' && direction === 'inbound')?._id ?? null

export const messageActions = ['Approve', 'Edit', 'Reject'] as const
export type MessageAction = (typeof messageActions)[number]

export const MessageActionBody = z.strictObject({
  metadata: z.looseObject({ action: z.enum(messageActions), editedMessage: z.optional(z.string()) }),
})

export const MessageActionResult = z.looseObject({
  /** "success" on success; any other value leaves the outcome unknown. */
  status: wordOf('success'),
  message: part(
    z.looseObject({
      _id: text,
      message: text,
      to: text,
      sent: booleanOrNull,
      status: wordOf(...messageStates),
      timestamp: text,
    }),
  ),
})
export type MessageActionResult = z.output<typeof MessageActionResult>

/** Whether the answer contains the decided message, without a status that contradicts the decision (interface 5). */
function showsDecision({ status, message }: MessageActionResult, { params, body }: CommandInput): boolean {
  const { action } = (body as z.output<typeof MessageActionBody>).metadata
  if (status !== 'success' || message._id !== params.messageId) return false
  if (action === 'Edit') return message.status !== 'rejected'
  if (action === 'Reject') return message.status === 'rejected' || message.status === ''
  return message.sent === true || !['pending', 'rejected'].includes(message.status)
}

const conversationContent = ['_id', 'messages']
const common = { errorForm: 'general', tier: 'standard', workspace: true } as const

const entryOfConversation = ({ _id, customer, messages }: Conversation) =>
  searchEntry(
    'conversation',
    _id,
    customer.name || customer.phone || customer.email || _id,
    `${messages.length} ${messages.length === 1 ? 'message' : 'messages'}`,
    customer.phone,
  )

export const conversationEndpoints = {
  conversationList: endpoint(serviceCallRequests.conversationList, {
    ...common,
    searchEntries: (conversations: Conversation[]) => conversations.map(entryOfConversation),
    summary: 'All conversations of the workspace with their messages.',
    section: 'interface 7',
    // Not sent by Switchboard: interface 7 gives the list no pages, and a deployment may not know them.
    query: z.strictObject({
      page: z.optional(pageQuery.page),
      limit: z.optional(wholeNumberUpTo(conversationLimit)),
    }),
    about: { list: '', contentFields: conversationContent },
    response: z.array(Conversation),
    normalize: conversationListSpelling,
    extension: 'conversations',
  }),
  conversationShow: endpoint(serviceCallRequests.conversationShow, {
    ...common,
    searchEntries: (conversation: Conversation) => [entryOfConversation(conversation)],
    summary: 'One conversation with its messages.',
    section: 'specification 4.5',
    about: { is: { param: 'conversationId', in: ['_id', 'id'] }, contentFields: conversationContent },
    response: Conversation,
    normalize: conversationSpelling,
  }),
  messageAction: endpoint(serviceCallRequests.messageAction, {
    ...common,
    summary: 'Approve (and send), edit or reject a message that waits for review.',
    section: 'specification 4.6',
    body: MessageActionBody,
    response: MessageActionResult,
    normalize: confirmationSpelling,
    effect: {
      target: ({ params }) => `message/${params.conversationId}/${params.messageId}`,
      confirms: showsDecision,
    },
    through: 'decisionMake',
  }),
  messageGenerate: endpoint(serviceCallRequests.messageGenerate, {
    ...common,
    summary: 'Let the agent draft a message to a customer.',
    section: 'interface 7',
    body: z.strictObject({
      flowId: id,
      /** A phone number (E.164) or an e-mail address. The service and the gateway refuse anything else. */
      to: nonBlank,
      autopilot: z.boolean(),
      metadata: z.optional(z.looseObject({})),
      dynamic: z.optional(z.looseObject({})),
    }),
    response: z.looseObject({ status: text, conversation_id: text, message_id: text, message: text }),
    effect: {
      target: ({ body }) => {
        const { flowId, to } = body as { flowId: string; to: string }
        return `generate/${flowId}/${to}`
      },
      confirms: ({ conversation_id, message_id }: { conversation_id: string; message_id: string }) =>
        conversation_id !== '' && message_id !== '',
    },
    extension: 'conversations',
  }),
}
