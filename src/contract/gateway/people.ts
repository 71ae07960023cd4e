/**
 * The gateway's endpoints for one person: everything that the team has seen of a phone number or an e-mail address, in order; and what a
 * draft to a person is based on.
 */
import * as z from 'zod/mini'
import { reviewRequests } from '../requests/review.ts'
import { Message } from '../service/conversations.ts'
import { callOutcomes, outcomeSources } from '../shared/call-outcomes.ts'
import { epochMs, nonBlankUpTo } from '../shared/wire.ts'
import { DoNotCallFacts } from './parts/do-not-call-entry.ts'
import { effectStates } from './parts/effect-states.ts'
import { gatewayEndpoint } from './parts/endpoint-parts.ts'

const common = {
  /** Unique in the timeline. */
  key: z.string(),
  at: epochMs,
}

/** A call that was seen, or placed by hand; or the row of a started batch that was not called yet. */
export const PersonCall = z.object({
  ...common,
  kind: z.literal('call'),
  /** '' while it is unknown. */
  roomName: z.string(),
  /** null: unknown. */
  agentName: z.nullable(z.string()),
  /** Who placed it by hand; null: nobody, or unknown. */
  operator: z.nullable(z.string()),
  batchId: z.nullable(z.string()),
  /** null: not of a batch, or of one that the team has not opened. */
  batchName: z._default(z.nullable(z.string()), null),
  /** `seen`: neither its start nor its end was seen. `waiting`: the batch has not called this row yet. */
  state: z.enum(['live', 'ended', 'seen', 'unknown', 'waiting', 'cancelled']),
  /** Number of lines of its transcript that are kept. */
  lines: z.number(),
  /** Seconds; null: unknown. */
  duration: z.nullable(z.number()),
  /** When Switchboard learned that it had ended; null: it was not seen to end. */
  endedAt: z._default(z.nullable(z.number()), null),
  /** What came of it; null: it has not ended, or nobody knows. */
  result: z._default(z.nullable(z.enum(callOutcomes)), null),
  /** On what the result rests; null: there is none. */
  resultSource: z._default(z.nullable(z.enum(outcomeSources)), null),
  /** The line on which the result rests, else the last that the customer said; null: no transcript is kept. */
  said: z._default(z.nullable(z.string()), null),
})
export type PersonCall = z.output<typeof PersonCall>
/** A message of a conversation; a draft if `needsReview` says so. */
export const PersonMessage = z.object({
  ...common,
  kind: z.literal('message'),
  conversationId: z.string(),
  agentName: z.nullable(z.string()),
  message: Message,
})
/** A decision about a draft, and what became of it. */
export const PersonDecision = z.object({
  ...common,
  kind: z.literal('decision'),
  conversationId: z.string(),
  /** '' if it was not recorded. */
  messageId: z.string(),
  /** '' if it was not recorded. */
  action: z.string(),
  operator: z.string(),
  state: z.enum(effectStates),
  happened: z.nullable(z.boolean()),
})
/** A batch that contains the person, or will. */
export const PersonBatch = z.object({
  ...common,
  kind: z.literal('batch'),
  /** null: it has not been started, or its ID is unknown. */
  batchId: z.nullable(z.string()),
  name: z.string(),
  operator: z.string(),
  /** `held_back`: the person waits in a prepared batch · `awaiting_approval`: the start waits for a second person. */
  state: z.enum(['started', 'held_back', 'awaiting_approval', 'nobody_called']),
  /** Whether the service said that the started batch has ended, so that it calls nobody any more. An older gateway does not say it. */
  hasEnded: z._default(z.boolean(), false),
})
/** An entry of the do-not-call list. */
export const PersonDoNotCall = z.object({
  ...common,
  kind: z.literal('do-not-call'),
  facts: DoNotCallFacts,
  /** When it expires, epoch ms; null: never. */
  until: z.nullable(z.number()),
})

