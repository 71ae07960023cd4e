/** Versions of agents, flows, messaging agents and message flows: what each contained, who changed it, and how two versions differ. */

import * as z from 'zod/mini'
import { Pagination, pageQuery, wholeNumberUpTo } from '../../shared/paging.ts'
import { maxVersionNumber, type VersionKind, versionKinds } from './list-words.ts'

/**
 * Why a version exists. `seen`: the gateway read the record, and knew no version before. `…_elsewhere`: a read showed a change that no
 * command of Switchboard made.
 */
export const versionCauses = [
  'seen',
  'created',
  'changed',
  'deleted',
  'changed_elsewhere',
  'deleted_elsewhere',
] as const
export type VersionCause = (typeof versionCauses)[number]

export interface ChangeName {
  /** What changed: a field of the record, or a part of a flow. */
  part: 'field' | 'step' | 'connection' | 'rule'
  change: 'added' | 'removed' | 'changed'
  /** The name of the step or rule, the names of the steps that a connection joins, or none for a field. */
  names: string[]
  /** The field, with dots between nested names; '' if a whole step, connection or rule was added or removed. */
  field: string
}
/** A change without its values. */

export interface RecordChange extends ChangeName {
  /** JSON values; null: none. */
  from: unknown
  to: unknown
}

/** A change as the audit has it: with its values only if they are numbers, yes or no, or words of a list, never texts or phone numbers. */
export interface AuditedChange extends ChangeName {
  /** null: none, or not in the audit. */
  from: string | number | boolean | null
  to: string | number | boolean | null
}

/** The version that a command made. */
export interface AuditedVersion {
  kind: VersionKind
  recordId: string
  number: number
  /** null: it was created or deleted, or nothing was known before. */
  changes: AuditedChange[] | null
}

export interface RecordVersion {
  recordId: string
  /** From 1 for each record; the highest is the latest. */
  number: number
  /** When the change was made, or first seen, epoch ms. */
  at: number
  cause: VersionCause
  /** null: Switchboard only saw it. */
  operator: string | null
  /** The command in the ledger. */
  effectId: string | null
  name: string
  /** false: nothing was known of the record when it was deleted. */
  hasRecord: boolean
  /** Whether the service has not shown all fields yet. */
  isPartial: boolean
  /** The version from which it was restored; its `recordId` differs if the record had been deleted. */
  restoredFrom: { recordId: string; number: number } | null
}

/** A version in a list, with what changed since the one before; null: no earlier version is known. */
export interface ListedVersion extends RecordVersion {
  changes: ChangeName[] | null
}

/** Names of the agents that changes name, by their ids. */
export type AgentNames = Record<string, string>

/** The latest version of a deleted record. */
export interface DeletedRecord extends RecordVersion {
  /** The record that was restored from it; null: none. */
  restoredAs: string | null
}

export const versionEndpoints = {
  /** The latest first. */
  versionList: {
    query: z.strictObject(pageQuery),
    response: z.custom<{
      versions: ListedVersion[]
      pagination: Pagination
      /** The latest version; null: no version is known. */
      latest: DeletedRecord | null
    }>(),
  },
  /** A flow is compared step by step. */
  versionShow: {
    query: z.strictObject({ since: z.optional(wholeNumberUpTo(maxVersionNumber)) }),
    response: z.custom<{
      version: RecordVersion
      /** null: nothing was known of it. */
      record: Record<string, unknown> | null
      /** Empty without `since`. */
      changes: RecordChange[]
      agentNames: AgentNames
    }>(),
  },
  /** The latest deletion first, as they were last known. */
  deletedRecordList: {
    query: z.strictObject({ ...pageQuery, kind: z.enum(versionKinds) }),
    response: z.custom<{ records: DeletedRecord[]; pagination: Pagination }>(),
  },
}
