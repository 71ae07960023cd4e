/** Versions of agents, flows, messaging agents and message flows: what each contained, who changed it, and how two versions differ. */
import * as z from 'zod/mini'
import { endpoint, everyone } from '../../shared/endpoint.ts'
import { onDemand } from '../../shared/freshness.ts'
import { Pagination, pageQuery } from '../../shared/limits.ts'
import { ofGateway } from './endpoint-parts.ts'

export const versionKinds = ['agent', 'flow', 'messaging-agent', 'message-flow'] as const
export type VersionKind = (typeof versionKinds)[number]

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

const ofVersions = { ...ofGateway, workspace: true, roles: everyone } as const
const record = { ...ofVersions, path: '/gateway/versions/{kind}/{recordId}' } as const

export const versionEndpoints = {
  versionList: endpoint({
    ...record,
    method: 'GET',
    label: 'Reading versions',
    freshness: onDemand(5),
    summary:
      'The versions of a record, the latest first, with what changed in each. `kind` is agent, flow, messaging-agent or message-flow.',
    query: z.strictObject(pageQuery),
    response: z.object({
      versions: z.array(ListedVersion),
      pagination: Pagination,
      /** The latest version; null: no version is known. */
      latest: z.nullable(RecordVersion),
    }),
  }),
  versionShow: endpoint({
    ...ofVersions,
    method: 'GET',
    path: '/gateway/versions/{kind}/{recordId}/{number}',
    label: 'Reading versions',
    freshness: onDemand(60),
    summary: 'One version, with the record as it was; null if nothing was known of it.',
    response: z.object({ version: RecordVersion, record: z.nullable(z.record(z.string(), z.unknown())) }),
  }),
  versionDifferenceShow: endpoint({
    ...ofVersions,
    method: 'GET',
    path: '/gateway/versions/{kind}/{recordId}/{number}/difference',
    label: 'Comparing versions',
    freshness: onDemand(60),
    summary: 'What changed from the version `since` to this one. A flow is compared step by step.',
    query: z.strictObject({ since: z.pipe(z.coerce.number<string | number>(), z.int().check(z.gte(1))) }),
    response: z.object({ from: RecordVersion, to: RecordVersion, changes: z.array(RecordChange) }),
  }),
}
