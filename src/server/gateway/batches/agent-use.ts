/**
 * Lists the calls still to be made with an agent: running and scheduled batches, prepared batches, starts that wait for approval, and
 * starts with an unknown outcome. The dashboard reads this once, before someone removes the agent, its number or its flow.
 */
import { type AgentUse, type KnownBatch, mayStillCall, type Operator } from '#contract/index.ts'
import type { Snapshots } from '../cache/cached-reads.ts'
import type { Read } from '../cache/read.ts'
import type { Core } from '../cluster/core.ts'
import { openEffectRows } from '../ledger/effect-rows.ts'
import type { Registry } from '../registry/registry.ts'
import type { Requester } from '../shared/requester.ts'
import type { Approvals } from './approvals.ts'
import type { PreparedBatches } from './prepared-batches.ts'

/** A cached answer younger than this is not read again. */
const freshForMs = 10_000
/** How long a read waits for the request budget. After that, the batch is shown as last known. */
const maxWaitMs = 3_000
/** At most this many batches are read again. The others are shown as last known. */
const maxRefreshedBatches = 20

/** The batch's status does not name its agent, so a batch with an unknown agent is read in full. */
const readOf = ({ batchId, agentId }: KnownBatch): Read => ({
  name: agentId === null ? 'batchShow' : 'batchProgress',
  params: { batchId },
  query: {},
  workspace: null,
})

interface AgentUseDeps extends Pick<Core, 'store' | 'log'> {
  registry: Registry
  preparedBatches: PreparedBatches
  approvals: Approvals
  snapshots: Snapshots
}

async function refreshBatch(
  { registry, snapshots, log }: AgentUseDeps,
  batch: KnownBatch,
  requester: Requester,
): Promise<void> {
  const read = readOf(batch)
  try {
    await registry.observe(read, await snapshots.refresh(read, 'reads', requester, maxWaitMs))
  } catch (error) {
    log.debug({ batchId: batch.batchId, error: String(error) }, 'could not read a batch before a change to its agent')
  }
}

/** Counts starts that are being sent or have an unknown outcome. They may be calling people in a batch that is not known yet. */
async function countUnknownStarts({ store }: AgentUseDeps, agentId: string): Promise<number> {
  const rows = await openEffectRows(store, 'sending', 'unknown').where('e.endpoint', '=', 'batchStart').execute()
  return rows.filter(({ ids }) => (JSON.parse(ids) as { agentId?: string }).agentId === agentId).length
}

/**
 * Reads what is still to be called with an agent. Costs at most one request per unfinished batch that was not read in the last ten
 * seconds. A batch that cannot be read now is shown as last known, with its age.
 */
export async function readAgentUse(
  deps: AgentUseDeps,
  agentId: string,
  operator: Operator,
  requester: Requester,
): Promise<AgentUse> {
  const { registry, preparedBatches, approvals, snapshots } = deps
  const isStale = (batch: KnownBatch) => {
    const cached = snapshots.peek(readOf(batch))
    return !cached || snapshots.ageOf(cached) >= freshForMs
  }
  // Read this agent's batches first. The others have no known agent, so they may belong to this one.
  const stale = (await registry.listUnfinished(agentId))
    .filter(isStale)
    .toSorted((a, b) => Number(a.agentId === null) - Number(b.agentId === null))
  await Promise.all(stale.slice(0, maxRefreshedBatches).map((batch) => refreshBatch(deps, batch, requester)))
  return {
    batches: (await registry.listUnfinished(agentId)).filter(({ progress }) => mayStillCall(progress)),
    prepared: (await preparedBatches.list()).filter((batch) => batch.agentId === agentId),
    awaitingApproval: (await approvals.listWaitingForAgent(agentId, operator)).map(({ approvalId, name, calls }) => ({
      approvalId,
      name,
      calls,
    })),
    unknownStarts: await countUnknownStarts(deps, agentId),
  }
}
