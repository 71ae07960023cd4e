/** Tables: whom we called, and whom we must not call. */
import type { Generated } from 'kysely'
import type { DoNotCallSource } from '#contract/index.ts'
import type { SqlDialect } from '#server/database/tables.ts'

export interface ContactTables {
  /** Why people are or will be called: a batch's start, its held-back people, a start that waits for approval, or a single call. */
  contact_sources: {
    /** Increases in commit order. */
    id: Generated<number>
    effect_id: string
    kind: 'batch' | 'rest' | 'call' | 'approval'
    /** For kind `rest` (held-back people): the prepared batch that contains them. */
    prepared_id: string | null
    at: number
    /** Its people. */
    list: number
    /** When the last call ended, epoch ms; `notEnded` while the batch is running; 0: nobody was called. */
    ended_at: number
  }
  /** The people by list: keyed hashes of their numbers. Deleted after a year. Those of a list without a source count for nobody. */
  contacts: { number: string; list: number }
  /** Lists that have no source yet. */
  contact_lists: {
    /** A list keeps its id when it gets a source. No two have the same. */
    id: Generated<number>
    /** The gateway that writes it; null: its source was not recorded, so it is to be deleted. */
    gateway: number | null
  }
  /** Numbers that a workspace must not call: keyed hashes as in `contacts`, but kept longer than a year. */
  do_not_call: {
    workspace: string
    number: string
    last_two: string
    addition: number
    /** When the entry expires, epoch ms; `noEnd`: never. */
    until: number
    /** When the entry was removed. The row is deleted a day later. */
    removed_at: number | null
  }
  /** What people said about columns of their files that may say who must not be called. Deleted after 800 days. */
  column_answers: {
    workspace: string
    /** Keyed hash of the file's header line. */
    header: string
    /** The column's position in it, from 0. */
    place: number
    /** JSON of ColumnAnswer. */
    answer: string
    operator: string
    at: number
  }
  /** What numbers that were added together have in common. */
  do_not_call_additions: {
    /** Increases with each addition. */
    id: Generated<number>
    workspace: string
    operator: string
    at: number
    reason: string
    source_kind: DoNotCallSource
    source_name: string | null
    source_id: string | null
    /** null: added by a version that did not record it. */
    operator_id: string | null
  }
  /** Entries that a longer-lasting addition replaced. Stored as long as the addition can be undone. */
  do_not_call_replaced: {
    addition: number
    number: string
    was_addition: number
    was_until: number
    at: number
  }
  /** One row, updated whenever numbers are added to a do-not-call list. */
  do_not_call_version: { version: number }
}

/** The statements that create them. */
export const contactTables = ({ key, plainText, withoutRowid }: SqlDialect): string[] => [
  `create table contact_sources (id ${key}, effect_id text not null references effects (id), kind text not null, at bigint not null,
    ended_at bigint not null, prepared_id text, list bigint not null)`,
  'create index contact_sources_at on contact_sources (at)',
  'create index contact_sources_effect on contact_sources (effect_id)',
  'create index contact_sources_ended on contact_sources (ended_at)',
  `create index contact_sources_waiting on contact_sources (kind, ended_at) where kind in ('rest', 'approval')`,
  'create unique index contact_sources_list on contact_sources (list)',
  `create table contacts (number ${plainText} not null, list bigint not null, primary key (number, list)) ${withoutRowid}`,
  'create index contacts_list on contacts (list)',
  `create table contact_lists (id ${key}, gateway bigint)`,
  `create table do_not_call (workspace ${plainText} not null, number ${plainText} not null, last_two text not null, addition bigint not null,
    until bigint not null, removed_at bigint, primary key (workspace, number)) ${withoutRowid}`,
  'create index do_not_call_newest on do_not_call (workspace, addition desc, number, removed_at) where removed_at is null',
  'create index do_not_call_removed on do_not_call (removed_at) where removed_at is not null',
  `create table column_answers (workspace text not null, header text not null, place integer not null, answer text not null,
    operator text not null, at bigint not null, primary key (workspace, header, place))`,
  'create index column_answers_at on column_answers (workspace, at)',
  `create table do_not_call_additions (id ${key}, workspace text not null, operator text not null, at bigint not null,
    reason text not null, source_kind text not null, source_name text, source_id text, operator_id text)`,
  `create table do_not_call_replaced (addition bigint not null, number ${plainText} not null, was_addition bigint not null,
    was_until bigint not null, at bigint not null, primary key (addition, number)) ${withoutRowid}`,
  'create table do_not_call_version (version bigint not null)',
  'insert into do_not_call_version (version) values (0)',
]
