/** The gateway's endpoints for review: the queue, claims, decisions that are held and can be undone (design: Review). */
import * as z from 'zod/mini'
import { endpoint, everyone } from '../shared/endpoint.ts'
import { RefusalData } from '../shared/error-forms.ts'
import { onDemand, polled } from '../shared/freshness.ts'
import { filled, id } from '../shared/wire.ts'
import { DoNotCallFacts } from './do-not-call-entry.ts'
import { effectStates, hold, ofGateway } from './endpoint-parts.ts'

export const decisionActions = ['Approve', 'Edit', 'EditAndApprove', 'Reject'] as const
export type DecisionAction = (typeof decisionActions)[number]

/** What was on the screen, as a decision names it: SHA-256 of the text, hex. */
export async function textHash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Who has a draft in front of them. */
export const Claim = z.object({
  operator: z.string(),
  operatorId: z.string(),
  /** Editing, not only reading. */
  editing: z.boolean(),
})
export type Claim = z.output<typeof Claim>

export const Decision = z.object({
  effectId: z.string(),
  conversationId: z.string(),
  messageId: z.string(),
  action: z.enum(decisionActions),
  operator: z.string(),
  operatorId: z.string(),
  state: z.enum(effectStates),
  /** Where it goes: the customer's number or address. */
  to: z.nullable(z.string()),
  /** The customer's name; null: they have none, or it is not known at the moment. */
  customer: z.nullable(z.string()),
  /** The beginning of the message that was decided, or of its edit; '' while it is unknown. */
  message: z.string(),
  /** When it is sent, epoch ms, while it is held; null: it is not held, or is delayed. */
  sendsAt: z.nullable(z.number()),
  /** Why it stays held although its time is over: '', or a sentence. */
  delayed: z.string(),
  /** The service's own word once it is done: whether the message was sent. */
  sent: z.nullable(z.boolean()),
  /** Why it was refused, or stopped before it was sent. */
  refusal: z.nullable(RefusalData),
  /** Epoch ms of the last change of state. */
  at: z.number(),
  /** For an unknown outcome: when the service was last read without showing that it happened, epoch ms; null: not yet, or it cannot be read. */
  lastCheckedAt: z.nullable(z.number()),
  /** When it is next read, epoch ms; null: no further read is planned. */
  nextCheckAt: z.nullable(z.number()),
  /** Its owner has dismissed its outcome. */
  dismissed: z.boolean(),
})
export type Decision = z.output<typeof Decision>

/** A message that waits for review, with all that a reviewer needs to choose it from a list. */
export const Draft = z.object({
  conversationId: z.string(),
  messageId: z.string(),
  message: z.string(),
  customer: z.object({ name: z.nullable(z.string()), email: z.nullable(z.string()), phone: z.nullable(z.string()) }),
  agentId: z.nullable(z.string()),
  agentName: z.nullable(z.string()),
  flowId: z.nullable(z.string()),
  flowName: z.nullable(z.string()),
  /** ISO 8601. */
  createdAt: z.string(),
  /** Who put the customer's number on the do-not-call list, when and why; null: it is not on it. */
  doNotCall: z.nullable(DoNotCallFacts),
  claim: z.nullable(Claim),
  decision: z.nullable(Decision),
})
export type Draft = z.output<typeof Draft>

/** A message that was approved and that the service has not delivered (interface 5). */
export const Undelivered = z.object({
  conversationId: z.string(),
  messageId: z.string(),
  message: z.string(),
  customer: z.object({ name: z.nullable(z.string()), email: z.nullable(z.string()), phone: z.nullable(z.string()) }),
  agentName: z.nullable(z.string()),
  /** ISO 8601: when the service last changed it. */
  updatedAt: z.string(),
})
export type Undelivered = z.output<typeof Undelivered>

const common = { ...ofGateway, section: 'design: review', workspace: true } as const
const reviewers = ['reviewer', 'admin'] as const
const target = { conversationId: id, messageId: id }

