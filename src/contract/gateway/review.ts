/** The gateway's endpoints for review: the queue, claims, decisions that are held and can be undone (design: Review). */
import * as z from 'zod/mini'
import { Conversation } from '../service/conversations.ts'
import { type DraftRiskKind, seriousRiskKinds } from '../shared/draft-risks.ts'
import { RefusalData } from '../shared/error-forms.ts'
import { wholeNumber } from '../shared/paging.ts'
import { id, nonBlank, nonBlankUpTo } from '../shared/wire.ts'
import type { DoNotCallFacts } from './parts/do-not-call-entry.ts'
import type { EffectState } from './parts/effect-states.ts'
import { hold } from './parts/endpoint-parts.ts'
import { reviewRuleLimits } from './review-rules.ts'

export const decisionActions = ['Approve', 'Edit', 'EditAndApprove', 'Reject'] as const
export type DecisionAction = (typeof decisionActions)[number]

/** SHA-256 of the message text on the screen, hex. A decision applies to exactly this text. */
export async function textHash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

export interface Claim {
  operator: string
  operatorId: string
  editing: boolean
}

export interface Decision {
  effectId: string
  conversationId: string
  messageId: string
  action: DecisionAction
  operator: string
  operatorId: string
  state: EffectState
  /** The customer's number or address. */
  to: string | null
  /** The customer's name; null: none, or currently unknown. */
  customer: string | null
  /** The start of the decided message or of its edit; '' while unknown. */
  message: string
  /** When a held decision is sent, epoch ms; null: not held, or delayed. */
  sendsAt: number | null
  /** Why it is held longer than its undo window: a sentence, or ''. */
  delayed: string
  /** Whether the message was sent, according to the service; once done. */
  sent: boolean | null
  /** Why it was refused, or stopped before it was sent. */
  refusal: RefusalData | null
  /** Last change of state, epoch ms. */
  at: number
  /** For an unknown outcome: when the service was last read without showing that it happened, epoch ms; null: not yet, or it cannot be read. */
  lastCheckedAt: number | null
  /** When it is next read, epoch ms; null: no further read is planned. */
  nextCheckAt: number | null
  /** Its owner has dismissed its outcome. */
  dismissed: boolean
  /** Why the draft was rejected: one of the workspace's reasons; null: none was given. */
  rejectReason: string | null
  /** What the reviewer wrote about it; null: nothing. */
  rejectNote: string | null
  /** Whether the agent has written the new draft that a rejection asked for; null: it asked for none. */
  redraft: boolean | null
}

/** An approval by the first of two reviewers. Nothing is sent until a second one approves the same text. */
export interface FirstApproval {
  operator: string
  operatorId: string
  /** The other accounts of the same person; left out: none. */
  tiedIds?: string[] | undefined
  at: number
  /** The text that they approved instead of the draft's; null: the draft's. */
  editedMessage: string | null
}

/** A message that waits for review, with everything that a list of drafts shows. */
export interface Draft {
  conversationId: string
  messageId: string
  message: string
  customer: { name: string | null; email: string | null; phone: string | null }
  agentId: string | null
  agentName: string | null
  flowId: string | null
  flowName: string | null
  /** ISO 8601. */
  createdAt: string
  /** What to check before it is sent, most serious first. */
  risks: { kind: DraftRiskKind; found: string[] }[]
  /** Why the customer's number is on the do-not-call list; null: it is not. */
  doNotCall: DoNotCallFacts | null
  /** Whether two reviewers have to approve it. */
  needsSecondReviewer: boolean
  /** The first reviewer's approval of this text; null: none yet. */
  firstApproval: FirstApproval | null
  claim: Claim | null
  decision: Decision | null
}

const shown = { conversationId: true, messageId: true, message: true, customer: true, agentName: true } as const
/** A message that was approved but not delivered by the service (interface 5). */
export interface Undelivered extends Pick<Draft, keyof typeof shown> {
  /** ISO 8601: when the service last changed it. */
  updatedAt: string
}

const target = { conversationId: id, messageId: id }
/** What was on the reviewer's screen. */
const seen = {
  textHash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  /** The customer's last message; null: none. */
  lastInbound: z.nullable(nonBlank),
}

export const reviewEndpoints = {
  /** Oldest first, from snapshots. */
  reviewQueue: {
    response: z.custom<{
      drafts: Draft[]
      /** Messages approved but not delivered, in the polled conversations, latest first. */
      undelivered: Undelivered[]
      /** The oldest read of a conversation with a draft, epoch ms; null: no drafts. */
      readAt: number | null
      /** Number of known conversations, including older ones that are not polled. */
      watching: number
      /** Number of those not read since Switchboard started; their drafts are unknown. Older ones are not read until somebody opens them. */
      unread: number
      /** Whether the service can list its conversations. If not, only known conversations are polled. */
      listed: boolean
    }>(),
  },
  /** As it was last read: costs no request if it was read since the start. A decision reads it once more before it is sent. */
  reviewConversationShow: {
    response: z.custom<{
      conversation: Conversation
      /** When the service was read, epoch ms. */
      readAt: number
    }>(),
  },
  /** Takes a draft in front of oneself, or renews that; `instead` takes it from whoever has it. */
  claimTake: {
    activity: false as const,
    body: z.strictObject({ ...target, editing: z.boolean(), instead: z.optional(z.boolean()) }),
    response: z.custom<Claim>(),
  },
  claimRelease: { body: z.strictObject(target), response: z.custom<{ released: boolean }>() },
  /** The decision is held first, so that it can be undone; then the conversation is read once more. */
  decisionMake: {
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
    response: z.custom<Decision>(),
  },
  /** Nothing is sent. */
  firstApprovalGive: {
    body: z.strictObject({ ...target, ...seen, editedMessage: z.optional(nonBlank) }),
    response: z.custom<FirstApproval>(),
  },
  /** Only your own. */
  firstApprovalWithdraw: { body: z.strictObject(target), response: z.custom<{ withdrawn: boolean }>() },
  /** Those that are held, under way or unknown, and what became of those of the last minutes. */
  decisionList: { response: z.custom<{ decisions: Decision[] }>() },
  /** The latest first, at most 200, and none that ended a day ago. */
  ownDecisionList: { query: z.strictObject({ since: wholeNumber }), response: z.custom<{ decisions: Decision[] }>() },
  /** Nothing is sent. Too late once it is being sent. */
  decisionUndo: { response: z.custom<Decision>() },
  /** Ends the hold. */
  decisionSendNow: { response: z.custom<Decision>() },
  /** The outcome of your own decision is no longer listed. */
  decisionDismiss: { response: z.custom<{ dismissed: boolean }>() },
}
