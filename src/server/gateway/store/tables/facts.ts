/** Tables: what is counted. */
import type { CallOutcome, DraftResult, OutcomeSource } from '#contract/index.ts'

export interface FactTables {
  call_facts: CallFactTable
  /** The rows of batches as they were last seen, so that they can be sorted and searched. Deleted with kept calls of the same age. */
  batch_rows: {
    batch_id: string
    job_id: string
    /** Its place among all rows in the service's order, from 1; null: not known. */
    position: number | null
    /** E.164, as the service reported it. */
    number: string
    name: string
    /** The name, folded for the search. */
    words: string
    state: string
    /** Epoch ms. */
    started_at: number | null
    /** Seconds. */
    duration: number | null
    /** The row as the service reported it: JSON of `BatchCall` without its result. */
    call: string
    seen_at: number
  }
  /** What people say came of calls, instead of what was seen. Deleted with the figures. */
  call_corrections: CallCorrectionTable
  /** The result of each decision about a draft, without its text and its customer. Deleted with the figures. */
  decision_facts: DecisionFactTable
}

/**
 * The outcome of each call that was seen to end, without its number and its words. Deleted after the retention time of the figures, which is
 * longer than that of the calls themselves.
 */
export interface CallFactTable {
  id: string
  /** '': it was only seen in a batch, which belongs to no workspace. */
  workspace: string
  call_id: string | null
  /** As a source named it, else the agent's ID and the call's own (interface 6). */
  room_name: string | null
  batch_id: string | null
  job_id: string | null
  /** Keyed hash of the number, as in `contacts`; null: unknown. */
  person: string | null
  agent_id: string | null
  /** The version of the agent when the call began; null: not known. */
  agent_version: number | null
  /** The flow that it followed, and its version then; null: not known. */
  flow_id: string | null
  flow_version: number | null
  /** ISO 3166. */
  country: string | null
  /** When the call began on the clock of the person called: 0 to 23, and 0 (Monday) to 6. */
  local_hour: number | null
  local_weekday: number | null
  /** The number of the call among those seen of its row, from 1; null: not of a batch. */
  attempt: number | null
  state: string
  /** The outcome or the error in the service's words; ''. */
  reason: string
  outcome: CallOutcome
  outcome_source: OutcomeSource
  /** The line of the transcript on which a guess rests. */
  outcome_line: number | null
  /** How many lines of the transcript the guess is based on. */
  line_count: number
  /** Seconds. */
  duration: number | null
  sentiment: string
  /**
   * Whether the service's own record of the call was read, which alone has the outcome and the transcript. null: not yet · 1: it says what
   * came of the call · 0: it does not.
   */
  record: number | null
  /** When it began, epoch ms, or as near as is known. */
  at: number
}

export interface CallCorrectionTable {
  room_name: string
  /** As the name of the room has it; null: it has none. */
  call_id: string | null
  outcome: CallOutcome
  /** JSON of the outcome in `call_facts` before the correction, and what was seen since; null: the call was not seen to end yet. */
  seen: string | null
  operator_id: string
  operator: string
  at: number
}

export interface DecisionFactTable {
  effect_id: string
  workspace: string
  conversation_id: string
  message_id: string
  /** The agent of the conversation; null: unknown. */
  agent_id: string | null
  operator_id: string
  /** null: the decision has not ended, or its end was not counted yet. */
  result: DraftResult | null
  reject_reason: string | null
  /** How long the draft had waited when it was decided; null: unknown. */
  waited_seconds: number | null
  /** How much of the words an edit changed, percent; null: no edit. */
  edited_share: number | null
  /** When it was decided, epoch ms. */
  at: number
}

/** Calls of batches whose own record has to be read: those that were answered, and those of which nobody told how they ended. */
export const unreadRecord = `(record is null and job_id is not null and (state = 'completed' or (state = 'failed' and outcome_source = 'state')))`

/** The statements that create them. */
export const factTables = (): string[] => [
  `create table call_facts (id text primary key, workspace text not null, call_id text, room_name text, batch_id text, job_id text,
    person text, agent_id text, country text, local_hour integer, local_weekday integer, attempt integer, state text not null,
    reason text not null, outcome text not null, outcome_source text not null, outcome_line integer, line_count integer not null,
    duration integer, sentiment text not null, at bigint not null, agent_version integer, flow_id text, flow_version integer,
    record integer)`,
  'create unique index call_facts_call on call_facts (call_id) where call_id is not null',
  `create index call_facts_counted on call_facts (at, workspace, agent_id, batch_id, flow_id, country, local_weekday, local_hour, attempt,
    outcome, duration, sentiment, agent_version, flow_version)`,
  'create index call_facts_first on call_facts (workspace, at)',
  'create index call_facts_of_batch on call_facts (batch_id, job_id, at, state, outcome, outcome_source, duration, attempt, local_hour, record) where job_id is not null',
  'create index call_facts_person on call_facts (person, at)',
  `create index call_facts_unread on call_facts (batch_id, at) where ${unreadRecord}`,
  'create index call_facts_room on call_facts (room_name) where room_name is not null',
  `create table batch_rows (batch_id text not null, job_id text not null, position integer, number text not null, name text not null,
    words text not null, state text not null, started_at bigint, duration double precision, call text not null, seen_at bigint not null,
    primary key (batch_id, job_id))`,
  'create index batch_rows_number on batch_rows (number)',
  'create index batch_rows_seen on batch_rows (seen_at)',
  `create table call_corrections (room_name text primary key, call_id text, outcome text not null, seen text, operator_id text not null,
    operator text not null, at bigint not null)`,
  'create index call_corrections_at on call_corrections (at)',
  'create index call_corrections_call_id on call_corrections (call_id)',
  `create table decision_facts (effect_id text primary key, workspace text not null, conversation_id text not null,
    message_id text not null, agent_id text, operator_id text not null, result text, reject_reason text,
    waited_seconds integer, edited_share integer, at bigint not null)`,
  'create index decision_facts_at on decision_facts (at)',
  `create index decision_facts_counted on decision_facts (workspace, at, result, agent_id, operator_id, reject_reason, waited_seconds,
    edited_share)`,
  'create index decision_facts_message on decision_facts (message_id)',
  'create index decision_facts_open on decision_facts (at) where result is null',
]
