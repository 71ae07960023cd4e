/** The agents and flows that a batch used: their versions when its calls could begin. */
import type { UsedRecord } from '#contract/index.ts'
import type { Store } from '../store/store.ts'
import { type Fields, type RecordKey, recordKey } from './kinds.ts'
import { bodyOf, isDeletion, presentVersion, type VersionRow, versionsOf } from './version-rows.ts'

/** A record at a time. */
export interface RecordThen extends UsedRecord {
  /** What it contained; null: unknown. */
  body: Fields | null
}

/** The agent whose outgoing calls follow a flow with this content (interface 1); null: none. */
export const agentCalledBy = (row: Pick<VersionRow, 'body'>): string | null => {
  const { agentId, isActive, direction } = bodyOf(row) ?? {}
  return typeof agentId === 'string' && isActive !== false && direction !== 'inbound' ? agentId : null
}

/** A flow of this agent that its outgoing calls follow. */
export const isCalledFlow = (row: VersionRow, agentId: string): boolean =>
  !isDeletion(row.cause) && agentCalledBy(row) === agentId

/** @param agentId the agent of the batch, for a flow */
async function recordAt(store: Store, key: RecordKey, at: number, agentId: string): Promise<RecordThen> {
  const version = await versionsOf(store, key).where('v.at', '<=', at).limit(1).executeTakeFirst()
  const next = await versionsOf(store, key)
    .where('v.number', '=', (version?.number ?? 0) + 1)
    .executeTakeFirst()
  // A record that was created later did not exist. One that was seen later may have been the same.
  const isUsed = version
    ? key.kind === 'agent' || isCalledFlow(version, agentId)
    : next && (next.cause === 'created' || (key.kind === 'flow' && !isCalledFlow(next, agentId)))
      ? false
      : null
  return {
    recordId: key.recordId,
    name: (version ?? next)?.name ?? '',
    version: version ? presentVersion(version) : null,
    next: next ? presentVersion(next) : null,
    isUsed,
    body: version ? bodyOf(version) : null,
  }
}

export const agentAt = (store: Store, agentId: string, at: number): Promise<RecordThen> =>
  recordAt(store, recordKey('agent', agentId, null), at, agentId)

export const flowAt = (store: Store, flowId: string, at: number, agentId: string): Promise<RecordThen> =>
  recordAt(store, recordKey('flow', flowId, null), at, agentId)

/** The flows that calls of this agent could use. If none was seen by then, those that may have been there already. */
export async function flowsAt(store: Store, agentId: string, at: number): Promise<RecordThen[]> {
  const rows = await store
    .selectFrom('record_versions')
    .select('record_id')
    .distinct()
    .where('agent_id', '=', agentId)
    .where('kind', '=', 'flow')
    .orderBy('record_id')
    .execute()
  const flows = await Promise.all(rows.map(({ record_id }) => flowAt(store, record_id, at, agentId)))
  const used = flows.filter(({ isUsed }) => isUsed === true)
  return used.length > 0 ? used : flows.filter(({ isUsed }) => isUsed === null)
}
