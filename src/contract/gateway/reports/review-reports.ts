/** How review is going: decisions that were made in Switchboard, counted, and the drafts that wait. Costs the service nothing. */
import * as z from 'zod/mini'
import { Pagination, pageQuery, wholeNumber } from '../../shared/paging.ts'
import { id } from '../../shared/wire.ts'
import { type DraftResult, listedResults } from '../parts/list-words.ts'

/**
 * What decisions are counted by, and the keys of the groups: `agent` and `reviewer` their IDs; `hour` and `day` when it began in the time zone of the
 * request, epoch ms; `all` nothing. '' if it is unknown, and for reviewers whose names the operator may not see.
 */
export const decisionGroupings = ['all', 'agent', 'reviewer', 'hour', 'day'] as const
export type DecisionGrouping = (typeof decisionGroupings)[number]

export interface DecisionCount {
  key: string
  /** The name of the agent or the reviewer; null: unknown, or the group is neither. */
  name: string | null
  /** Decisions by result; results without a decision are missing. */
  results: Partial<Record<DraftResult, number>>
  /** Rejections by their reason; '': none was given. */
  reasons: Record<string, number>
  /** Decisions of which it is known how long the draft had waited; a saved text is none. */
  timed: number
  /** Half of these, and nine of ten, were made within so many seconds; null: none. */
  medianSeconds: number | null
  slowSeconds: number | null
  /** The mean share of the words that an edit changed, percent; null: no edits. */
  editedShare: number | null
}

export interface DecisionCounts {
  groups: DecisionCount[]
  /** When the first decision that is counted was made, epoch ms; null: none was. */
  since: number | null
}

export interface DraftsOverTime {
  hours: {
    /** When it begins, epoch ms. */
    at: number
    /** Decisions that were made in it. A saved text is none. */
    decided: number
    /** Drafts that waited at its end, or at the end of the period; null: nobody has opened the queue since the start. */
    waiting: number | null
  }[]
}

export const reviewReportEndpoints = {
  /** Only administrators see the names of other reviewers. */
  decisionCountList: {
    query: z.strictObject({
      /** Epoch ms; `to` is not included. */
      from: wholeNumber,
      to: wholeNumber,
      by: z.enum(decisionGroupings),
      /** IANA name, for `hour` and `day`. */
      zone: z._default(z.string().check(z.maxLength(60)), 'UTC'),
      agentId: z.optional(id),
      /** The operator's own ID; administrators may name anybody. */
      reviewerId: z.optional(id),
    }),
    response: z.custom<DecisionCounts>(),
  },
  /** Since when the known drafts wait, oldest first, as the conversations were last read. */
  waitingDraftList: {
    response: z.custom<{
      drafts: {
        /** When it was written, epoch ms; null: unknown. */
        at: number | null
        agentId: string | null
      }[]
      /** The conversations that were read: 0 if nobody has opened the queue since the start. */
      conversations: number
    }>(),
  },
  /** Of at most two days, as far as drafts were decided in Switchboard or wait now. */
  draftsOverTimeShow: {
    query: z.strictObject({
      /** Epoch ms; `to` is not included. Hours are counted from `from` on. */
      from: wholeNumber,
      to: wholeNumber,
    }),
    response: z.custom<DraftsOverTime>(),
  },
}

export interface CountedDecision {
  id: string
  /** When it was made, epoch ms. */
  at: number
  conversationId: string
  /** The customer's name, number or address, while the conversation is known; ''. */
  customer: string
  agentId: string | null
  agentName: string | null
  /** The operator who decided, with their present name; null: a colleague of somebody who may not see it. */
  reviewer: { id: string; name: string } | null
  result: DraftResult
  /** Why the draft was rejected; '': no reason was given, or it was not rejected. */
  reason: string
  /** How long the draft had waited, seconds; null: unknown. */
  waitedSeconds: number | null
  /** How much of the words an edit changed, percent; null: no edit. */
  editedShare: number | null
}

/** The decisions that a figure counts, one by one. Answered from the gateway's own rows, so it costs the service nothing. */
export const decisionRowEndpoints = {
  /** The latest first. Only administrators see the names of other reviewers. */
  countedDecisionList: {
    query: z.strictObject({
      ...pageQuery,
      /** Epoch ms; `to` is not included. */
      from: wholeNumber,
      to: wholeNumber,
      agentId: z.optional(id),
      /** The operator's own ID; administrators may name anybody. */
      reviewerId: z.optional(id),
      result: z.optional(z.enum(listedResults)),
      /** Rejections with this reason. */
      reason: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
    }),
    response: z.custom<{ decisions: CountedDecision[]; pagination: Pagination }>(),
  },
}
