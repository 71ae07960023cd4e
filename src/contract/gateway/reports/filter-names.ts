/** The names of what a report is filtered by. Its figures need not name it: it may have none in the period. */
import * as z from 'zod/mini'
import { reportRequests } from '../../requests/reports.ts'
import { id } from '../../shared/wire.ts'
import { gatewayEndpoint } from '../parts/endpoint-parts.ts'

/** null: not asked for. Its name is null if it is unknown, or not for this operator. */
const named = z.nullable(z.object({ id: z.string(), name: z.nullable(z.string()) }))

export const filterNameEndpoints = {
  filterNameShow: gatewayEndpoint(reportRequests.filterNameShow, {
    summary:
      'The names of an agent, a flow, a batch and a reviewer. Only administrators get the name of another reviewer.',
    query: z.strictObject({
      agentId: z.optional(id),
      flowId: z.optional(id),
      batchId: z.optional(id),
      reviewerId: z.optional(id),
    }),
    response: z.object({ agent: named, flow: named, batch: named, reviewer: named }),
  }),
}
