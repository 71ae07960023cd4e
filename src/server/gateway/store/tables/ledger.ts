/** Tables: commands and their outcomes. */
import type { Generated } from 'kysely'

export interface LedgerTables {
  effects: EffectRow
  history: HistoryRow
  /** The effects without a final state. A row is deleted when its effect ends. */
  open_effects: OpenEffectTable
  /** The rows of `history` by endpoint. Triggers on `history` maintain it. */
  history_endpoints: { endpoint: string; at: number; seq: number; operator: string | null; state: string }
  /** The effects by each ID in their `ids`. Triggers on `effects` maintain it. */
  effect_things: { thing: string; effect_id: string }
  /** Targets of effects in progress: a second effect with the same target is refused. */
  live_targets: { target: string; effect_id: string; batch_id: string | null }
  /** The final answer of an effect, for repeated requests with its Idempotency-Key. Deleted after a day. */
  answers: { effect_id: string; status: number; body: string; at: number }
  /** When the service was last checked for an effect with an unknown outcome, without result. Deleted when the effect is resolved. */
  rechecks: { effect_id: string; at: number }
  /** The request of a command whose outcome a later read can show. Deleted when the effect ends. */
  writes: {
    effect_id: string
    /** JSON of the path's parameters. */
    params: string
    /** JSON; null if the request has no body. */
    body: string
    /** null if the endpoint needs none. */
    workspace: string | null
  }
  /** The batch of a start, shown while the start's outcome is unknown. Deleted a day after the effect ends. */
  start_subjects: {
    effect_id: string
    name: string
    calls: number
    /** JSON: the first few phone numbers, E.164. */
    numbers: string
  }
}

/** A command to the service, recorded before it is sent. Contains IDs and keyed hashes, but no phone numbers and no texts. */
export interface EffectRow {
  id: string
  endpoint: string
  /** JSON of IDs by name. */
  ids: string
  /** What the effect changes. While the effect is in progress, a second effect on the same target is refused; null: none is. */
  target: string | null
  /** Keyed hash of the Idempotency-Key and the operator. */
  key: string
  /** Keyed hash of the request. */
  body: string
  operator_id: string
  operator: string
  at: number
}

/** A state that an effect reached. The audit log consists of the effects and their history. */
export interface HistoryRow {
  seq: Generated<number>
  effect_id: string
  state: string
  at: number
  /** The operator's name; null: Switchboard itself. */
  operator: string | null
  /** In the state `settled`: 1 if the command took effect, 0 if not. null in other states. */
  happened: number | null
  reason: string | null
}

export interface OpenEffectTable {
  effect_id: string
  state: 'held' | 'sending' | 'unknown'
  /** The gateway that owns the effect. Only the owner sends it. null: no owner, for example when the outcome is unknown. */
  gateway: number | null
  /** For a held effect: when it is sent, epoch ms. */
  due_at: number | null
  /** For a held effect that was not sent on time: a sentence with the reason. */
  delayed: string | null
}
