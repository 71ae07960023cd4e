/**
 * Calls still to be made with an agent: running and scheduled batches, batches that are prepared for later, starts that wait for
 * approval, and starts with an unknown outcome. Read once, before the agent, its number or its flow is removed.
 */
import type { AgentUse, KnownBatch, Operator } from '#contract/index.ts'
import type { Snapshots } from '../cache/cached-reads.ts'
import type { Read } from '../cache/read.ts'
import { openEffectRows } from '../ledger/effect-rows.ts'
import type { Registry } from '../registry/registry.ts'
import type { Log } from '../shared/log.ts'
import type { Requester } from '../shared/requester.ts'
import type { Store } from '../store/store.ts'
import type { Approvals } from './approvals.ts'
import type { PreparedBatches } from './prepared-batches.ts'

/** A reading this young is not repeated, ms. */
const freshEnough = 10_000
/** How long a read waits for the budget, ms; a batch that is not read by then is shown as last known. */
const patience = 3_000
/** How many batches are read; the others are shown as last known. */
const maxReads = 20

/** The status does not name the agent, the batch itself does. */
const readOf = ({ batchId, agentId }: KnownBatch): Read => ({
  name: agentId === null ? 'batchShow' : 'batchProgress',
  params: { batchId },
  query: {},
  workspace: null,
})

interface UseParts {
  registry: Registry
  prepared: PreparedBatches
  approvals: Approvals
  snapshots: Snapshots
  store: Store
  log: Log
}

async function readAgain({ registry, snapshots, log }: UseParts, batch: KnownBatch, who: Requester): Promise<void> {
  const read = readOf(batch)
  try {
    await registry.observe(read, await snapshots.refresh(read, 'reads', who, patience))
  } catch (error) {
    log.debug(
      { batchId: batch.batchId, error: String(error) },
      'a batch could not be read before a change to its agent',
    )
  }
}

/** Starts that may be under way although no batch is known of them. */
async function unknownStarts({ store }: UseParts, agentId: string): Promise<number> {
  const rows = await openEffectRows(store, 'sending', 'unknown').where('e.endpoint', '=', 'batchStart').execute()
  return rows.filter(({ ids }) => (JSON.parse(ids) as { agentId?: string }).agentId === agentId).length
}

/** A batch that was cancelled finishes its calls in progress and makes no others. */
const callsOn = ({ progress }: KnownBatch) => progress === null || progress.status !== 'cancelled'

/**
 * What is still to be called with an agent. Costs at most one request for each batch that has not ended and was not read in the
 * last ten seconds; one that cannot be read now is shown as last known, with its age.
 */
export async function agentUseOf(
  parts: UseParts,
  agentId: string,
  operator: Operator,
  who: Requester,
): Promise<AgentUse> {
  const { registry, prepared, approvals, snapshots } = parts
  const isOld = (batch: KnownBatch) => {
    const kept = snapshots.peek(readOf(batch))
    return !kept || snapshots.ageOf(kept) >= freshEnough
  }
  // Batches of this agent first; the others may belong to any agent.
  const old = (await registry.unfinished(agentId))
    .filter(isOld)
    .toSorted((a, b) => Number(a.agentId === null) - Number(b.agentId === null))
  await Promise.all(old.slice(0, maxReads).map((batch) => readAgain(parts, batch, who)))
  return {
    batches: (await registry.unfinished(agentId)).filter(callsOn),
    prepared: (await prepared.list()).filter((batch) => batch.agentId === agentId),
    awaitingApproval: (await approvals.waitingWith(agentId, operator)).map(({ approvalId, name, calls }) => ({
      approvalId,
      name,
      calls,
    })),
    unknownStarts: await unknownStarts(parts, agentId),
  }
}
