/** What waits or went wrong, in a few numbers: the one thing that a tab asks which nobody looks at (reliability R26). */
import * as z from 'zod/mini'
import { endpoint, everyone } from '../shared/endpoint.ts'
import { onDemand } from '../shared/freshness.ts'
import { ofGateway } from './endpoint-parts.ts'

export const Counts = z.object({
  /** Messages that wait for review, as far as is known. */
  drafts: z.number(),
  /** Effects whose outcome nobody knows. */
  unknown: z.number(),
  /** Prepared batches that wait for a person, such as the others after the first ten of a launch. */
  prepared: z.number(),
  /** Starts that wait for your approval. */
  approvals: z.number(),
  /** Batches that ended, failed, were stopped by Switchboard because calls failed, or of whose calls too many fail. */
  batches: z.array(
    z.object({ batchId: z.string(), name: z.string(), state: z.enum(['ended', 'failed', 'stopped', 'failing']) }),
  ),
})
export type Counts = z.output<typeof Counts>

export const countEndpoints = {
  countShow: endpoint({
    ...ofGateway,
    method: 'GET',
    path: '/gateway/counts',
    label: 'Reading counts',
    freshness: onDemand(1),
    roles: everyone,
    response: Counts,
    summary: 'What waits or went wrong, in a few numbers. Costs the service nothing.',
  }),
}
