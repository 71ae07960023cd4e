/** The gateway's endpoints for review: the queue, claims, decisions that are held and can be undone (design: Review). */
import * as z from 'zod/mini'
import { reviewRequests } from '../requests/review.ts'
import { Conversation } from '../service/conversations.ts'
import { draftRiskKinds, seriousRiskKinds } from '../shared/draft-risks.ts'
import { RefusalData } from '../shared/error-forms.ts'
import { wholeNumber } from '../shared/paging.ts'
import { epochMs, id, nonBlank, nonBlankUpTo } from '../shared/wire.ts'
import { DoNotCallFacts } from './parts/do-not-call-entry.ts'
import { effectStates } from './parts/effect-states.ts'
import { gatewayEndpoint, hold } from './parts/endpoint-parts.ts'
import { reviewRuleLimits } from './review-rules.ts'

export const decisionActions = ['Approve', 'Edit', 'EditAndApprove', 'Reject'] as const
export type DecisionAction = (typeof decisionActions)[number]

/** SHA-256 of the message text on the screen, hex. A decision applies to exactly this text. */
export async function textHash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The operator who is reviewing a draft. */
export const Claim = z.object({
  operator: z.string(),
  operatorId: z.string(),
  /** Whether they are editing it. */
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
  /** The customer's number or address. */
  to: z.nullable(z.string()),
  /** The customer's name; null: none, or currently unknown. */
  customer: z.nullable(z.string()),
  /** The start of the decided message or of its edit; '' while unknown. */
  message: z.string(),
  /** When a held decision is sent, epoch ms; null: not held, or delayed. */
  sendsAt: z.nullable(z.number()),
  /** Why it is held longer than its undo window: a sentence, or ''. */
  delayed: z.string(),
  /** Whether the message was sent, according to the service; once done. */
  sent: z.nullable(z.boolean()),
  /** Why it was refused, or stopped before it was sent. */
  refusal: z.nullable(RefusalData),
  /** Last change of state, epoch ms. */
  at: z.number(),
  /** For an unknown outcome: when the service was last read without showing that it happened, epoch ms; null: not yet, or it cannot be read. */
  lastCheckedAt: z.nullable(z.number()),
  /** When it is next read, epoch ms; null: no further read is planned. */
  nextCheckAt: z.nullable(z.number()),
  /** Its owner has dismissed its outcome. */
  dismissed: z.boolean(),
  /** Why the draft was rejected: one of the workspace's reasons; null: none was given. */
  rejectReason: z._default(z.nullable(z.string()), null),
  /** What the reviewer wrote about it; null: nothing. */
  rejectNote: z._default(z.nullable(z.string()), null),
  /** Whether the agent has written the new draft that a rejection asked for; null: it asked for none. */
  redraft: z._default(z.nullable(z.boolean()), null),
})
export type Decision = z.output<typeof Decision>

/** An approval by the first of two reviewers. Nothing is sent until a second one approves the same text. */
export const FirstApproval = z.object({
  operator: z.string(),
  operatorId: z.string(),
  /** The other accounts of the same person; left out: none. */
  tiedIds: z.optional(z.array(z.string())),
  at: epochMs,
  /** The text that they approved instead of the draft's; null: the draft's. */
  editedMessage: z.nullable(z.string()),
})
export type FirstApproval = z.output<typeof FirstApproval>

/** A message that waits for review, with everything that a list of drafts shows. */
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
  /** What to check before it is sent, most serious first. */
  risks: z.array(z.object({ kind: z.enum(draftRiskKinds), found: z.array(z.string()) })),
  /** Why the customer's number is on the do-not-call list; null: it is not. */
  doNotCall: z.nullable(DoNotCallFacts),
  /** Whether two reviewers have to approve it. */
  needsSecondReviewer: z._default(z.boolean(), false),
  /** The first reviewer's approval of this text; null: none yet. */
  firstApproval: z._default(z.nullable(FirstApproval), null),
  claim: z.nullable(Claim),
  decision: z.nullable(Decision),
})
export type Draft = z.output<typeof Draft>

const shown = { conversationId: true, messageId: true, message: true, customer: true, agentName: true } as const
/** A message that was approved but not delivered by the service (interface 5). */
export const Undelivered = z.extend(z.pick(Draft, shown), {
  /** ISO 8601: when the service last changed it. */
  updatedAt: z.string(),
})
export type Undelivered = z.output<typeof Undelivered>

