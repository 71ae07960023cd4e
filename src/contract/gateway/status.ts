/**
 * The one small answer that every page polls: the data of the frame, and a tag for each read that pages would otherwise poll. A page
 * repeats a read when its tag changes.
 */
import * as z from 'zod/mini'
import { administrationRequests } from '../requests/administration.ts'
import { reviewRequests } from '../requests/review.ts'
import { gatewayEndpoint } from './parts/endpoint-parts.ts'
import { type FollowedRead, followedReads } from './parts/followed-reads.ts'

/** The request budget, as the frame shows it. */
export const BudgetSummary = z.object({
  /** Maximum requests in any 60 s. */
  perMinute: z.number(),
  /** Requests sent in the last 60 s. */
  used: z.number(),
  /** Requests reserved for cancels and commands. */
  reserved: z.number(),
  /** When reads may be sent again, epoch ms; null: now. */
  nextReadAt: z.nullable(z.number()),
  /** End of the pause after a 429 of the service, epoch ms; null: not paused. */
  pausedUntil: z.nullable(z.number()),
})
export type BudgetSummary = z.output<typeof BudgetSummary>

export const Status = z.object({
  /** The version of the dashboard that this gateway serves; null: it serves none. */
  dashboard: z.nullable(z.string()),
  /** null: not permitted, or it cannot be read now. */
  tags: z.record(z.enum(Object.keys(followedReads) as FollowedRead[]), z.nullable(z.string())),
  /** null: not signed in. */
  budget: z.nullable(BudgetSummary),
})
export type Status = z.output<typeof Status>

/** Counts of what waits or went wrong. Hidden tabs poll only these (reliability R26). */
export const Counts = z.object({
  /** Calls in progress, as far as somebody watches them. */
  live: z._default(z.number(), 0),
  /** Known messages that wait for review. */
  drafts: z.number(),
  /** Effects with an unknown outcome. */
  unknown: z.number(),
  /** Prepared batches that wait for a person, such as the others after the first ten of a launch. */
  prepared: z.number(),
  /** Starts that wait for your approval. */
  approvals: z.number(),
  /** Batches that ended, failed or were stopped, have too many failed calls, or call people who should not be called. */
  batches: z.array(
    z.object({
      batchId: z.string(),
      name: z.string(),
      state: z.enum(['ended', 'failed', 'stopped', 'failing', 'harmful']),
    }),
  ),
})
export type Counts = z.output<typeof Counts>

export const statusEndpoints = {
  /** Costs the service nothing. */
  statusShow: gatewayEndpoint(administrationRequests.statusShow, { response: Status }),
  /** Costs the service nothing. */
  countShow: gatewayEndpoint(reviewRequests.countShow, { response: Counts }),
}
