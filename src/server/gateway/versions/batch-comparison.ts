/** Compares two batches: the agents and flows that they used, and the calling rules. Sends no request to the service. */
import { sql } from 'kysely'
import type { ComparedBatch, ComparedRecord, Contract, KnownBatch, ResponseOf, UsedRecord } from '#contract/index.ts'
import type { Registry } from '../registry/registry.ts'
import type { Store } from '../store/store.ts'
import { compareRecords } from './compare.ts'
import { recordKey } from './kinds.ts'
import { agentAt, flowAt, flowsAt, type RecordThen } from './used-records.ts'
import { agentNamesIn } from './version-rows.ts'

interface Deps {
  store: Store
  registry: Pick<Registry, 'find'>
}

/** Earlier batches among which the default is looked for: a test is chosen only if all of them are tests. */
const maxEarlierBatches = 10

async function withTimes(store: Store, batch: KnownBatch): Promise<ComparedBatch> {
  const { batchId, startedAt, scheduledAt } = batch
  const complete = await store
    .selectFrom('known_batches')
    .select('progress_at')
    .where('batch_id', '=', batchId)
    .where('complete', '=', 1)
    .executeTakeFirst()
  return {
    ...batch,
    callsFrom: startedAt === null ? null : Math.max(startedAt, scheduledAt ?? 0),
    endedBefore: complete?.progress_at ?? null,
  }
}

/** The batch before of the same agent. */
async function findBatchBefore({ store, registry }: Deps, batch: KnownBatch): Promise<KnownBatch | undefined> {
  if (batch.agentId === null || batch.startedAt === null) return undefined
  const rows = await store
    .selectFrom('known_batches')
    .select('batch_id')
    .where('agent_id', '=', batch.agentId)
    .where('batch_id', '<>', batch.batchId)
    .where('started_at', '<=', batch.startedAt)
    .orderBy('started_at', 'desc')
    .orderBy('batch_id', 'desc')
    .limit(maxEarlierBatches)
    .execute()
  const earlier = await Promise.all(rows.map(({ batch_id }) => registry.find(batch_id)))
  const found = earlier.filter((known) => known !== undefined)
  return found.find(({ isTest }) => !isTest) ?? found[0]
}

type Pair = readonly [earlier: RecordThen | null, later: RecordThen | null]

/** The flows of both batches in pairs: each flow with itself, and what is then left of each batch with the other's. */
async function pairFlows(store: Store, [from, to]: readonly [BatchStart, BatchStart]): Promise<Pair[]> {
  const flowsOf = ({ agentId, at }: BatchStart) => (agentId === null ? [] : flowsAt(store, agentId, at))
  const [earlier, later] = await Promise.all([flowsOf(from), flowsOf(to)])
  const isIn = (flows: readonly RecordThen[], { recordId }: RecordThen) =>
    flows.some((flow) => flow.recordId === recordId)
  const common = earlier.flatMap((flow): Pair[] => {
    const same = later.find(({ recordId }) => recordId === flow.recordId)
    return same ? [[flow, same]] : []
  })
  const [onlyEarlier, onlyLater] = [
    earlier.filter((flow) => !isIn(later, flow)),
    later.filter((flow) => !isIn(earlier, flow)),
  ]
  const [before, after] = [onlyEarlier[0], onlyLater[0]]
  if (before && after && onlyEarlier.length === 1 && onlyLater.length === 1) return [...common, [before, after]]
  // A flow that only one batch used may have been there for the other too, for example inactive.
  const inLater = async (flow: RecordThen): Promise<Pair> => [
    flow,
    await flowAt(store, flow.recordId, to.at, to.agentId ?? ''),
  ]
  const inEarlier = async (flow: RecordThen): Promise<Pair> => [
    await flowAt(store, flow.recordId, from.at, from.agentId ?? ''),
    flow,
  ]
  return [...common, ...(await Promise.all([...onlyEarlier.map(inLater), ...onlyLater.map(inEarlier)]))]
}

const withoutBody = (record: RecordThen | null): UsedRecord | null => {
  if (!record) return null
  const { body: _, ...used } = record
  return used
}

async function compared(store: Store, kind: ComparedRecord['kind'], [earlier, later]: Pair): Promise<ComparedRecord> {
  const changes = earlier?.body && later?.body ? compareRecords(kind, earlier.body, later.body) : null
  return {
    kind,
    earlier: withoutBody(earlier),
    later: withoutBody(later),
    changes,
    agentNames: await agentNamesIn(store, recordKey(kind, '', null), changes ?? []),
  }
}

interface BatchStart {
  agentId: string | null
  at: number
}

/** When the calling rules of a workspace were changed between two times, the latest first. */
async function ruleChangesBetween(store: Store, workspace: string, from: number, to: number) {
  return store
    .selectFrom('history_endpoints as x')
    .innerJoin('history as h', 'h.seq', 'x.seq')
    .innerJoin('effect_things as t', 't.effect_id', 'h.effect_id')
    .where('t.thing', '=', workspace)
    .select(['x.at', 'x.operator'])
    .where('x.endpoint', '=', 'callingRulesChange')
    .where('x.state', '=', 'done')
    .where('x.at', '>', from)
    .where('x.at', '<=', to)
    .orderBy('x.at', 'desc')
    .orderBy(sql.ref('x.seq'), 'desc')
    .execute()
}

/**
 * Compares a batch with another one.
 *
 * @param otherId undefined: the batch before of the same agent
 * @param workspace whose calling rules are meant
 * @returns null if one of the batches is not known
 */
export async function compareBatches(
  deps: Deps,
  batchId: string,
  otherId: string | undefined,
  workspace: string,
): Promise<ResponseOf<Contract['batchComparisonShow']> | null> {
  const { store, registry } = deps
  const batch = await registry.find(batchId)
  if (!batch) return null
  const other = await (otherId === undefined ? findBatchBefore(deps, batch) : registry.find(otherId))
  if (otherId !== undefined && !other) return null
  const batches = await Promise.all([...(other ? [other] : []), batch].map((one) => withTimes(store, one)))
  const [first, second] = batches.toSorted((one, two) => (one.callsFrom ?? 0) - (two.callsFrom ?? 0))
  const answer = { otherId: other?.batchId ?? null, batches, records: [], ruleChanges: [] }
  if (!first || !second) return answer
  const inOrder = { ...answer, batches: [first, second] }
  if (first.callsFrom === null || second.callsFrom === null) return inOrder
  const starts = [
    { agentId: first.agentId, at: first.callsFrom },
    { agentId: second.agentId, at: second.callsFrom },
  ] as const
  const agentOf = ({ agentId, at }: BatchStart) => (agentId === null ? null : agentAt(store, agentId, at))
  const agents: Pair = [await agentOf(starts[0]), await agentOf(starts[1])]
  const flows = await pairFlows(store, starts)
  return {
    ...inOrder,
    records: await Promise.all([
      ...(agents[0] || agents[1] ? [compared(store, 'agent', agents)] : []),
      ...flows.map((pair) => compared(store, 'flow', pair)),
    ]),
    ruleChanges: await ruleChangesBetween(store, workspace, first.callsFrom, second.callsFrom),
  }
}
