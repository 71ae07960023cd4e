/** The gateway's own endpoints about batches: those that the team knows, starting one, stopping several (design: the gateway). Longer than 300 lines, since they share their shapes. */
import * as z from 'zod/mini'
import { BatchCallList } from '../service/batches.ts'
import { endpoint, everyone } from '../shared/endpoint.ts'
import { onDemand, polled } from '../shared/freshness.ts'
import { Pagination, pageQuery } from '../shared/limits.ts'
import { filled, filledUpTo, id, moment } from '../shared/wire.ts'
import { ApprovalNeed, BatchHours, batchHoursIn } from './calling-rules.ts'
import { RecipientFindings } from './contacts.ts'
import { ofGateway } from './endpoint-parts.ts'
import { callSelections, chosenSelections, KnownBatch } from './known-batches.ts'

/** Calls of a batch that are read one after the other, to be taken away as a file. */
export const BatchExport = z.object({
  id: z.string(),
  batchId: z.string(),
  status: z.enum(callSelections),
  /** `report`: each row with what became of it · `recipients`: the rows as they came, for a new launch. */
  form: z.enum(['report', 'recipients']),
  /** Epoch ms: when it began. */
  at: z.number(),
  state: z.enum(['running', 'done', 'failed']),
  /** Calls that were read, of `total` that the service counts. */
  read: z.number(),
  /** null: the service has not said. */
  total: z.nullable(z.number()),
  /** Rows of the file. Fewer than `read` if some dropped calls had been placed before. */
  rows: z.number(),
  /** Until it is whole, at the pace that leaves the budget to people; null where that is not known, or over. */
  secondsLeft: z.nullable(z.number()),
  /** Why it failed. */
  message: z.string(),
})
export type BatchExport = z.output<typeof BatchExport>

/** A country that is called. */
export const Destination = z.object({
  /** ISO 3166; null: the calling code is nobody's. */
  country: z.nullable(z.string()),
  calls: z.number(),
  /** IANA names of the time zones where its numbers may be at home. */
  zones: z.array(z.string()),
  /** The same calls, grouped by the zones where their numbers may be at home. */
  areas: z.array(z.object({ zones: z.array(z.string()), calls: z.number() })),
})
export type Destination = z.output<typeof Destination>

/**
 * What a prepared batch waits for: a person's word after the first ten of its launch · the part of a large file before it to end · the
 * hours in which its people may be called (they were left out at the start) · the same, of people whose calls were cancelled when
 * the hours ended.
 */
export const preparedReasons = ['after_first_ten', 'next_part', 'outside_hours', 'window_closed'] as const
export type PreparedReason = (typeof preparedReasons)[number]

/** A batch that is recorded whole and waits for something before it is started. */
export const PreparedBatch = z.object({
  id: z.string(),
  /** The start of its launch in the ledger: all prepared batches of one launch have the same. */
  effectId: z.string(),
  /** The batch of its launch that started last; '' where whoever settled that start did not name it. */
  batchId: z.string(),
  reason: z.enum(preparedReasons),
  /** The launch's name. */
  name: z.string(),
  /** The name of the batch that it becomes. */
  startsAs: z.string(),
  /** Its number among the parts of its launch that start one after another, and how many there are; 1 of 1: there is one. */
  part: z.number(),
  parts: z.number(),
  agentId: z.string(),
  /** How many wait. */
  calls: z.number(),
  /** Where they are, most calls first. */
  destinations: z.array(Destination),
  /** Tries after the first, and the hours between two. */
  callBacks: z.number(),
  gapHours: z.number(),
  /** Calling hours of its own; null: those of the workspace. */
  hours: z.nullable(BatchHours),
  operator: z.string(),
  /** Who starts it: a person, or Switchboard itself as soon as nothing is in its way. */
  startedBy: z.enum(['person', 'gateway']),
  /** Epoch ms: Switchboard does not start it before; null: no time was set. */
  startsAt: z.nullable(z.number()),
  /** Why Switchboard has left its start to a person after all; null: it has not. */
  problem: z.nullable(z.string()),
  /** Epoch ms: when it was recorded, and when it is discarded; null: not while it waits for Switchboard itself. */
  at: z.number(),
  until: z.nullable(z.number()),
})
export type PreparedBatch = z.output<typeof PreparedBatch>

/** Calls still to be made with an agent. They are lost when the agent, its number or its flow is removed. */
export const AgentUse = z.object({
  /** Batches that have not ended, of this agent or of one that nobody knows (`agentId` null); newest first. */
  batches: z.array(KnownBatch),
  /** Batches that wait for something before they are started. */
  prepared: z.array(PreparedBatch),
  /** Starts that wait for the approval of a second person. */
  awaitingApproval: z.array(z.object({ approvalId: z.string(), name: z.string(), calls: z.number() })),
  /** Starts with this agent whose outcome is unknown: how many calls they would make is not known either. */
  unknownStarts: z.number(),
})
export type AgentUse = z.output<typeof AgentUse>