const target = { conversationId: id, messageId: id }
/** What was on the reviewer's screen. */
const seen = {
  textHash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  /** The customer's last message; null: none. */
  lastInbound: z.nullable(nonBlank),
}

export const reviewEndpoints = {
  /** Oldest first, from snapshots. */
  reviewQueue: gatewayEndpoint(reviewRequests.reviewQueue, {
    response: z.object({
      drafts: z.array(Draft),
      /** Messages approved but not delivered, in the polled conversations, latest first. */
      undelivered: z.array(Undelivered),
      /** The oldest read of a conversation with a draft, epoch ms; null: no drafts. */
      readAt: z.nullable(z.number()),
      /** Number of known conversations, including older ones that are not polled. */
      watching: z.number(),
      /** Number of those not read since Switchboard started; their drafts are unknown. Older ones are not read until somebody opens them. */
      unread: z.number(),
      /** Whether the service can list its conversations. If not, only known conversations are polled. */
      listed: z.boolean(),
    }),
  }),
  /** As it was last read: costs no request if it was read since the start. A decision reads it once more before it is sent. */
  reviewConversationShow: gatewayEndpoint(reviewRequests.reviewConversationShow, {
    response: z.object({
      conversation: Conversation,
      /** When the service was read, epoch ms. */
      readAt: z.number(),
    }),
  }),
  /** Takes a draft in front of oneself, or renews that; `instead` takes it from whoever has it. */
  claimTake: gatewayEndpoint(reviewRequests.claimTake, {
    activity: false,
    body: z.strictObject({ ...target, editing: z.boolean(), instead: z.optional(z.boolean()) }),
    response: Claim,
  }),
  claimRelease: gatewayEndpoint(reviewRequests.claimRelease, {
    body: z.strictObject(target),
    response: z.object({ released: z.boolean() }),
  }),
  /** The decision is held first, so that it can be undone; then the conversation is read once more. */
  decisionMake: gatewayEndpoint(reviewRequests.decisionMake, {
    body: z.strictObject({
      ...target,
      action: z.enum(decisionActions),
      editedMessage: z.optional(nonBlank),
      ...seen,
      /** Why it is rejected: one of the workspace's reasons. Only Switchboard stores it: the service has no field for it. */
      rejectReason: z.optional(nonBlankUpTo(reviewRuleLimits.reasonLength)),
      /** More about why it is rejected. */
      rejectNote: z.optional(nonBlankUpTo(reviewRuleLimits.noteLength)),
      /** Which flow writes a new draft to whom, once this one is rejected. Reason and note are its feedback. */
      redraft: z.optional(z.strictObject({ flowId: id, to: nonBlank })),
      /** The serious risks of the draft that the reviewer confirmed. A decision that sends a draft with another one is refused. */
      confirmedRisks: z.optional(z.array(z.enum(seriousRiskKinds)).check(z.maxLength(seriousRiskKinds.length))),
      holdSeconds: z._default(z.int().check(z.gte(hold.least), z.lte(hold.most)), hold.usual),
    }),
    response: Decision,
  }),
  /** Nothing is sent. */
  firstApprovalGive: gatewayEndpoint(reviewRequests.firstApprovalGive, {
    body: z.strictObject({ ...target, ...seen, editedMessage: z.optional(nonBlank) }),
    response: FirstApproval,
  }),
  /** Only your own. */
  firstApprovalWithdraw: gatewayEndpoint(reviewRequests.firstApprovalWithdraw, {
    body: z.strictObject(target),
    response: z.object({ withdrawn: z.boolean() }),
  }),
  /** Those that are held, under way or unknown, and what became of those of the last minutes. */
  decisionList: gatewayEndpoint(reviewRequests.decisionList, { response: z.object({ decisions: z.array(Decision) }) }),
  /** The latest first, at most 200, and none that ended a day ago. */
  ownDecisionList: gatewayEndpoint(reviewRequests.ownDecisionList, {
    query: z.strictObject({ since: wholeNumber }),
    response: z.object({ decisions: z.array(Decision) }),
  }),
  /** Nothing is sent. Too late once it is being sent. */
  decisionUndo: gatewayEndpoint(reviewRequests.decisionUndo, { response: Decision }),
  /** Ends the hold. */
  decisionSendNow: gatewayEndpoint(reviewRequests.decisionSendNow, { response: Decision }),
  /** The outcome of your own decision is no longer listed. */
  decisionDismiss: gatewayEndpoint(reviewRequests.decisionDismiss, { response: z.object({ dismissed: z.boolean() }) }),
}
