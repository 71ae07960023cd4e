/** Tables: starts of batches. */
import type { ApprovalState, BatchExport, PreparedReason } from '#contract/index.ts'

export interface BatchTables {
  /** Batches that wait to be started, with their recipients. Deleted when they are started or discarded, or after `until`. */
  prepared_batches: PreparedBatchTable
  approvals: ApprovalTable
  /** When each batch must be cancelled because calling hours end. */
  batch_closings: BatchClosingTable
  exports: ExportTable
  /** The numbers that the rows of a start have in the file that a person chose. Kept as long as the start in the history. */
  started_file_rows: StartedFileRowsTable
}

export interface StartedFileRowsTable {
  /** The effect of the batch's start. */
  start_id: string
  /** `rowRanges` of the contract, in the order of the file that was sent. */
  file_rows: string
}

export interface PreparedBatchTable {
  id: string
  /** The first start of the launch that the batch belongs to. */
  effect_id: string
  /** What the batch waits for. */
  reason: PreparedReason
  /** The part's number, of `parts`, if the launch is split into parts that start one after another; otherwise 1 of 1. */
  part: number
  parts: number
  /** Keyed hash of agent and all recipients of the launch. */
  target: string
  /** The batch of the launch that was started before this one; null while the outcome of that start is unknown; '' if its ID is unknown. */
  batch_id: string | null
  /** The effect of this batch's own start, while it is in progress or its outcome is unknown. */
  start_id: string | null
  /** JSON of LaunchFields, and of what is shown before the start. */
  fields: string
  /** CSV in the service's format. */
  file: string
  /** The numbers that its rows have in the file that a person chose (`rowRanges`); null: not known. */
  file_rows: string | null
  calls: number
  operator: string
  /** Who started the launch, and in which workspace; null: not known. */
  operator_id: string | null
  workspace: string | null
  at: number
  /** When the batch is discarded, epoch ms; null: it does not wait for a person. */
  until: number | null
  /** Who starts the batch. */
  started_by: 'person' | 'gateway'
  /** The earliest time at which the gateway starts the batch, epoch ms; null: as soon as possible. */
  starts_at: number | null
  /** A sentence: why the gateway does not start the batch itself. */
  problem: string | null
}

/** Starts that wait for approval by a second person. The file is cleared at the decision, the row is deleted a week later. */
export interface ApprovalTable {
  /** The effect of the request for approval. */
  effect_id: string
  workspace: string
  /** Keyed hash of agent and all recipients. */
  target: string
  /** The fingerprint of the recipients. */
  print: string
  /** JSON of LaunchFields, and of what is shown to the second person. */
  fields: string
  /** CSV in the service's format; '' after the decision. */
  file: string
  /** The numbers that its rows have in the file that a person chose (`rowRanges`); null: not known, or after the decision. */
  file_rows: string | null
  calls: number
  operator_id: string
  operator: string
  at: number
  /** When the request for approval expires, epoch ms. */
  until: number
  state: Exclude<ApprovalState, 'starting'>
  /** The effect of the start, unless it failed. */
  start_id: string | null
  /** A sentence: why the last attempt to start the batch was refused. */
  problem: string | null
  decided_by: string | null
  decided_at: number | null
  reason: string | null
}

/** An export of a batch's calls as a file. Deleted half an hour after the export ends. */
export interface ExportTable {
  id: string
  /** The gateway that reads the calls. */
  gateway: number
  batch_id: string
  status: BatchExport['status']
  form: BatchExport['form']
  operator_id: string
  operator: string
  /** The page from which the export was requested. */
  page: string
  at: number
  state: BatchExport['state']
  /** How many calls were read so far. */
  read: number
  /** How many of the calls read are in the file. */
  rows: number
  /** How many calls the service reports; null: not reported yet. */
  total: number | null
  message: string
  ended_at: number | null
  /** CSV; null until the export is complete. */
  file: string | null
}

export interface BatchClosingTable {
  /** The effect of the batch's start. */
  start_id: string
  /** When calling hours end for the first of the batch's people, epoch ms. */
  closes_at: number
  /** Where calling hours end first, in local time: "20:00 in United States (Honolulu)". */
  place: string
  /** Who starts a batch with the remaining people. */
  after_hours: 'person' | 'gateway'
  /** JSON of the start's fields, without the people who are called. */
  fields: string
  /** Keyed hash of agent and all recipients of the launch. */
  target: string
  workspace: string
  /**
   * `open`: the batch may still be running. `cancelled`: Switchboard cancelled the batch and must still read who was never called.
   * `prepared`: a batch with the remaining people was prepared. `ended`: the batch ended before, or nobody was left.
   */
  state: 'open' | 'cancelled' | 'prepared' | 'ended'
  /** How many cancels were tried. `cancel_id`: the effect of the last one. */
  attempt: number
  cancel_id: string | null
  cancelled_at: number | null
  /** A sentence: why the last cancel had no effect. */
  problem: string | null
}

/** The statements that create them. */
export const batchTables = (): string[] => [
  `create table prepared_batches (id text primary key, effect_id text not null references effects (id), reason text not null,
    part integer not null, parts integer not null, target text not null, batch_id text, start_id text references effects (id),
    fields text not null, file text not null, calls integer not null, operator text not null, operator_id text, workspace text,
    at bigint not null, until bigint, started_by text not null, starts_at bigint, problem text, file_rows text)`,
  'create index prepared_batches_effect on prepared_batches (effect_id)',
  `create table approvals (effect_id text primary key references effects (id), workspace text not null, target text not null,
    print text not null, fields text not null, file text not null, calls integer not null, operator_id text not null,
    operator text not null, at bigint not null, until bigint not null, state text not null, start_id text references effects (id),
    problem text, decided_by text, decided_at bigint, reason text, file_rows text)`,
  `create table batch_closings (start_id text primary key references effects (id), closes_at bigint not null, place text not null,
    after_hours text not null, fields text not null, target text not null, workspace text not null, state text not null,
    attempt integer not null, cancel_id text references effects (id), cancelled_at bigint, problem text)`,
  'create index batch_closings_state on batch_closings (state, closes_at)',
  `create table exports (id text primary key, gateway bigint not null, batch_id text not null, status text not null, form text not null,
    operator_id text not null, operator text not null, page text not null, at bigint not null, state text not null,
    read bigint not null, rows bigint not null, total bigint, message text not null, ended_at bigint, file text)`,
  'create index exports_operator on exports (operator_id, batch_id)',
  'create table started_file_rows (start_id text primary key, file_rows text not null)',
]
