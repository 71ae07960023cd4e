/** The decisions that a figure counts, one by one. Answered from the gateway's own rows, so it costs the service nothing. */
import * as z from 'zod/mini'
import { reportRequests } from '../../requests/reports.ts'
import { Pagination, pageQuery, wholeNumber } from '../../shared/paging.ts'
import { id } from '../../shared/wire.ts'
import { gatewayEndpoint } from '../parts/endpoint-parts.ts'
import { draftResults, listedResults } from '../parts/list-words.ts'

export const CountedDecision = z.object({
  id: z.string(),
  /** When it was made, epoch ms. */
  at: z.number(),
  conversationId: z.string(),
  /** The customer's name, number or address, while the conversation is known; ''. */
  customer: z.string(),
  agentId: z.nullable(z.string()),
  agentName: z.nullable(z.string()),
  /** The operator who decided, with their present name; null: a colleague of somebody who may not see it. */
  reviewer: z.nullable(z.object({ id: z.string(), name: z.string() })),
  result: z.enum(draftResults),
  /** Why the draft was rejected; '': no reason was given, or it was not rejected. */
  reason: z.string(),
  /** How long the draft had waited, seconds; null: unknown. */
  waitedSeconds: z.nullable(z.number()),
  /** How much of the words an edit changed, percent; null: no edit. */
  editedShare: z.nullable(z.number()),
})
export type CountedDecision = z.output<typeof CountedDecision>

export const decisionRowEndpoints = {
  countedDecisionList: gatewayEndpoint(reportRequests.countedDecisionList, {
    workspace: true,
    summary:
      'The decisions that a figure counts, the latest first. Only administrators see the names of other reviewers.',
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
    response: z.object({ decisions: z.array(CountedDecision), pagination: Pagination }),
  }),
}
