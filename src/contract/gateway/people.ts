/**
 * The gateway's endpoints for one person: everything that the team has seen of a phone number or an e-mail address, in order; and what a
 * draft to a person is based on.
 */
import * as z from 'zod/mini'
import { Message } from '../service/conversations.ts'
import type { CallOutcome, OutcomeSource } from '../shared/call-outcomes.ts'
import { nonBlankUpTo } from '../shared/wire.ts'
import type { DoNotCallFacts } from './parts/do-not-call-entry.ts'
import type { EffectState } from './parts/effect-states.ts'

interface InTimeline {
  /** Unique in the timeline. */
  key: string
  at: number
}

/** A call that was seen, or placed by hand; or the row of a started batch that was not called yet. */
export interface PersonCall extends InTimeline {
  kind: 'call'
  /** '' while it is unknown. */
  roomName: string
  /** null: unknown. */
  agentName: string | null
  /** Who placed it by hand; null: nobody, or unknown. */
  operator: string | null
  batchId: string | null
  /** null: not of a batch, or of one that the team has not opened. */
  batchName: string | null
  /** `seen`: neither its start nor its end was seen. `waiting`: the batch has not called this row yet. */
  state: 'live' | 'ended' | 'seen' | 'unknown' | 'waiting' | 'cancelled'
  /** Number of lines of its transcript that are kept. */
  lines: number
  /** Seconds; null: unknown. */
  duration: number | null
  /** When Switchboard learned that it had ended; null: it was not seen to end. */
  endedAt: number | null
  /** What came of it; null: it has not ended, or nobody knows. */
  result: CallOutcome | null
  /** On what the result rests; null: there is none. */
  resultSource: OutcomeSource | null
  /** The line on which the result rests, else the last that the customer said; null: no transcript is kept. */
  said: string | null
}
/** A message of a conversation; a draft if `needsReview` says so. */
export interface PersonMessage extends InTimeline {
  kind: 'message'
  conversationId: string
  agentName: string | null
  message: Message
}
/** A decision about a draft, and what became of it. */
export interface PersonDecision extends InTimeline {
  kind: 'decision'
  conversationId: string
  /** '' if it was not recorded. */
  messageId: string
  /** '' if it was not recorded. */
  action: string
  operator: string
  state: EffectState
  happened: boolean | null
}
/** A batch that contains the person, or will. */
export interface PersonBatch extends InTimeline {
  kind: 'batch'
  /** null: it has not been started, or its ID is unknown. */
  batchId: string | null
  name: string
  operator: string
  /** `held_back`: the person waits in a prepared batch · `awaiting_approval`: the start waits for a second person. */
  state: 'started' | 'held_back' | 'awaiting_approval' | 'nobody_called'
  /** Whether the service said that the started batch has ended, so that it calls nobody any more. */
  hasEnded: boolean
}
/** An entry of the do-not-call list. */
export interface PersonDoNotCall extends InTimeline {
  kind: 'do-not-call'
  facts: DoNotCallFacts
  /** When it expires, epoch ms; null: never. */
  until: number | null
}

export type PersonEntry = PersonCall | PersonMessage | PersonDecision | PersonBatch | PersonDoNotCall

/** A number or an address, with the key of its page. */
export interface PersonAddress {
  personId: string
  /** E.164; null: an e-mail address. */
  phone: string | null
  /** null: a number. */
  email: string | null
}

export interface Person extends PersonAddress {
  /** The latest name in what was seen; null: none. */
  name: string | null
  /** The time zones that the number may be in, IANA names; [] for an e-mail address, and where none is known. */
  zones: string[]
  /** Other numbers and addresses in the same conversations. */
  others: PersonAddress[]
  /** Conversations of the person, the latest first. */
  conversationIds: string[]
  /** The latest first. */
  entries: PersonEntry[]
  /** Whether there are older entries that are not in this answer. */
  hasMore: boolean
  /** Number of conversations whose messages are unknown, so that some may be this person's. */
  unread: number
  /** How many rows the batches that the team has seen have, and of how many it is known who they are. */
  rows: { all: number; known: number } | null
}

export interface ContextConversation {
  conversationId: string
  agentName: string | null
  messages: number
  /** The start of its last message; '' if it has none. */
  lastMessage: string
  isLastFromCustomer: boolean
  /** ISO 8601. */
  updatedAt: string
  /** A draft of it that waits for review; null: none. */
  draftId: string | null
}

/** The instructions of a flow, as they were last read. */
export interface ContextPrompt {
  prompt: string
  /** Whether the flow has steps beside its prompt. */
  hasSteps: boolean
  /** When the service was read, epoch ms. */
  readAt: number
}

/** The flow of a conversation. */
export interface ContextFlow {
  flowId: string
  name: string | null
  /** null: unknown, because nobody has read the flow yet. */
  kind: 'flow' | 'message-flow' | null
  /** null: it is not cached. */
  cached: ContextPrompt | null
}

export interface ReviewContext {
  /** The latest calls, the latest first. */
  calls: PersonCall[]
  /** The latest other conversations, the latest first. */
  conversations: ContextConversation[]
  /** The latest batches that contain the customer, the latest first. */
  batches: PersonBatch[]
  /** The customer's variables in the rows of batches, by the batch's ID; a batch is missing if no cached answer contains the row. */
  variables: Record<string, Record<string, unknown>>
  /** null: the conversation has no flow. */
  flow: ContextFlow | null
}

export const peopleEndpoints = {
  /** The key of the page of a phone number or an e-mail address. Neither is ever in a URL. */
  personFind: { body: z.strictObject({ address: nonBlankUpTo(254) }), response: z.custom<PersonAddress>() },
  personShow: { response: z.custom<Person>() },
  /** From what the team has seen: sends nothing to the service. */
  reviewContextShow: { response: z.custom<ReviewContext>() },
}
