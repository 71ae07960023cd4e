/** Batch calls: one call for each row of a CSV file (specification 2.4 and 4.4, interface 4). */
import * as z from 'zod/mini'
import { serviceCallRequests } from '../requests/service-calls.ts'
import { batchCallStates, batchStates } from '../shared/batch-states.ts'
import { endpoint } from '../shared/endpoint.ts'
import { csvLimits } from '../shared/limits.ts'
import { Paging, pageQuery, wholeNumberUpTo } from '../shared/paging.ts'
import { searchEntry } from '../shared/search-entry.ts'
import { batchCallListSpelling, batchCallSpelling, batchProgressSpelling, batchSpelling } from '../shared/spelling.ts'
import {
  anyRecord,
  booleanOr,
  count,
  dateTime,
  id,
  list,
  listOrNull,
  numberOrNull,
  orUnknown,
  part,
  secondsOrNull,
  text,
  textOrNull,
  wordOf,
} from '../shared/wire.ts'

/** A recently ended call of the batch. */
export const RecentCall = z.looseObject({
  jobId: text,
  status: text,
  phone_number: text,
  /** Epoch milliseconds. */
  completedAt: numberOrNull,
  duration: secondsOrNull,
  error: z.optional(textOrNull),
})

/** Number of calls by state; null: unknown (interface 4). */
const counts = { waiting: count, active: count, completed: count, failed: count, cancelled: numberOrNull, total: count }
const progress = {
  ...counts,
  /** Epoch milliseconds, like the other times of a batch. */
  startTime: numberOrNull,
  lastCompletedTime: numberOrNull,
  completedTime: numberOrNull,
  averageCallDuration: secondsOrNull,
  recent_calls: list(RecentCall),
}

export const Batch = z.looseObject({
  id: text,
  agentId: textOrNull,
  status: wordOf(...batchStates),
  /** Whether the service reports it as complete. */
  isComplete: booleanOr(false),
  totalCalls: count,
  progress: part(z.looseObject(progress)),
  timestamp: numberOrNull,
})
export type Batch = z.output<typeof Batch>

export const BatchProgress = z.looseObject({
  status: wordOf(...batchStates),
  isComplete: booleanOr(false),
  ...progress,
})
export type BatchProgress = z.output<typeof BatchProgress>

export const TranscriptLine = z.looseObject({ role: text, content: text })
export type TranscriptLine = z.output<typeof TranscriptLine>

export const BatchCall = z.looseObject({
  jobId: text,
  status: wordOf(...batchCallStates),
  phone_number: text,
  callId: z.optional(textOrNull),
  /** Set while active; opens the live view. */
  roomName: z.optional(textOrNull),
  /** Epoch milliseconds. */
  startTime: z.optional(numberOrNull),
  endTime: z.optional(numberOrNull),
  duration: z.optional(secondsOrNull),
  error: z.optional(textOrNull),
  /** The row's other columns. */
  metadata: anyRecord,
  result: z.optional(
    z.catch(
      z.nullable(z.looseObject({ callId: text, transcript: list(TranscriptLine), outcome: text, metadata: anyRecord })),
      null,
    ),
  ),
})
export type BatchCall = z.output<typeof BatchCall>

export const BatchCallList = z.looseObject({
  calls: z.array(BatchCall),
  pagination: Paging,
  summary: part(z.looseObject(counts)),
})

export type BatchCallList = z.output<typeof BatchCallList>

/** Why a row cannot be called (interface 4). */
export const rowProblemCodes = [
  'missing_column',
  'missing_number',
  'invalid_number',
  'duplicate_number',
  'ragged_row',
  'unreadable_file',
] as const
export type RowProblemCode = (typeof rowProblemCodes)[number]

export const CsvCheck = z.looseObject({
  /** null: not reported. */
  valid: orUnknown(z.boolean()),
  totalRows: count,
  validRows: count,
  invalidRows: count,
  duplicateRows: count,
  columns: list(text),
  /** `row` is the spreadsheet's row number: the header is row 1. */
  errors: list(
    z.looseObject({ row: count, column: text, value: text, code: wordOf(...rowProblemCodes), message: text }),
  ),
  truncated: booleanOr(false),
})
export type CsvCheck = z.output<typeof CsvCheck>

export const CsvPreview = z.looseObject({
  columns: list(text),
  /** null: not reported, or not in this form. */
  rows: listOrNull(z.record(z.string(), text)),
  totalRows: count,
  delimiter: text,
  encoding: text,
})
export type CsvPreview = z.output<typeof CsvPreview>

export const BatchStarted = z.looseObject({ batchId: text, totalCalls: count, status: wordOf('queued'), message: text })
type BatchStarted = z.output<typeof BatchStarted>

