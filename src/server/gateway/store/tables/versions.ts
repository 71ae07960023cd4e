/** Tables: versions of records. */
import type { VersionCause, VersionKind } from '#contract/index.ts'

export interface VersionTables {
  record_versions: RecordVersionTable
  /** What records contained, as JSON. Versions with the same content share a row. Deleted with the last version that has it. */
  record_bodies: { hash: string; body: string }
}

/**
 * Versions of agents, flows, messaging agents and message flows. Deleted two years after the next version replaced them; those of a
 * deleted record two years after its deletion.
 */
export interface RecordVersionTable {
  kind: VersionKind
  /** '' for kinds that belong to no workspace. */
  workspace: string
  record_id: string
  /** From 1, without gaps. The highest is the latest. */
  number: number
  /** When the command ended, or when the record was first seen like this, epoch ms. */
  at: number
  cause: VersionCause
  /** The operator's name; null: the version was only seen. */
  operator: string | null
  effect_id: string | null
  name: string
  /** Of a flow: its agent. */
  agent_id: string | null
  /** The row of `record_bodies`; null: nothing was known of the record when it was deleted. */
  hash: string | null
  /** 1: the answer had not all fields, so a later read may complete the version. */
  is_partial: number
  /** When the next version replaced it, epoch ms; null: it is the latest. */
  replaced_at: number | null
  /** The record and the version from which this one was restored. */
  origin_id: string | null
  origin_number: number | null
}

/** The statements that create them. */
export const versionTables = (): string[] => [
  'create table record_bodies (hash text primary key, body text not null)',
  `create table record_versions (kind text not null, workspace text not null, record_id text not null, number integer not null,
    at bigint not null, cause text not null, operator text, effect_id text, name text not null, agent_id text,
    hash text references record_bodies (hash), is_partial integer not null, replaced_at bigint, origin_id text, origin_number integer,
    primary key (kind, workspace, record_id, number))`,
  'create index record_versions_agent on record_versions (agent_id)',
  'create index record_versions_deleted on record_versions (kind, workspace, cause, replaced_at, at)',
  'create index record_versions_effect on record_versions (effect_id)',
  'create index record_versions_hash on record_versions (hash)',
  'create index record_versions_origin on record_versions (origin_id)',
  'create index record_versions_record on record_versions (record_id)',
  'create index record_versions_replaced on record_versions (replaced_at)',
]
