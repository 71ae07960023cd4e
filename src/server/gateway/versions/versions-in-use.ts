/** Which versions of an agent and of its flow a call at some time used. */

import { LRUCache } from 'lru-cache'
import { tableChangesOf } from '#server/database/changes.ts'
import { atMost } from '../shared/at-most.ts'
import type { Store } from '../store/store.ts'
import { bodyOf, isDeletion, type VersionRow } from './version-rows.ts'

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
  /** Whether the version was made at that time, by a command of ours. One that was only seen then may be older. */
  isMadeThen: boolean
}

interface Timeline {
  agent: readonly Since[]
  /** By flow. */
  flows: ReadonlyMap<string, readonly FlowVersion[]>
}

/** Agents whose versions are held in memory. */
const maxTimelines = 500
/** Contents of flows that one statement reads. */
const contentsPerStatement = 50
/** Contents of flows of which it is remembered whose calls follow them. */
const maxContents = 10_000

/** Of each content of a flow, by its hash, the agent whose outgoing calls could follow it; '' for none. */
type CalledAgents = LRUCache<string, string>

/** The agent whose outgoing calls follow a flow with this content (interface 1); null: none. */
const agentCalledBy = (row: Pick<VersionRow, 'body'>): string | null => {
  const { agentId, isActive, direction } = bodyOf(row) ?? {}
  return typeof agentId === 'string' && isActive !== false && direction !== 'inbound' ? agentId : null
}

const lastBefore = <Version extends Since>(versions: readonly Version[], at: number): Version | undefined =>
  versions.findLast((version) => version.at <= at)

/** Reads the contents that are not known yet. Large flows are parsed once, not whenever some flow changes. */
async function readCalledAgents(store: Store, hashes: readonly string[], known: CalledAgents): Promise<void> {
  const unknown = [...new Set(hashes)].filter((hash) => !known.has(hash))
  for (let from = 0; from < unknown.length; from += contentsPerStatement) {
    const part = unknown.slice(from, from + contentsPerStatement)
    const contents = await store.selectFrom('record_bodies').selectAll().where('hash', 'in', part).execute()
    for (const content of contents) known.set(content.hash, agentCalledBy(content) ?? '')
  }
}

async function readTimeline(store: Store, agentId: string, calledAgents: CalledAgents): Promise<Timeline> {
  const agent = await store
    .selectFrom('record_versions')
    .select(['number', 'at'])
    .where('kind', '=', 'agent')
    .where('workspace', '=', '')
    .where('record_id', '=', agentId)
    .orderBy('number')
    .execute()
  const rows = await store
    .selectFrom('record_versions')
    .select(['record_id', 'number', 'at', 'cause', 'effect_id', 'hash'])
    .where('kind', '=', 'flow')
    .where('record_id', 'in', (eb) =>
      eb.selectFrom('record_versions').select('record_id').where('agent_id', '=', agentId).where('kind', '=', 'flow'),
    )
    .orderBy('record_id')
    .orderBy('number')
    .execute()
  const hashes = rows.map(({ hash }) => hash).filter((hash) => hash !== null)
  await readCalledAgents(store, hashes, calledAgents)
  const versions = rows.map(({ record_id, number, at, cause, effect_id, hash }) => {
    const isUsed = !isDeletion(cause) && hash !== null && calledAgents.get(hash) === agentId
    return { flowId: record_id, version: { number, at, isUsed, isMadeThen: effect_id !== null } }
  })
  const flows = new Map<string, FlowVersion[]>()
  for (const { flowId, version } of versions) flows.set(flowId, [...(flows.get(flowId) ?? []), version])
  return { agent, flows }
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
  const calledAgents: CalledAgents = new LRUCache(atMost(maxContents))
  return async (reader, agentId, at) => {
    const changes = tableChangesOf(store).version('record_versions')
    const known = timelines.get(agentId)
    const timeline = known?.changes === changes ? known.timeline : await readTimeline(reader, agentId, calledAgents)
    timelines.set(agentId, { changes, timeline })
    return { agentVersion: lastBefore(timeline.agent, at)?.number ?? null, ...flowAt(timeline, at) }
  }
}