/** Who may start batches, and approve starts of others. */
export const managers = ['campaign_manager', 'admin'] as const
/** Batches that one request may cancel: those of a hundred launches, with room. */
const mostAtOnce = 1_000

/** Characters of a reason. */
const mostOfReason = 200

/** A number of people, as a field of an upload. */
const count = z.string().check(z.regex(/^\d{1,9}$/))

const hoursReason = filledUpTo(mostOfReason)
const mostOfHours = 1_000

/** What an operator chose for a start, as the upload has it. */
export const LaunchFields = z.strictObject({
  agentId: id,
  name: filled.check(z.maxLength(200)),
  scheduledAt: z.optional(moment),
  /** JSON text of SmartCallback. */
  smartCallbackConfig: z.optional(z.string()),
  /** The operator was told that this many of these people are already called, and calls them again. More than that are refused. */
  callAgain: z.optional(count),
  /** JSON text of BatchHours: the calling hours of this batch, in place of those of the workspace. */
  hours: z.optional(
    z.string().check(
      z.maxLength(mostOfHours, { abort: true }),
      z.refine((text) => batchHoursIn(text) !== null, 'These are no calling hours with a reason.'),
    ),
  ),
  /** Why people are called outside the calling hours, and how many of them. More than that are refused. */
  hoursReason: z.optional(hoursReason),
  hoursPeople: z.optional(count),
  /** The operator was told that this many rows of the file say "do not call", and calls them all the same. More than that are refused. */
  callOptedOut: z.optional(count),
  /** Why people are called who were called as often as the limits allow, and how many of them. More than that are refused. */
  overLimitReason: z.optional(filled.check(z.maxLength(mostOfReason))),
  overLimitPeople: z.optional(count),
  /** '10': only the first ten are called; the others wait for a person's word, seven days at most. */
  first: z.optional(z.enum(['10'])),
  /** 'later': people outside the calling hours are left out, and wait as a prepared batch until their hours open. */
  outsideHours: z.optional(z.enum(['later'])),
  /** 'gateway': when calling hours end, Switchboard starts the rest by itself at the next opening. Else it asks. */
  afterHours: z.optional(z.enum(['gateway'])),
  /** 'off': Switchboard does not cancel it when calls fail for technical reasons. */
  breaker: z.optional(z.enum(['off'])),
  /** '1': one row is tried on a number of the operator's own. It is no call of a person on any list, so later starts do not find it. */
  test: z.optional(z.enum(['1'])),
  /** The batch that the people come from, and which of its calls they were. */
  originId: z.optional(id),
  originCalls: z.optional(z.enum(chosenSelections)),
})
export type LaunchFields = z.output<typeof LaunchFields>

export const LaunchStarted = z.object({ batchId: z.string(), totalCalls: z.number(), effectId: z.string() })

