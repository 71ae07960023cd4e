/** Tables: calls that the team placed or saw. */
import type { SqlDialect } from '#server/database/tables.ts'
import { searchIndex } from './search-index.ts'

export interface CallTables {
  /** Calls that the team placed. Without a `call_id`, the outcome is not yet known. */
  placed_calls: {
    effect_id: string
    /** Keyed hash of the number. */
    number: string
    to_number: string
    agent_id: string
    agent_name: string
    call_id: string | null
    room_name: string | null
    operator: string
    at: number
  }
  /** Calls in events that match a placed call whose outcome is unknown, by agent and number. */
  announced_calls: { effect_id: string; call_id: string; room_name: string; at: number }
  /** What was seen of each call, kept after it ended. Deleted after the workspace's retention time. Times are epoch ms. */
  kept_calls: {
    workspace: string
    room_name: string
    batch_id: string | null
    /** JSON of the call as it was last read, without its transcript. */
    call: string
    /** JSON: the lines of the transcript, each with the time at which it was first seen. */
    lines: string
    /** JSON: the sentiment over time, each with the line before it; null: it was never read. */
    moods: string | null
    customer: string
    phone: string
    agent: string
    sentiment: string
    /** Seconds. */
    duration: number | null
    line_count: number
    /** Everything that was said, with the names, folded for search. */
    words: string
    first_seen_at: number
    read_at: number
    /** When its end was noticed; null: it was not. */
    ended_at: number | null
  }
  /** The team's notes on kept calls. Deleted with their call. */
  call_notes: {
    /** A hash of the Idempotency-Key, so that a note that is submitted twice is stored once. */
    id: string
    workspace: string
    room_name: string
    text: string
    operator_id: string
    operator: string
    /** Epoch ms. */
    at: number
  }
}

/** The statements that create them. */
export const callTables = (dialect: SqlDialect): string[] => [
  `create table placed_calls (effect_id text primary key references effects (id), number text not null, to_number text not null,
    agent_id text not null, agent_name text not null, call_id text, room_name text, operator text not null, at bigint not null)`,
  'create index placed_calls_at on placed_calls (at)',
  'create index placed_calls_call on placed_calls (call_id)',
  'create index placed_calls_number on placed_calls (number, at)',
  'create index placed_calls_room on placed_calls (room_name)',
  `create table announced_calls (effect_id text not null references effects (id), call_id text not null, room_name text not null,
    at bigint not null, primary key (effect_id, call_id))`,
  `create table kept_calls (workspace text not null, room_name text not null, batch_id text, call text not null, lines text not null,
    customer text not null, phone text not null, agent text not null, sentiment text not null, duration bigint,
    line_count bigint not null, words text not null, first_seen_at bigint not null, read_at bigint not null, ended_at bigint,
    moods text, primary key (workspace, room_name))`,
  'create index kept_calls_agent on kept_calls (workspace, agent, first_seen_at)',
  'create index kept_calls_batch on kept_calls (batch_id, phone)',
  'create index kept_calls_duration on kept_calls (workspace, (coalesce(duration, -1)), first_seen_at)',
  `create index kept_calls_name on kept_calls (workspace, (case when customer = '' then 1 else 0 end), lower(customer), first_seen_at)`,
  'create index kept_calls_old on kept_calls (workspace, read_at)',
  'create index kept_calls_recent on kept_calls (workspace, first_seen_at)',
  'create index kept_calls_room on kept_calls (room_name)',
  'create index kept_calls_seen on kept_calls (first_seen_at)',
  `create table call_notes (id text primary key, workspace text not null, room_name text not null, text text not null,
    operator_id text not null, operator text not null, at bigint not null,
    foreign key (workspace, room_name) references kept_calls (workspace, room_name) on delete cascade)`,
  'create index call_notes_room on call_notes (workspace, room_name, at)',
  ...searchIndex(dialect, {
    table: 'kept_calls',
    kind: (row) => `'kept-call/' || ${row}.workspace`,
    id: (row) => `${row}.room_name`,
    digits: (row) => `replace(${row}.phone, '+', '')`,
    columns: ['words', 'phone'],
  }),
]
