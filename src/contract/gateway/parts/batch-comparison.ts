/** The comparison of two batches: which of the agents and flows that they used differ, and how. */
import * as z from 'zod/mini'
import { endpoint, everyone } from '../../shared/endpoint.ts'
import { onDemand } from '../../shared/freshness.ts'
import { id } from '../../shared/wire.ts'
import { ofGateway } from './endpoint-parts.ts'
import { KnownBatch } from './known-batches.ts'
import { AgentNames, RecordChange, RecordVersion } from './versions.ts'

/** One of two compared batches. */
export const ComparedBatch = z.extend(KnownBatch, {
  /** When its calls could begin: its start, or the time for which it was scheduled, epoch ms. null: unknown. */
  callsFrom: z.nullable(z.number()),
  /** When it was last read as complete, so that it ended before, epoch ms. null: not known to have ended. */
  endedBefore: z.nullable(z.number()),
})
export type ComparedBatch = z.output<typeof ComparedBatch>

/** An agent or flow as it was when the calls of a batch could begin. */
export const UsedRecord = z.object({
  recordId: z.string(),
  /** Its name then, or when it was first seen; '' if it is not known. */
  name: z.string(),
  /** The latest version then; null: Switchboard had not seen the record. */
  version: z.nullable(RecordVersion),
  /** The version after that, or the first; null: there is none. */
  next: z.nullable(RecordVersion),
  /** Whether calls of the batch could use it: a flow that was active, was for outgoing calls and belonged to the agent. null: unknown. */
  isUsed: z.nullable(z.boolean()),
})
export type UsedRecord = z.output<typeof UsedRecord>

/** A record of both batches, or two records that had the same place in them. */
export const ComparedRecord = z.object({
  kind: z.enum(['agent', 'flow']),
  /** null: the batch had none. */
  earlier: z.nullable(UsedRecord),
  later: z.nullable(UsedRecord),
  /** From the earlier batch to the later one; null: they cannot be compared, because one is not known. */
  changes: z.nullable(z.array(RecordChange)),
  agentNames: AgentNames,
})
export type ComparedRecord = z.output<typeof ComparedRecord>

export const batchComparisonEndpoints = {
  batchComparisonShow: endpoint({
    ...ofGateway,
    workspace: true,
    method: 'GET',
    path: '/gateway/batches/{batchId}/comparison',
    label: 'Comparing batches',
    freshness: onDemand(5),
    roles: everyone,
    summary:
      'What differs between a batch and another one: the agents and flows that they used, and the calling rules. Without `with`, the other one is the batch before of the same agent.',
    query: z.strictObject({ with: z.optional(id) }),
    response: z.object({
      /** The batch that was chosen; null: none was, and no earlier batch of this agent is known. */
      otherId: z.nullable(z.string()),
      /** The batches in the order of their starts; only one if there is no other. */
      batches: z.array(ComparedBatch),
      /** Empty if the start of one batch is unknown. */
      records: z.array(ComparedRecord),
      /** Changes of the calling rules between the two starts, the latest first. */
      ruleChanges: z.array(z.object({ at: z.number(), operator: z.nullable(z.string()) })),
    }),
  }),
}