export const gatewayBatchEndpoints = {
  batchList: endpoint({
    ...ofGateway,
    method: 'GET',
    path: '/gateway/batches',
    label: 'Reading batches',
    freshness: polled(15),
    roles: everyone,
    summary:
      'The batches that the team started or opened, by launch: a batch and those that call its remaining people follow each other, oldest first. The launch with the newest batch comes first. Pages and filters count launches; a launch runs until each of its batches has ended.',
    query: z.strictObject({
      ...pageQuery,
      state: z.optional(z.enum(['running', 'ended'])),
      agentId: z.optional(id),
      /** 'me': those that you started yourself. */
      by: z.optional(z.enum(['me'])),
    }),
    response: z.object({ batches: z.array(KnownBatch), pagination: Pagination }),
  }),
  agentUseShow: endpoint({
    ...ofGateway,
    method: 'GET',
    path: '/gateway/agents/{agentId}/use',
    label: 'Reading agents',
    freshness: onDemand(0),
    roles: everyone,
    summary: 'What is still to be called with an agent: running, scheduled and held-back batches, read again just now.',
    response: AgentUse,
  }),
  batchFollow: endpoint({
    ...ofGateway,
    method: 'POST',
    path: '/gateway/batches',
    label: 'Opening batches',
    invalidates: ['batchList'],
    roles: everyone,
    response: KnownBatch,
    summary: 'Open a batch by its id: from now on it is in the list.',
    body: z.strictObject({ batchId: id }),
  }),
  batchesCancel: endpoint({
    ...ofGateway,
    method: 'POST',
    path: '/gateway/batches/cancel',
    label: 'Cancelling batches',
    invalidates: ['batchList', 'batchShow', 'batchProgress', 'batchCallList'],
    roles: managers,
    summary: 'Cancel several batches at once: each a cancel of its own, before everything else that waits.',
    body: z.strictObject({ batchIds: z.array(id).check(z.minLength(1), z.maxLength(mostAtOnce)) }),
    response: z.object({
      batches: z.array(
        z.object({
          batchId: z.string(),
          state: z.enum(['done', 'refused', 'unknown']),
          /** Waiting calls that were dropped. */
          cancelledCalls: z.number(),
          /** Why not, or why nobody knows; '' when it was done. */
          message: z.string(),
        }),
      ),
    }),
  }),
  batchExportStart: endpoint({
    ...ofGateway,
    method: 'POST',
    path: '/gateway/batches/{batchId}/exports',
    label: 'Exporting calls',
    done: 'Exported the calls of a batch',
    invalidates: ['batchExportList'],
    roles: everyone,
    response: BatchExport,
    summary: 'Read the calls of a batch into a file, page by page at a pace that leaves most of the budget to people.',
    body: z.strictObject({ status: BatchExport.shape.status, form: BatchExport.shape.form }),
  }),
  batchExportList: endpoint({
    ...ofGateway,
    method: 'GET',
    path: '/gateway/batches/{batchId}/exports',
    label: 'Exporting calls',
    freshness: polled(1),
    roles: everyone,
    summary: 'Your exports of a batch, newest first.',
    response: z.object({ exports: z.array(BatchExport) }),
  }),
  batchExportStop: endpoint({
    ...ofGateway,
    method: 'DELETE',
    path: '/gateway/batches/{batchId}/exports/{exportId}',
    label: 'Exporting calls',
    invalidates: ['batchExportList'],
    roles: everyone,
    response: z.object({ exports: z.array(BatchExport) }),
    summary: 'Stop an export, or discard what it read.',
  }),
  batchExportFile: endpoint({
    ...ofGateway,
    method: 'GET',
    path: '/gateway/batches/{batchId}/exports/{exportId}/file',
    label: 'Exporting calls',
    freshness: onDemand(1),
    roles: everyone,
    summary: 'The file of an export that is whole: CSV, no cell begins a formula, and it can be imported again.',
  }),
  launchStart: endpoint({
    ...ofGateway,
    method: 'POST',
    path: '/gateway/launches',
    label: 'Starting batches',
    invalidates: ['batchList', 'effectList', 'preparedBatchList', 'approvalList'],
    sends: true,
    roles: managers,
    summary: 'Start a batch: record it, then send it to the service once. The only way to start one.',
    upload: LaunchFields,
    response: LaunchStarted,
  }),
  recipientsCheck: endpoint({
    ...ofGateway,
    method: 'POST',
    path: '/gateway/launches/recipients',
    label: 'Starting batches',
    invalidates: [],
    roles: managers,
    summary:
      'The recipients of a clean file before a start, with what is chosen for it so far: the fingerprint by which the history would name them, and who of them should not be called. Nothing is sent or kept.',
    upload: z.partial(LaunchFields),
    response: z.extend(RecipientFindings, { recipients: z.string(), approval: z.nullable(ApprovalNeed) }),
  }),
  preparedBatchList: endpoint({
    ...ofGateway,
    method: 'GET',
    path: '/gateway/prepared-batches',
    label: 'Reading prepared batches',
    freshness: onDemand(1),
    roles: everyone,
    summary:
      'Batches that wait for something before they are started, such as a word after the first ten; oldest first.',
    response: z.object({ prepared: z.array(PreparedBatch) }),
  }),
  preparedBatchStart: endpoint({
    ...ofGateway,
    method: 'POST',
    path: '/gateway/prepared-batches/{preparedId}/start',
    label: 'Starting batches',
    invalidates: ['batchList', 'effectList', 'preparedBatchList'],
    sends: true,
    roles: managers,
    body: z.strictObject({
      /** As `scheduledAt` of a start. */
      scheduledAt: z.optional(moment),
      /** As `callAgain` of a start. */
      callAgain: z.optional(z.int().check(z.gte(0))),
      /** As `hoursReason` and `hoursPeople` of a start. */
      hoursReason: z.optional(hoursReason),
      hoursPeople: z.optional(z.int().check(z.gte(0))),
      /** People whom a rule finds are left out. */
      leaveOut: z.optional(z.boolean()),
    }),
    response: LaunchStarted,
    summary: 'Start a prepared batch, now or at a time of its own.',
  }),
  preparedBatchDiscard: endpoint({
    ...ofGateway,
    method: 'DELETE',
    path: '/gateway/prepared-batches/{preparedId}',
    label: 'Starting batches',
    invalidates: ['preparedBatchList'],
    roles: managers,
    response: z.object({ prepared: z.array(PreparedBatch) }),
    summary: 'Discard a prepared batch and the parts that would follow it: none of their people are called.',
  }),
  batchCallSearch: endpoint({
    ...ofGateway,
    method: 'POST',
    path: '/gateway/batches/{batchId}/search',
    label: 'Searching calls',
    invalidates: [],
    roles: everyone,
    summary: 'Calls of one batch whose number contains the text. A POST, so that the number stays out of URLs.',
    body: z.strictObject({
      text: z.string().check(z.maxLength(40)),
      status: z._default(z.string(), 'all'),
      page: z._default(z.int().check(z.gte(1)), 1),
    }),
    // As the gateway answers a list of calls: it has read the service's spellings already (interface 8).
    response: BatchCallList,
  }),
}
