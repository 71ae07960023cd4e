/** The results of a batch, as far as the team has seen its calls. Answered from the gateway's own rows, so it costs the service nothing. */
import * as z from 'zod/mini'
import { reportRequests } from '../../requests/reports.ts'
import { callOutcomes } from '../../shared/call-outcomes.ts'
import { wholeNumber } from '../../shared/paging.ts'
import { epochMs, id } from '../../shared/wire.ts'
import { gatewayEndpoint } from '../parts/endpoint-parts.ts'
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
  batchResultList: gatewayEndpoint(reportRequests.batchResultList, {
    summary: 'The results of each batch that began in a period, the latest first, at most 500.',
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
  batchResultShow: gatewayEndpoint(reportRequests.batchResultShow, {
    summary:
      'The results of a batch: its rows by outcome and reason, by attempt and local hour, and how many of them are known.',
    response: BatchResults,
  }),
}
