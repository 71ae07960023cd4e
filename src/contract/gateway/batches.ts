/** The gateway's endpoints for batches: listing, starting, cancelling and exporting them (design: the gateway). */
import * as z from 'zod/mini'
import { BatchCallList } from '../service/batches.ts'
import { Pagination, pageQuery } from '../shared/paging.ts'
import { dateTime, id, nonBlank } from '../shared/wire.ts'
import { type ApprovalNeed, BatchHours, batchHoursIn, hoursReason } from './calling-rules.ts'
import type { RecipientFindings } from './contacts.ts'
import { callSelections, chosenSelections, type KnownBatch } from './parts/known-batches.ts'
import { mostOfRowRanges, rowsInRanges } from './reports/row-ranges.ts'

export const BatchExport = z.object({
  id: z.string(),
  batchId: z.string(),
  status: z.enum(callSelections),
  /**
   * `report`: each row with the outcome of its call · `transcripts`: also with what was said, if the team has seen it · `recipients`: the
   * rows as uploaded, for a new batch.
   */
  form: z.enum(['report', 'transcripts', 'recipients']),
  /** When it started, epoch ms. */
  at: z.number(),
  state: z.enum(['running', 'done', 'failed']),
  /** Calls read so far, of `total`. */
  read: z.number(),
  /** null: not reported by the service. */
  total: z.nullable(z.number()),
  /** Rows of the file. Fewer than `read` if some dropped calls had been placed before. */
  rows: z.number(),
  /** Estimated seconds until it is complete; null: unknown, or ended. */
  secondsLeft: z.nullable(z.number()),
  /** Why it failed. */
  message: z.string(),
})
export type BatchExport = z.output<typeof BatchExport>

export interface Destination {
  /** ISO 3166; null: the calling code belongs to no country. */
  country: string | null
  calls: number
  /** IANA names of the possible time zones of its numbers. */
  zones: string[]
  /** The same calls, grouped by the possible time zones of their numbers. */
  areas: { zones: string[]; calls: number }[]
}

/**
 * What a prepared batch waits for. `after_first_ten`: a confirmation after the first ten calls · `next_part`: the end of the previous
 * part of a large file · `outside_hours`: the calling hours of people who were left out at the start · `window_closed`: the calling
 * hours of people whose calls were cancelled when the hours ended.
 */
export const preparedReasons = ['after_first_ten', 'next_part', 'outside_hours', 'window_closed'] as const
export type PreparedReason = (typeof preparedReasons)[number]

/** What is known of a batch before it starts. */
export interface PlannedBatch {
  agentId: string
  calls: number
  /** The countries of its people, most calls first. */
  destinations: Destination[]
  /** Attempts after the first, and the hours between attempts. */
  callBacks: number
  gapHours: number
  /** The batch's own calling hours; null: the workspace's hours. */
  hours: BatchHours | null
  operator: string
}

/** A recorded batch that starts later. */
export interface PreparedBatch extends PlannedBatch {
  id: string
  /** The start of its launch in the ledger; the same for all prepared batches of a launch. */
  effectId: string
  /** The latest started batch of its launch; '' if that start was settled without a batch id. */
  batchId: string
  reason: PreparedReason
  name: string
  /** The name of the batch that it becomes. */
  startsAs: string
  /** Its number among the parts of its launch, from 1, and the number of parts. */
  part: number
  parts: number
  /** Started by a person, or automatically by Switchboard. */
  startedBy: 'person' | 'gateway'
  /** The earliest automatic start, epoch ms; null: not set. */
  startsAt: number | null
  /** Why a person has to start it instead of Switchboard; null: none. */
  problem: string | null
  /** When it was recorded, and when it is discarded, epoch ms; null: not while Switchboard starts it. */
  at: number
  until: number | null
}

