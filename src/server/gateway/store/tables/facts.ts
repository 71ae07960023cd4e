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
  /** Always '': names are those that operators have now. An earlier version may write it at the same time. */
  operator: string
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