export const reviewEndpoints = {
  reviewQueue: endpoint({
    ...common,
    method: 'GET',
    path: '/gateway/review-queue',
    label: 'Reviewing messages',
    freshness: polled(1.5),
    summary: 'The messages that wait for review, oldest first, from snapshots.',
    roles: everyone,
    response: z.object({
      drafts: z.array(Draft),
      /** Messages that were approved but not delivered, in the watched conversations; the latest first. */
      undelivered: z.array(Undelivered),
      /** When the conversation of a draft was read longest ago, epoch ms; null: there is no draft. */
      readAt: z.nullable(z.number()),
      /** Conversations that are looked at for drafts. */
      watching: z.number(),
      /** Of those, the ones that nobody has read since Switchboard was started: what waits in them is not known. */
      unread: z.number(),
      /** Whether the service can list its conversations; if not, only those that the team has seen are looked at. */
      listed: z.boolean(),
    }),
  }),
  claimTake: endpoint({
    ...common,
    method: 'POST',
    path: '/gateway/claims',
    label: 'Reviewing messages',
    invalidates: ['reviewQueue'],
    summary: 'Take a draft in front of oneself, or renew that; `instead` takes it from whoever has it.',
    activity: false,
    roles: reviewers,
    body: z.strictObject({ ...target, editing: z.boolean(), instead: z.optional(z.boolean()) }),
    response: Claim,
  }),
  claimRelease: endpoint({
    ...common,
    method: 'POST',
    path: '/gateway/claims/release',
    label: 'Reviewing messages',
    invalidates: ['reviewQueue'],
    summary: 'Let go of a draft.',
    roles: reviewers,
    body: z.strictObject(target),
    response: z.object({ released: z.boolean() }),
  }),
  decisionMake: endpoint({
    ...common,
    method: 'POST',
    path: '/gateway/decisions',
    label: 'Deciding about messages',
    invalidates: ['reviewQueue', 'decisionList', 'conversationShow'],
    sends: true,
    summary:
      'Decide about a draft. It is held first, so that it can be undone; then the conversation is read once more.',
    roles: reviewers,
    body: z.strictObject({
      ...target,
      action: z.enum(decisionActions),
      editedMessage: z.optional(filled),
      textHash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
      /** The customer's last message that was on the screen; null: they had written none. */
      lastInbound: z.nullable(filled),
      holdSeconds: z._default(z.int().check(z.gte(hold.least), z.lte(hold.most)), hold.usual),
    }),
    response: Decision,
  }),
  decisionList: endpoint({
    ...common,
    method: 'GET',
    path: '/gateway/decisions',
    label: 'Reviewing messages',
    freshness: onDemand(1),
    summary: 'Decisions that are held, under way or unknown, and what became of those of the last minutes.',
    roles: everyone,
    response: z.object({ decisions: z.array(Decision) }),
  }),
  decisionUndo: endpoint({
    ...common,
    method: 'POST',
    path: '/gateway/decisions/{effectId}/undo',
    label: 'Deciding about messages',
    invalidates: ['reviewQueue', 'decisionList'],
    summary: 'Withdraw a held decision; nothing is sent. Too late once it is being sent.',
    roles: reviewers,
    response: Decision,
  }),
  decisionSendNow: endpoint({
    ...common,
    method: 'POST',
    path: '/gateway/decisions/{effectId}/send',
    label: 'Deciding about messages',
    invalidates: ['reviewQueue', 'decisionList', 'conversationShow'],
    summary: 'End the hold now.',
    roles: reviewers,
    response: Decision,
  }),
  decisionDismiss: endpoint({
    ...common,
    method: 'POST',
    path: '/gateway/decisions/{effectId}/dismiss',
    label: 'Deciding about messages',
    invalidates: ['decisionList'],
    summary: 'Dismiss the outcome of your own decision, so that it is no longer listed.',
    roles: reviewers,
    response: z.object({ dismissed: z.boolean() }),
  }),
  conversationImport: endpoint({
    ...common,
    method: 'POST',
    path: '/gateway/conversations',
    label: 'Opening conversations',
    invalidates: ['reviewQueue', 'conversationSeen'],
    summary: 'Open conversations by their ids, pasted in any form; from now on they are looked at for drafts.',
    roles: everyone,
    body: z.strictObject({ ids: z.array(id).check(z.minLength(1), z.maxLength(500)) }),
    response: z.object({
      /** Those that the service knows. */
      opened: z.array(z.string()),
      /** Those that it does not know. */
      unknown: z.array(z.string()),
      /** Those that are read later, as the request budget allows. */
      waiting: z.array(z.string()),
    }),
  }),
  conversationSeen: endpoint({
    ...common,
    method: 'GET',
    path: '/gateway/conversations',
    label: 'Reading conversations',
    freshness: polled(5),
    summary: 'Conversations that the team has seen, the latest first.',
    roles: everyone,
    response: z.object({
      conversations: z.array(
        z.object({
          conversationId: z.string(),
          title: z.string(),
          phone: z.nullable(z.string()),
          /** The last message, and whose. */
          last: z.string(),
          inbound: z.boolean(),
          drafts: z.number(),
          /** ISO 8601. */
          updatedAt: z.string(),
        }),
      ),
      watching: z.number(),
      listed: z.boolean(),
    }),
  }),
}
