/** The rows of a batch as they were last seen, with their outcomes: sorted, filtered and searched without a request to the service. */

import * as z from 'zod/mini'
import { reportRequests } from '../../requests/reports.ts'
import { BatchCall } from '../../service/batches.ts'
import { batchCallStates } from '../../shared/batch-states.ts'
import { callOutcomes, outcomeSources } from '../../shared/call-outcomes.ts'
import { pageLimit } from '../../shared/limits.ts'
import { Pagination } from '../../shared/paging.ts'
import { id } from '../../shared/wire.ts'
import { gatewayEndpoint } from '../parts/endpoint-parts.ts'
import { batchRowColumns } from '../parts/list-words.ts'

export const BatchRow = z.object({
  call: BatchCall,
  /**
   * Its number in the file that a person chose, as in a spreadsheet. Where that file is not known: its place among all rows in the
   * service's order, from 1. null: only seen in a part of them.
   */
  row: z.nullable(z.number()),
  name: z.string(),
  /** The outcome of its last call; null: no call was seen to end. */
  outcome: z.nullable(z.enum(callOutcomes)),
  /** Calls that were seen to end. */
  attempts: z.number(),
  /**
   * Only of rows that are asked for by their IDs, if a call was seen to end: who says the outcome of the last one, and its room, by which its
   * outcome is shown and corrected; null: unknown.
   */
  lastCall: z.optional(z.object({ source: z.enum(outcomeSources), roomName: z.nullable(z.string()) })),
})
export type BatchRow = z.output<typeof BatchRow>

export const BatchRowList = z.object({
  rows: z.array(BatchRow),
  pagination: Pagination,
  /** Rows of the batch that were seen, of all that the service counts. `total` null: not read yet, or not reported. */
  seen: z.number(),
  total: z.nullable(z.number()),
  /** When the rows that had not ended were read; of several times the earliest, epoch ms. null: all had ended. */
  readAt: z.nullable(z.number()),
})
export type BatchRowList = z.output<typeof BatchRowList>

export const batchRowEndpoints = {
  batchRowFind: gatewayEndpoint(reportRequests.batchRowFind, {
    // An open table asks again every few seconds.
    activity: false,
    summary:
      'The rows of a batch that were seen, sorted by any column and filtered. A POST, so that names stay out of URLs.',
    body: z.strictObject({
      /** A part of a name or number; '' for all. */
      text: z._default(z.string().check(z.maxLength(80)), ''),
      state: z._default(z.enum(['all', ...batchCallStates]), 'all'),
      outcome: z.optional(z.enum(callOutcomes)),
      /** The key of a reason, as in the results of the batch. */
      reason: z.optional(z.string().check(z.regex(/^[0-9a-f]{12}$/))),
      sort: z._default(z.enum(batchRowColumns), 'row'),
      order: z._default(z.enum(['ascending', 'descending']), 'ascending'),
      page: z._default(z.int().check(z.gte(1)), 1),
      /** Only these rows. */
      jobIds: z.optional(z.array(id).check(z.minLength(1), z.maxLength(pageLimit.most))),
    }),
    response: BatchRowList,
  }),
}