/** Calls still to be made with an agent. They are lost when the agent, its number or its flow is removed. */
export interface AgentUse {
  /** Unfinished batches of this agent or of an unknown one (`agentId` null), newest first. */
  batches: KnownBatch[]
  prepared: PreparedBatch[]
  awaitingApproval: { approvalId: string; name: string; calls: number }[]
  /** Number of starts with an unknown outcome. The number of their calls is unknown too. */
  unknownStarts: number
}

/** Maximum batches that one request may cancel. */
const mostAtOnce = 1_000

const mostOfReason = 200

/** A number of people as a field of an upload. */
const count = z.string().check(z.regex(/^\d{1,9}$/))

const mostOfHours = 1_000

/** The fields of a start, as an upload contains them. */
export const LaunchFields = z.strictObject({
  agentId: id,
  name: nonBlank.check(z.maxLength(200)),
  scheduledAt: z.optional(dateTime),
  /** JSON text of SmartCallback. */
  smartCallbackConfig: z.optional(z.string()),
  /** The operator confirmed calling this many people again. A start that calls more people again is refused. */
  callAgain: z.optional(count),
  /** JSON text of BatchHours: calling hours that replace the workspace's for this batch. */
  hours: z.optional(
    z.string().check(
      z.maxLength(mostOfHours, { abort: true }),
      z.refine((text) => batchHoursIn(text) !== null, 'Enter valid calling hours and a reason.'),
    ),
  ),
  /** Why people are called outside the calling hours, and how many. A start with more of them is refused. */
  hoursReason: z.optional(hoursReason),
  hoursPeople: z.optional(count),
  /** The operator confirmed calling this many rows that say "do not call". A start with more of them is refused. */
  callOptedOut: z.optional(count),
  /** Why people are called over the contact limits, and how many. A start with more of them is refused. */
  overLimitReason: z.optional(nonBlank.check(z.maxLength(mostOfReason))),
  overLimitPeople: z.optional(count),
  /** '10': only the first ten people are called; the others wait at most seven days for a confirmation. */
  first: z.optional(z.enum(['10'])),
  /** 'later': people outside the calling hours are left out, and wait as a prepared batch until their hours begin. */
  outsideHours: z.optional(z.enum(['later'])),
  /** 'gateway': Switchboard starts the people left at the end of calling hours automatically when the hours begin again. */
  afterHours: z.optional(z.enum(['gateway'])),
  /** 'off': the breaker does not cancel it when calls fail for technical reasons. */
  breaker: z.optional(z.enum(['off'])),
  /** 'cancel': Switchboard cancels the rest if it calls too many wrong people, or people who do not want it. Otherwise it only tells. */
  harm: z.optional(z.enum(['cancel'])),
  /**
   * '1': a test of one row on the operator's own number. It does not count as a contact in later starts. Without a confirmed number it
   * is an ordinary start. After six tests within an hour it is refused.
   */
  test: z.optional(z.enum(['1'])),
  /** The batch that the people come from, and which of its calls were selected. */
  originId: z.optional(id),
  originCalls: z.optional(z.enum(chosenSelections)),
})
export type LaunchFields = z.output<typeof LaunchFields>

/** The upload of a start. What is beside the fields is no part of what identifies it. */
export const LaunchUpload = z.extend(LaunchFields, {
  /**
   * The numbers (as in a spreadsheet) that the rows of the file have in the file that a person chose, such as "2-5,7": it may begin with
   * titles, and some of its rows may be left out. Not given: the file was not chosen by a person.
   */
  fileRows: z.optional(
    z.string().check(
      z.maxLength(mostOfRowRanges, { abort: true }),
      z.refine((text) => rowsInRanges(text) !== null, 'Enter row numbers in ascending order.'),
    ),
  ),
})

export interface LaunchStarted {
  batchId: string
  totalCalls: number
  effectId: string
}

const batchFilters = {
  state: z.optional(z.enum(['running', 'ended'])),
  agentId: z.optional(id),
  /** 'me': only batches that you started. */
  by: z.optional(z.enum(['me'])),
  /** Launches whose newest batch is not older. */
  days: z.optional(z.enum(['1', '7', '30'])),
  order: z.optional(z.enum(['oldest'])),
}
type BatchPage = { batches: KnownBatch[]; pagination: Pagination }

