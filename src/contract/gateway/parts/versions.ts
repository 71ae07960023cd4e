/** Versions of agents, flows, messaging agents and message flows: what each contained, who changed it, and how two versions differ. */

import * as z from 'zod/mini'
import { reviewRequests } from '../../requests/review.ts'
import { Pagination, pageQuery, wholeNumberUpTo } from '../../shared/paging.ts'
import { gatewayEndpoint } from './endpoint-parts.ts'
import { maxVersionNumber, versionKinds } from './list-words.ts'

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

const changeName = {
  /** What changed: a field of the record, or a part of a flow. */
  part: z.enum(['field', 'step', 'connection', 'rule']),
  change: z.enum(['added', 'removed', 'changed']),
  /** The name of the step or rule, the names of the steps that a connection joins, or none for a field. */
  names: z.array(z.string()),
  /** The field, with dots between nested names; '' if a whole step, connection or rule was added or removed. */
  field: z.string(),
}
/** A change without its values. */
export const ChangeName = z.object(changeName)
export type ChangeName = z.output<typeof ChangeName>

export const RecordChange = z.object({
  ...changeName,
  /** JSON values; null: none. */
  from: z.unknown(),
  to: z.unknown(),
})
export type RecordChange = z.output<typeof RecordChange>

/** A change as the audit has it: with its values only if they are numbers, yes or no, or words of a list, never texts or phone numbers. */
export const AuditedChange = z.object({
  ...changeName,
  /** null: none, or not in the audit. */
  from: z.nullable(z.union([z.string(), z.number(), z.boolean()])),
  to: z.nullable(z.union([z.string(), z.number(), z.boolean()])),
})
export type AuditedChange = z.output<typeof AuditedChange>

/** The version that a command made. */
export const AuditedVersion = z.object({
  kind: z.enum(versionKinds),
  recordId: z.string(),
  number: z.number(),
  /** null: it was created or deleted, or nothing was known before. */
  changes: z.nullable(z.array(AuditedChange)),
})
export type AuditedVersion = z.output<typeof AuditedVersion>

export const RecordVersion = z.object({
  recordId: z.string(),
  /** From 1 for each record; the highest is the latest. */
  number: z.number(),
  /** When the change was made, or first seen, epoch ms. */
  at: z.number(),
  cause: z.enum(versionCauses),
  /** null: Switchboard only saw it. */
  operator: z.nullable(z.string()),
  /** The command in the ledger. */
  effectId: z.nullable(z.string()),
  name: z.string(),
  /** false: nothing was known of the record when it was deleted. */
  hasRecord: z.boolean(),
  /** Whether the service has not shown all fields yet. */
  isPartial: z.boolean(),
  /** The version from which it was restored; its `recordId` differs if the record had been deleted. */
  restoredFrom: z.nullable(z.object({ recordId: z.string(), number: z.number() })),
})
export type RecordVersion = z.output<typeof RecordVersion>

/** A version in a list, with what changed since the one before; null: no earlier version is known. */
export const ListedVersion = z.extend(RecordVersion, { changes: z.nullable(z.array(ChangeName)) })
export type ListedVersion = z.output<typeof ListedVersion>

/** Names of the agents that changes name, by their ids. */
export const AgentNames = z.record(z.string(), z.string())

/** The latest version of a deleted record. */
export const DeletedRecord = z.extend(RecordVersion, {
  /** The record that was restored from it; null: none. */
  restoredAs: z.nullable(z.string()),
})
export type DeletedRecord = z.output<typeof DeletedRecord>

export const versionEndpoints = {
  /** The latest first. */
  versionList: gatewayEndpoint(reviewRequests.versionList, {
    query: z.strictObject(pageQuery),
    response: z.object({
      versions: z.array(ListedVersion),
      pagination: Pagination,
      /** The latest version; null: no version is known. */
      latest: z.nullable(DeletedRecord),
    }),
  }),
  /** A flow is compared step by step. */
  versionShow: gatewayEndpoint(reviewRequests.versionShow, {
    query: z.strictObject({ since: z.optional(wholeNumberUpTo(maxVersionNumber)) }),
    response: z.object({
      version: RecordVersion,
      /** null: nothing was known of it. */
      record: z.nullable(z.record(z.string(), z.unknown())),
      /** Empty without `since`. */
      changes: z.array(RecordChange),
      agentNames: AgentNames,
    }),
  }),
  /** The latest deletion first, as they were last known. */
  deletedRecordList: gatewayEndpoint(reviewRequests.deletedRecordList, {
    query: z.strictObject({ ...pageQuery, kind: z.enum(versionKinds) }),
    response: z.object({ records: z.array(DeletedRecord), pagination: Pagination }),
  }),
}
