/** Which versions of an agent and of its flow a call at some time used. */
import { LRUCache } from 'lru-cache'
import { tableChangesOf } from '#server/database/changes.ts'
import type { Store } from '../store/store.ts'
import { isCalledFlow } from './used-records.ts'
import { versionRows } from './version-rows.ts'

/** Versions by number. null: not known. */
export interface VersionsInUse {
  agentVersion: number | null
  flowId: string | null
  flowVersion: number | null
}

/** A version from the time at which it was made or first seen, epoch ms. */
interface Since {
  number: number
  at: number
}

interface FlowVersion extends Since {
  /** Whether the agent's outgoing calls could follow it. */
  isUsed: boolean
  /** Whether the version was made at that time. One that was only seen then may be older. */
  isMadeThen: boolean
}

interface Timeline {
  agent: readonly Since[]
  /** By flow. */
  flows: ReadonlyMap<string, readonly FlowVersion[]>
}

/** Agents whose versions are held in memory. */
const maxTimelines = 500
/** Versions of flows whose contents one statement reads. */
const rowsPerStatement = 50

const lastBefore = <Version extends Since>(versions: readonly Version[], at: number): Version | undefined =>
  versions.findLast((version) => version.at <= at)

async function readTimeline(store: Store, agentId: string): Promise<Timeline> {
  const agent = await store
    .selectFrom('record_versions')
    .select(['number', 'at'])
    .where('kind', '=', 'agent')
    .where('workspace', '=', '')
    .where('record_id', '=', agentId)
    .orderBy('number')
    .execute()
  const flows = new Map<string, FlowVersion[]>()
  for (let offset = 0; ; offset += rowsPerStatement) {
    const rows = await versionRows(store)
      .where('v.kind', '=', 'flow')
      .where('v.record_id', 'in', (eb) =>
        eb.selectFrom('record_versions').select('record_id').where('agent_id', '=', agentId).where('kind', '=', 'flow'),
      )
      .orderBy('v.record_id')
      .orderBy('v.number')
      .limit(rowsPerStatement)
      .offset(offset)
      .execute()
    for (const row of rows) {
      const isMadeThen = row.cause !== 'seen'
      const version = { number: row.number, at: row.at, isUsed: isCalledFlow(row, agentId), isMadeThen }
      flows.set(row.record_id, [...(flows.get(row.record_id) ?? []), version])
    }
    if (rows.length < rowsPerStatement) return { agent, flows }
  }
}

/** The flow that the service uses: of several active ones, the most recently updated (interface 1). */
function flowAt({ flows }: Timeline, at: number): Pick<VersionsInUse, 'flowId' | 'flowVersion'> {
  const used = [...flows]
    .map(([flowId, versions]) => ({ flowId, version: lastBefore(versions, at) }))
    .filter(({ version }) => version?.isUsed)
    .toSorted((a, b) => (b.version?.at ?? 0) - (a.version?.at ?? 0))
  const [latest, ...others] = used
  const isKnown = latest !== undefined && (others.length === 0 || latest.version?.isMadeThen === true)
  return isKnown
    ? { flowId: latest.flowId, flowVersion: latest.version?.number ?? null }
    : { flowId: null, flowVersion: null }
}

export type FindVersionsInUse = (store: Store, agentId: string, at: number) => Promise<VersionsInUse>

/**
 * @returns finds the versions that a call of this agent at this time (epoch ms) used. It reads with the store that it is given, which may
 *   be a transaction.
 */
export function createVersionsInUse(store: Store): FindVersionsInUse {
  const timelines = new LRUCache<string, { changes: number; timeline: Timeline }>({ max: maxTimelines })
  return async (reader, agentId, at) => {
    const changes = tableChangesOf(store).version('record_versions')
    const known = timelines.get(agentId)
    const timeline = known?.changes === changes ? known.timeline : await readTimeline(reader, agentId)
    timelines.set(agentId, { changes, timeline })
    return { agentVersion: lastBefore(timeline.agent, at)?.number ?? null, ...flowAt(timeline, at) }
  }
}
