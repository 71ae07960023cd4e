/** Tables: what the team has seen. */
import type { Generated } from 'kysely'
import type { SqlDialect } from '#server/database/tables.ts'
import { searchIndex } from './search-index.ts'

export interface RegistryTables {
  /** The batches that the team has started or opened, or that an event named. */
  known_batches: {
    batch_id: string
    /** Shared by a batch and the batches for its remaining people: the first start's effect ID; the batch ID if it was started elsewhere. */
    launch_id: string
    /** When the newest batch of the launch was started or seen. Triggers maintain it. */
    launch_at: Generated<number>
    name: string
    /** Name and ID, folded for search. */
    words: string
    agent_id: string | null
    started_by: string | null
    started_at: number | null
    effect_id: string | null
    /** In which it was started, or where an event named it; null: not known. */
    workspace: string | null
    /** When the team first saw it. */
    seen_at: number
    progress: string | null
    progress_at: number | null
    complete: number
    /** 1: only an event named the batch; nobody has started or opened it in Switchboard. */
    heard: Generated<number>
  }
  /** Conversations that the team has seen. They are polled for drafts. */
  known_conversations: { workspace: string; conversation_id: string; seen_at: number }
  /** Embedded database only: numbers the rows of the full-text index. Triggers on `seen`, `known_batches` and `kept_calls` maintain it. */
  search_entries: { number: number; kind: string; id: string }
  /** The search index: agents, flows, calls and conversations that the team has seen. */
  seen: { kind: string; id: string; title: string; note: string; digits: string; words: string; at: number }
}

/** Adds to each batch the time of the newest batch of its launch, so that an index can list launches in order. */
const updateLaunch = `update known_batches set launch_at = (select max(coalesce(b.started_at, b.seen_at)) from known_batches as b
  where b.launch_id = new.launch_id) where launch_id = new.launch_id;`

/** The statements that create them. */
export const registryTables = (dialect: SqlDialect): string[] => [
  `create table known_batches (batch_id text primary key, name text not null, agent_id text, started_by text, started_at bigint,
    effect_id text, seen_at bigint not null, progress text, progress_at bigint, complete integer not null,
    heard integer not null default 0, words text not null default '', launch_id text not null default '',
    launch_at bigint not null default 0, workspace text)`,
  'create index known_batches_agent on known_batches (agent_id, launch_at desc, launch_id)',
  'create index known_batches_effect on known_batches (effect_id)',
  'create index known_batches_launch on known_batches (launch_id)',
  'create index known_batches_newest on known_batches (launch_at desc, launch_id)',
  'create index known_batches_running on known_batches (launch_id) where complete = 0',
  'create index known_batches_seen on known_batches (seen_at)',
  'create index known_batches_started on known_batches (started_at)',
  'create index known_batches_starter on known_batches (started_by, launch_at desc, launch_id)',
  'create index known_batches_starter_agent on known_batches (started_by, agent_id, launch_at desc, launch_id)',
  `create table known_conversations (workspace text not null, conversation_id text not null, seen_at bigint not null,
    primary key (workspace, conversation_id))`,
  'create index known_conversations_seen on known_conversations (seen_at)',
  `create table seen (kind text not null, id text not null, title text not null, note text not null, digits text not null,
    at bigint not null, words text not null default '', primary key (kind, id))`,
  'create index seen_at on seen (at)',
  ...dialect.trigger({
    name: 'known_batches_added',
    table: 'known_batches',
    event: 'insert',
    statements: updateLaunch,
  }),
  ...dialect.trigger({
    name: 'known_batches_moved',
    table: 'known_batches',
    event: 'update of launch_id, started_at, seen_at',
    condition:
      'old.launch_id <> new.launch_id or coalesce(old.started_at, old.seen_at) <> coalesce(new.started_at, new.seen_at)',
    statements: updateLaunch,
  }),
  ...(dialect.isSqlite
    ? [
        'create table search_entries (number integer primary key, kind text not null, id text not null, unique (kind, id))',
      ]
    : []),
  ...searchIndex(dialect, {
    table: 'seen',
    kind: (row) => `${row}.kind`,
    id: (row) => `${row}.id`,
    digits: (row) => `${row}.digits`,
    columns: ['words', 'digits'],
  }),
  ...searchIndex(dialect, {
    table: 'known_batches',
    kind: () => `'batch'`,
    id: (row) => `${row}.batch_id`,
    digits: () => `''`,
    columns: ['words'],
  }),
]
