/** The results of a batch, as far as the team has seen its calls. Answered from the gateway's own rows, so it costs the service nothing. */
import * as z from 'zod/mini'
import { reportRequests } from '../../requests/reports.ts'
import { BatchCall } from '../../service/batches.ts'
import { batchCallStates } from '../../shared/batch-states.ts'
import { callOutcomes, outcomeSources } from '../../shared/call-outcomes.ts'
import { pageLimit } from '../../shared/limits.ts'
import { Pagination, wholeNumber } from '../../shared/paging.ts'
import { epochMs, id } from '../../shared/wire.ts'
import { gatewayEndpoint } from '../parts/endpoint-parts.ts'
import { batchRowColumns } from '../parts/list-words.ts'
import { CallCount } from './call-reports.ts'

/** The figures of one batch. Rows count once, also those that were called several times. */
export const BatchFigures = z.object({
  /** Rows that the service counts: all, and those that have ended. null: not read yet, or not reported. */
  rows: z.nullable(z.number()),
  ended: z.nullable(z.number()),
  /** Ended rows of which more than their state is known, and those that were seen to end. */
  seen: z.number(),
  seenToEnd: z.number(),
  /** Rows of which a call was seen to end, those in which a person answered, and those who talked for more than 20 seconds. */
  called: z.number(),
  answered: z.number(),
  talked: z.number(),
  /** Rows by the outcome of their last call; outcomes without a row are missing. */
  outcomes: z.partialRecord(z.enum(callOutcomes), z.number()),
  /** Calls that were seen, and the known seconds of those that were answered. */
  calls: z.number(),
  talkSeconds: z.number(),
  /** Rows with an answered call of known duration; absent: all that were answered. */
  timed: z.optional(z.number()),
})
export type BatchFigures = z.output<typeof BatchFigures>

/** Why rows failed, in the service's words. */
export const BatchReason = z.object({
  /** Stands for the reason in addresses, which must not contain words from outside. */
  key: z.string(),
  /** '' if none was given. */
  reason: z.string(),
  rows: z.number(),
})
export type BatchReason = z.output<typeof BatchReason>

export const BatchResults = z.extend(BatchFigures, {
  /** Most rows first. */
  reasons: z.array(BatchReason),
  /** All calls by their number among those of a row, and by the hour on the clock of the person called; '' if it is unknown. */
  attempts: z.array(CallCount),
  hours: z.array(CallCount),
})
export type BatchResults = z.output<typeof BatchResults>

/** A batch with its figures. */
export const BatchWithFigures = z.extend(BatchFigures, {
  batchId: z.string(),
  name: z.string(),
  agentId: z.nullable(z.string()),
  agentName: z.nullable(z.string()),
  startedAt: z.nullable(epochMs),
  isComplete: z.boolean(),
})
export type BatchWithFigures = z.output<typeof BatchWithFigures>

export const batchResultEndpoints = {
  /** The latest first, at most 500. */
  batchResultList: gatewayEndpoint(reportRequests.batchResultList, {
    query: z.strictObject({
      /** Epoch ms; `to` is not included. */
      from: wholeNumber,
      to: wholeNumber,
      agentId: z.optional(id),
      batchId: z.optional(id),
    }),
    response: z.object({
      batches: z.array(BatchWithFigures),
      /** Whether the period has more batches. */
      hasMore: z.boolean(),
    }),
  }),
  batchResultShow: gatewayEndpoint(reportRequests.batchResultShow, { response: BatchResults }),
}

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

/** The rows of a batch as they were last seen, with their outcomes: sorted, filtered and searched without a request to the service. */
export const batchRowEndpoints = {
  /** A POST, so that names stay out of URLs. */
  batchRowFind: gatewayEndpoint(reportRequests.batchRowFind, {
    // An open table asks again every few seconds.
    activity: false,
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
