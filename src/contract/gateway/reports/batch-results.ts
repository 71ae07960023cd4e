/** The results of a batch, as far as the team has seen its calls. Answered from the gateway's own rows, so it costs the service nothing. */
import * as z from 'zod/mini'
import { BatchCall } from '../../service/batches.ts'
import { batchCallStates } from '../../shared/batch-states.ts'
import { type CallOutcome, callOutcomes, type OutcomeSource } from '../../shared/call-outcomes.ts'
import { pageLimit } from '../../shared/limits.ts'
import { Pagination, wholeNumber } from '../../shared/paging.ts'
import { id } from '../../shared/wire.ts'
import { batchRowColumns } from '../parts/list-words.ts'
import type { CallCount } from './call-reports.ts'

/** The figures of one batch. Rows count once, also those that were called several times. */
export interface BatchFigures {
  /** Rows that the service counts: all, and those that have ended. null: not read yet, or not reported. */
  rows: number | null
  ended: number | null
  /** Ended rows of which more than their state is known, and those that were seen to end. */
  seen: number
  seenToEnd: number
  /** Rows of which a call was seen to end, those in which a person answered, and those who talked for more than 20 seconds. */
  called: number
  answered: number
  talked: number
  /** Rows by the outcome of their last call; outcomes without a row are missing. */
  outcomes: Partial<Record<CallOutcome, number>>
  /** Calls that were seen, and the known seconds of those that were answered. */
  calls: number
  talkSeconds: number
  /** Rows with an answered call of known duration; absent: all that were answered. */
  timed?: number | undefined
}

/** Why rows failed, in the service's words. */
export interface BatchReason {
  /** Stands for the reason in addresses, which must not contain words from outside. */
  key: string
  /** '' if none was given. */
  reason: string
  rows: number
}

export interface BatchResults extends BatchFigures {
  /** Most rows first. */
  reasons: BatchReason[]
  /** All calls by their number among those of a row, and by the hour on the clock of the person called; '' if it is unknown. */
  attempts: CallCount[]
  hours: CallCount[]
}

export interface BatchWithFigures extends BatchFigures {
  batchId: string
  name: string
  agentId: string | null
  agentName: string | null
  startedAt: number | null
  isComplete: boolean
}

export const batchResultEndpoints = {
  /** The latest first, at most 500. */
  batchResultList: {
    query: z.strictObject({
      /** Epoch ms; `to` is not included. */
      from: wholeNumber,
      to: wholeNumber,
      agentId: z.optional(id),
      batchId: z.optional(id),
    }),
    response: z.custom<{
      batches: BatchWithFigures[]
      hasMore: boolean
    }>(),
  },
  batchResultShow: { response: z.custom<BatchResults>() },
}

export interface BatchRow {
  call: BatchCall
  /**
   * Its number in the file that a person chose, as in a spreadsheet. Where that file is not known: its place among all rows in the
   * service's order, from 1. null: only seen in a part of them.
   */
  row: number | null
  name: string
  /** The outcome of its last call; null: no call was seen to end. */
  outcome: CallOutcome | null
  attempts: number
  /**
   * Only of rows that are asked for by their IDs, if a call was seen to end: who says the outcome of the last one, and its room, by which its
   * outcome is shown and corrected; null: unknown.
   */
  lastCall?: { source: OutcomeSource; roomName: string | null } | undefined
}

export interface BatchRowList {
  rows: BatchRow[]
  pagination: Pagination
  /** Rows of the batch that were seen, of all that the service counts. `total` null: not read yet, or not reported. */
  seen: number
  total: number | null
  /** When the rows that had not ended were read; of several times the earliest, epoch ms. null: all had ended. */
  readAt: number | null
}

/** The rows of a batch as they were last seen, with their outcomes: sorted, filtered and searched without a request to the service. */
export const batchRowEndpoints = {
  /** A POST, so that names stay out of URLs. */
  batchRowFind: {
    // An open table asks again every few seconds.
    activity: false as const,
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
      jobIds: z.optional(z.array(id).check(z.minLength(1), z.maxLength(pageLimit.most))),
    }),
    response: z.custom<BatchRowList>(),
  },
}