export const BatchCancelled = z.looseObject({
  batchId: text,
  status: wordOf('cancelled'),
  message: text,
  details: part(z.looseObject({ completedCalls: count, failedCalls: count, cancelledCalls: count, totalCalls: count })),
})
export type BatchCancelled = z.output<typeof BatchCancelled>

/** Call-backs to numbers that did not answer (interface 4). Sent as JSON text in the upload. */
export const SmartCallback = z.looseObject({
  enabled: z.boolean(),
  maxAttempts: z.int().check(z.gte(1), z.lte(10)),
  gaps: z.array(z.looseObject({ days: z.number().check(z.gte(0)), hours: z.number().check(z.gte(0)) })),
})
export type SmartCallback = z.output<typeof SmartCallback>

const batchIs = { param: 'batchId', in: ['id', 'batchId', '_id'] }
const batchCallContent = ['jobId', 'phone_number']
const common = { section: 'specification 4.4', errorForm: 'general', tier: 'standard', workspace: false } as const

const entryOfBatchCall = (call: BatchCall) =>
  searchEntry('call', call.roomName ?? '', call.phone_number, call.status, call.phone_number)

export const batchEndpoints = {
  batchTemplate: endpoint(serviceCallRequests.batchTemplate, {
    ...common,
    searchEntries: null,
    summary: 'Download a CSV template with the known columns and two example rows.',
  }),
  batchValidate: endpoint(serviceCallRequests.batchValidate, {
    ...common,
    summary: 'Check a CSV file; every problem by its row. Changes nothing.',
    upload: z.strictObject({}),
    response: CsvCheck,
  }),
  batchPreview: endpoint(serviceCallRequests.batchPreview, {
    ...common,
    summary: 'Read the first rows of a CSV file. Changes nothing.',
    query: z.strictObject({
      limit: z._default(wholeNumberUpTo(csvLimits.previewMost), csvLimits.previewDefault),
    }),
    upload: z.strictObject({}),
    response: CsvPreview,
  }),
  batchStart: endpoint(serviceCallRequests.batchStart, {
    ...common,
    summary: 'Start a batch: one call for each row of a CSV file, by the agent.',
    upload: z.strictObject({
      agentId: id,
      scheduledAt: z.optional(dateTime),
      /** JSON text of SmartCallback. */
      smartCallbackConfig: z.optional(z.string()),
    }),
    response: BatchStarted,
    normalize: batchSpelling,
    /** The gateway's launch sets the target, because it knows the recipients. */
    effect: {
      target: () => null,
      // A deployment may start in a state other than `queued`. An answer without an id and one of these states confirms no batch.
      confirms: ({ batchId, status, totalCalls }: BatchStarted) =>
        batchId !== '' && (status !== '' || Boolean(totalCalls)),
    },
    through: 'launchStart',
  }),
  batchShow: endpoint(serviceCallRequests.batchShow, {
    ...common,
    searchEntries: null,
    summary: 'Detailed status of a batch.',
    about: { is: batchIs, contentFields: batchCallStates.map((state) => `progress.${state}`) },
    response: Batch,
    normalize: batchSpelling,
  }),
  batchProgress: endpoint(serviceCallRequests.batchProgress, {
    ...common,
    searchEntries: null,
    summary: 'Real-time progress of a batch.',
    about: { is: batchIs, contentFields: batchCallStates },
    response: BatchProgress,
    normalize: batchProgressSpelling,
  }),
  batchCallList: endpoint(serviceCallRequests.batchCallList, {
    ...common,
    searchEntries: ({ calls }: { calls: BatchCall[] }) => calls.map(entryOfBatchCall),
    summary: 'The calls of a batch, page by page; by state, and by a part of the number.',
    query: z.strictObject({
      ...pageQuery,
      status: z._default(z.enum(['all', ...batchCallStates]), 'all'),
      search: z.optional(z.string()),
    }),
    about: { is: { param: 'batchId', in: ['batchId'] }, list: 'calls', contentFields: batchCallContent },
    response: BatchCallList,
    normalize: batchCallListSpelling,
  }),
  batchCallShow: endpoint(serviceCallRequests.batchCallShow, {
    ...common,
    searchEntries: null,
    summary: 'Status of one call of a batch, with its result once it ended.',
    about: { is: { param: 'jobId', in: ['jobId', 'id', '_id'] }, contentFields: batchCallContent },
    response: BatchCall,
    normalize: batchCallSpelling,
  }),
  batchCancel: endpoint(serviceCallRequests.batchCancel, {
    ...common,
    summary: 'Cancel a batch: waiting calls are dropped, calls in progress finish. Not reversible.',
    response: BatchCancelled,
    normalize: batchSpelling,
    effect: {
      target: ({ params }) => `batch/${params.batchId}/cancel`,
      confirms: ({ batchId, status }: BatchCancelled, { params }) =>
        status === 'cancelled' && (batchId === '' || batchId === params.batchId),
    },
  }),
}