export const PersonEntry = z.discriminatedUnion('kind', [
  PersonCall,
  PersonMessage,
  PersonDecision,
  PersonBatch,
  PersonDoNotCall,
])
export type PersonEntry = z.output<typeof PersonEntry>

/** A number or an address, with the key of its page. */
export const PersonAddress = z.object({
  personId: z.string(),
  /** E.164; null: an e-mail address. */
  phone: z.nullable(z.string()),
  /** null: a number. */
  email: z.nullable(z.string()),
})
export type PersonAddress = z.output<typeof PersonAddress>

export const Person = z.extend(PersonAddress, {
  /** The latest name in what was seen; null: none. */
  name: z.nullable(z.string()),
  /** The time zones that the number may be in, IANA names; [] for an e-mail address, and where none is known. */
  zones: z._default(z.array(z.string()), []),
  /** Other numbers and addresses in the same conversations. */
  others: z.array(PersonAddress),
  /** Conversations of the person, the latest first. */
  conversationIds: z.array(z.string()),
  /** The latest first. */
  entries: z.array(PersonEntry),
  /** Whether there are older entries that are not in this answer. */
  hasMore: z.boolean(),
  /** Number of conversations whose messages are unknown, so that some may be this person's. */
  unread: z.number(),
  /** How many rows the batches that the team has seen have, and of how many it is known who they are; null from an older gateway. */
  rows: z._default(z.nullable(z.object({ all: z.number(), known: z.number() })), null),
})
export type Person = z.output<typeof Person>

/** Another conversation with the customer. */
export const ContextConversation = z.object({
  conversationId: z.string(),
  agentName: z.nullable(z.string()),
  /** Number of messages. */
  messages: z.number(),
  /** The start of its last message; '' if it has none. */
  lastMessage: z.string(),
  isLastFromCustomer: z.boolean(),
  /** ISO 8601. */
  updatedAt: z.string(),
  /** A draft of it that waits for review; null: none. */
  draftId: z.nullable(z.string()),
})
export type ContextConversation = z.output<typeof ContextConversation>

/** The instructions of a flow, as they were last read. */
export const ContextPrompt = z.object({
  prompt: z.string(),
  /** Whether the flow has steps beside its prompt. */
  hasSteps: z.boolean(),
  /** When the service was read, epoch ms. */
  readAt: z.number(),
})
export type ContextPrompt = z.output<typeof ContextPrompt>

/** The flow of a conversation. */
export const ContextFlow = z.object({
  flowId: z.string(),
  name: z.nullable(z.string()),
  /** null: unknown, because nobody has read the flow yet. */
  kind: z.nullable(z.enum(['flow', 'message-flow'])),
  /** null: it is not cached. */
  cached: z.nullable(ContextPrompt),
})
export type ContextFlow = z.output<typeof ContextFlow>

export const ReviewContext = z.object({
  /** The latest calls, the latest first. */
  calls: z.array(PersonCall),
  /** The latest other conversations, the latest first. */
  conversations: z.array(ContextConversation),
  /** The latest batches that contain the customer, the latest first. */
  batches: z.array(PersonBatch),
  /** The customer's variables in the rows of batches, by the batch's ID; a batch is missing if no cached answer contains the row. */
  variables: z.record(z.string(), z.record(z.string(), z.unknown())),
  /** null: the conversation has no flow. */
  flow: z.nullable(ContextFlow),
})
export type ReviewContext = z.output<typeof ReviewContext>

export const peopleEndpoints = {
  /** The key of the page of a phone number or an e-mail address. Neither is ever in a URL. */
  personFind: gatewayEndpoint(reviewRequests.personFind, {
    body: z.strictObject({ address: nonBlankUpTo(254) }),
    response: PersonAddress,
  }),
  personShow: gatewayEndpoint(reviewRequests.personShow, { response: Person }),
  /** From what the team has seen: sends nothing to the service. */
  reviewContextShow: gatewayEndpoint(reviewRequests.reviewContextShow, { response: ReviewContext }),
}
