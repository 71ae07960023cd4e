/** Tables: commands and their outcomes. */
import type { Generated } from 'kysely'
import type { SqlDialect } from '#server/database/tables.ts'

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

/** The statements that create them. */
export const ledgerTables = ({ isSqlite, key, withoutRowid, trigger, onlyGrows }: SqlDialect): string[] => [
  `create table effects (id text primary key, endpoint text not null, ids text not null, target text, key text not null unique,
    body text not null, operator_id text not null, operator text not null, at bigint not null)`,
  'create index effects_at on effects (at)',
  'create index effects_target on effects (target, at)',
  `create table history (seq ${key}, effect_id text not null references effects (id), state text not null, at bigint not null,
    operator text, happened integer, reason text)`,
  'create index history_at on history (at, seq)',
  'create index history_effect on history (effect_id, seq)',
  'create index history_operator on history (operator, at, seq)',
  'create index history_operator_state on history (operator, state, at, seq)',
  `create unique index history_settled_once on history (effect_id) where state = 'settled'`,
  'create index history_state on history (state, at, seq)',
  'create table open_effects (effect_id text primary key, state text not null, gateway bigint, due_at bigint, delayed text)',
  'create index open_effects_state on open_effects (state)',
  `create table history_endpoints (endpoint text not null, at bigint not null, seq bigint not null, operator text,
    state text not null default '', primary key (endpoint, at, seq)) ${withoutRowid}`,
  'create index history_endpoints_both on history_endpoints (endpoint, operator, state, at, seq)',
  'create index history_endpoints_operator on history_endpoints (endpoint, operator, at, seq)',
  'create index history_endpoints_state on history_endpoints (endpoint, state, at, seq)',
  `create table effect_things (thing text not null, effect_id text not null, primary key (thing, effect_id)) ${withoutRowid}`,
  'create table live_targets (target text primary key, effect_id text not null references effects (id), batch_id text)',
  `create table answers (effect_id text primary key references effects (id), status integer not null, body text not null,
    at bigint not null)`,
  'create index answers_at on answers (at)',
  'create table rechecks (effect_id text primary key references effects (id), at bigint not null)',
  'create table writes (effect_id text primary key references effects (id), params text not null, body text not null, workspace text)',
  `create table start_subjects (effect_id text primary key references effects (id), name text not null, calls integer not null,
    numbers text not null)`,
  ...onlyGrows('effects'),
  // guard: history-only-grows
  ...onlyGrows('history'),
  ...trigger({
    name: 'history_endpoint',
    table: 'history',
    event: 'insert',
    statements: `insert into history_endpoints (endpoint, at, seq, operator, state)
      select e.endpoint, new.at, new.seq, new.operator, new.state from effects as e where e.id = new.effect_id;`,
  }),
  ...trigger({
    name: 'effects_things',
    table: 'effects',
    event: 'insert',
    // On PostgreSQL a pattern extracts the IDs, because parsing invalid JSON would fail and prevent the effect from being recorded.
    statements: `insert into effect_things (thing, effect_id) ${
      isSqlite
        ? `select distinct i.value, new.id from json_each(new.ids) as i where i.type = 'text'`
        : `select distinct i.value[1], new.id from regexp_matches(new.ids, '":"([A-Za-z0-9_-]+)"', 'g') as i (value)`
    };`,
  }),
]
