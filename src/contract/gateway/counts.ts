/** Counts of what waits or went wrong. Hidden tabs poll only these (reliability R26). */
import * as z from 'zod/mini'
import { reviewRequests } from '../requests/review.ts'
import { gatewayEndpoint } from './parts/endpoint-parts.ts'

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

export const countEndpoints = {
  countShow: gatewayEndpoint(reviewRequests.countShow, {
    response: Counts,
    summary: 'What waits or went wrong, in a few numbers. Costs the service nothing.',
  }),
}