export const gatewayBatchEndpoints = {
  /**
   * By launch: a batch and those that call its remaining people follow each other, oldest first; the launch with the newest batch comes
   * first. Pages and filters count launches. A launch runs until each of its batches has ended.
   */
  batchList: { query: z.strictObject({ ...pageQuery, ...batchFilters }), response: z.custom<BatchPage>() },
  /** The launches with a batch whose name and ID have these words. The text stays out of URLs. */
  batchFind: {
    body: z.strictObject({ text: z.string().check(z.maxLength(200)), ...pageQuery, ...batchFilters }),
    response: z.custom<BatchPage>(),
  },
  /** Read again just now. */
  agentUseShow: { response: z.custom<AgentUse>() },
  /** Opens a batch by its id: from now on it is in the list. */
  batchFollow: { response: z.custom<KnownBatch>(), body: z.strictObject({ batchId: id }) },
  /** Each is a cancel of its own, before everything else that waits. */
  batchesCancel: {
    body: z.strictObject({ batchIds: z.array(id).check(z.minLength(1), z.maxLength(mostAtOnce)) }),
    response: z.custom<{
      batches: {
        batchId: string
        state: 'done' | 'refused' | 'unknown'
        /** Number of waiting calls that were dropped. */
        cancelledCalls: number
        /** Why it failed or is unknown; '' when done. */
        message: string
      }[]
    }>(),
  },
  /** Reads the calls of a batch into a file, page by page at a pace that leaves most of the budget to people. */
  batchExportStart: {
    response: z.custom<BatchExport>(),
    body: z.strictObject({ status: BatchExport.shape.status, form: BatchExport.shape.form }),
  },
  /** Your own, newest first. */
  batchExportList: { response: z.custom<{ exports: BatchExport[] }>() },
  /** Also discards what a finished one read. */
  batchExportStop: { response: z.custom<{ exports: BatchExport[] }>() },
  /** CSV: no cell begins a formula, and it can be imported again. */
  batchExportFile: {},
  /** Records a batch, then sends it to the service once. The only way to start one. */
  launchStart: { upload: LaunchUpload, response: z.custom<LaunchStarted>() },
  /**
   * The recipients of a clean file before a start: the fingerprint by which the history would name them, and who of them should not be
   * called. Nothing is sent or kept.
   */
  recipientsCheck: {
    upload: z.partial(LaunchFields),
    response: z.custom<RecipientFindings & { recipients: string; approval: ApprovalNeed | null }>(),
  },
  /** Oldest first. */
  preparedBatchList: { response: z.custom<{ prepared: PreparedBatch[] }>() },
  preparedBatchStart: {
    body: z.strictObject({
      /** As `scheduledAt` of a start. */
      scheduledAt: z.optional(dateTime),
      /** As `callAgain` of a start. */
      callAgain: z.optional(z.int().check(z.gte(0))),
      /** As `hoursReason` and `hoursPeople` of a start. */
      hoursReason: z.optional(hoursReason),
      hoursPeople: z.optional(z.int().check(z.gte(0))),
      /** Leave out the people whom a rule finds. */
      leaveOut: z.optional(z.boolean()),
    }),
    response: z.custom<LaunchStarted>(),
  },
  /** Also discards the parts that would follow it. */
  preparedBatchDiscard: { response: z.custom<{ prepared: PreparedBatch[] }>() },
  /** Calls whose number contains the text. A POST, so that the number stays out of URLs. */
  batchCallSearch: {
    body: z.strictObject({
      text: z.string().check(z.maxLength(40)),
      status: z._default(z.string(), 'all'),
      page: z._default(z.int().check(z.gte(1)), 1),
    }),
    // The same as a list of calls. The gateway has already normalized the service's spellings (interface 8).
    response: BatchCallList,
  },
}
