/** Lists effects for the dashboard, and settles those whose outcome is unknown. */
import {
  type Contract,
  contract,
  type Effect,
  type EffectState,
  type EndpointDefinition,
  type Operator,
} from '#contract/index.ts'
import type { Clock } from '../shared/clock.ts'
import { paginate } from '../shared/pagination.ts'
import { missingRole, notFound, refusal } from '../shared/refusals.ts'
import { countUpToLimit } from '../store/count.ts'
import type { Store } from '../store/store.ts'
import { answerTtlMs, type EffectWithState, effectRows, isOpen, openEffectRows } from './effect-rows.ts'
import { appendHistory, hasNoOwner, releaseTarget } from './history.ts'
import type { CheckTimes } from './recheck.ts'
import type { Subjects } from './subjects.ts'
import type { WriteQueue } from './write-queue.ts'

/** Commands that change something at the service. All other effects changed something in Switchboard itself. */
export const serviceCommandNames = Object.entries(contract as Record<string, EndpointDefinition>)
  .filter(([, { effect }]) => effect !== null)
  .map(([name]) => name)

type AnnouncedCalls = Effect['announced']
const noChecks: CheckTimes = { lastCheckedAt: null, nextCheckAt: null }

export const presentEffect = (
  row: EffectWithState,
  announced: AnnouncedCalls = [],
  { lastCheckedAt, nextCheckAt }: CheckTimes = noChecks,
  subject: Effect['subject'] = null,
): Effect => ({
  id: row.id,
  endpoint: row.endpoint,
  ids: JSON.parse(row.ids) as Record<string, string>,
  state: row.state as EffectState,
  operator: row.operator,
  at: row.at,
  settledBy: row.settledBy,
  happened: row.happened === null ? null : row.happened === 1,
  reason: row.reason,
  announced,
  lastCheckedAt,
  nextCheckAt,
  subject,
})

export interface Settlement {
  happened: boolean
  reason: string
  batchId?: string
}

/**
 * Settles an effect that is still unknown, inside a transaction.
 *
 * @param settlement `operator` null: settled by Switchboard, because a read confirmed it
 * @returns false if it is not unknown, or no longer unknown
 */
export async function settleUnknown(
  store: Store,
  id: string,
  settlement: Omit<Settlement, 'batchId'> & { batchId?: string | undefined; operator: string | null; at: number },
): Promise<boolean> {
  const { happened, reason, batchId, operator, at } = settlement
  const update = await store
    .updateTable('open_effects')
    .set({ gateway: null })
    .where('effect_id', '=', id)
    .where('state', '=', 'unknown')
    .executeTakeFirst()
  // If two people settle it at the same time, the second one finds it settled.
  if (Number(update.numUpdatedRows) === 0) return false
  if (!(await appendHistory(store, id, { state: 'settled', at, operator, happened, reason }))) return false
  if (batchId) await store.updateTable('live_targets').set({ batch_id: batchId }).where('effect_id', '=', id).execute()
  else await releaseTarget(store, id)
  return true
}

/** Called after a person has settled an effect. */
type SettledListener = (effect: Effect, settlement: Settlement) => Promise<void>

/** @param deps.checkTimesOf returns when the service was and will be read again for an unknown effect */
export function createEffects(deps: {
  store: Store
  clock: Clock
  writeQueue: WriteQueue
  checkTimesOf: (effectId: string) => CheckTimes
  subjects: Pick<Subjects, 'find'>
}) {
  const { store, clock, writeQueue, checkTimesOf, subjects } = deps
  const settledListeners: SettledListener[] = []

  /** Lists effects, newest first. Only administrators see changes to Switchboard itself. */
  async function list(
    query: { page: number; limit: number; state?: EffectState; effectId?: string },
    isAdministrator: boolean,
  ) {
    const selectMatching = () => {
      const { state, effectId } = query
      const effectsInState = state !== undefined && isOpen(state) ? openEffectRows(store, state) : effectRows(store)
      const rows = /* guard: own-changes-are-for-administrators */ isAdministrator
        ? effectsInState
        : effectsInState.where('e.endpoint', 'in', serviceCommandNames)
      return rows
        .$if(state !== undefined, (effects) => effects.where('h.state', '=', state ?? ''))
        .$if(effectId !== undefined, (effects) => effects.where('e.id', '=', effectId ?? ''))
        .orderBy('e.at', 'desc')
        .orderBy('e.id')
    }
    const { page, limit } = query
    const total = await countUpToLimit(store, selectMatching().clearSelect().select('e.id'))
    const foundRows = await selectMatching()
      .limit(limit + 1)
      .offset((page - 1) * limit)
      .execute()
    const pageRows = foundRows.slice(0, limit)
    const [announcements, subjectOf] = [await announcedCallsOf(pageRows), await subjects.find(pageRows)]
    const effects = pageRows.map((row) =>
      presentEffect(row, announcements.get(row.id), checkTimesOf(row.id), subjectOf.get(row.id)),
    )
    return { effects, pagination: paginate(page, limit, total, foundRows.length > limit) }
  }

  /** The number of commands whose outcome is unknown. */
  async function countUnknown(): Promise<number> {
    const { count } = await openEffectRows(store, 'unknown')
      .where('e.endpoint', 'in', serviceCommandNames)
      .clearSelect()
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return count
  }

  /** The calls that webhooks announced and that may belong to these unknown effects, by effect id. */
  async function announcedCallsOf(rows: EffectWithState[]): Promise<Map<string, AnnouncedCalls>> {
    const unknownIds = rows.filter(({ state }) => state === 'unknown').map(({ id }) => id)
    if (unknownIds.length === 0) return new Map()
    const announcedCalls = await store
      .selectFrom('announced_calls')
      .selectAll()
      .where('effect_id', 'in', unknownIds)
      .orderBy('at')
      .execute()
    const byEffect = new Map<string, AnnouncedCalls>()
    for (const { effect_id, call_id: callId, room_name: roomName, at } of announcedCalls)
      byEffect.set(effect_id, [...(byEffect.get(effect_id) ?? []), { callId, roomName, at }])
    return byEffect
  }

  /** @throws Refusal 404 */
  async function find(id: string): Promise<Effect> {
    const row = await effectRows(store).where('e.id', '=', id).executeTakeFirst()
    if (!row) throw notFound('This action does not exist.')
    return presentEffect(row)
  }

  /** Call at startup. Deletes expired answers, and releases the targets of batches that are complete. */
  async function recover(): Promise<void> {
    const oldestAnswerAt = clock.now() - answerTtlMs
    await writeQueue.write(async () => {
      await store.deleteFrom('answers').where('at', '<', oldestAnswerAt).execute()
    })
    await writeQueue.write(async () => {
      const batchesWithTarget = store.selectFrom('live_targets').select('batch_id')
      const knownBatches = store
        .selectFrom('known_batches')
        .select('batch_id')
        .where('batch_id', 'in', batchesWithTarget)
      await store
        .deleteFrom('live_targets')
        .where('batch_id', 'in', knownBatches.where('complete', '=', 1))
        .execute()
    })
  }

  /** Marks effects as unknown that ended gateways were sending. @param numbers of the ended gateways, from `Cluster.onTakeOver` */
  function takeOver(numbers: readonly number[]): Promise<void> {
    return store.transaction().execute(async (store) => {
      const interrupted = await store
        .updateTable('open_effects')
        .set({ state: 'unknown', gateway: null })
        .where('state', '=', 'sending')
        .where(hasNoOwner(numbers))
        .returning('effect_id')
        .execute()
      const step = {
        state: 'unknown',
        at: clock.now(),
        operator: null,
        reason: 'Switchboard was interrupted.',
      } as const
      // guard: cut-off-command-is-unknown
      for (const { effect_id } of interrupted) await appendHistory(store, effect_id, step)
    })
  }

  /**
   * Settles an unknown effect with the outcome that a person found out. Releases its target, unless a batch did start: the batch holds
   * the target until it is complete.
   *
   * @throws Refusal 404; 403 if the operator's roles do not allow the effect's endpoint; 409 if it is not unknown
   */
  async function settle(id: string, settlement: Settlement, operator: Operator): Promise<Effect> {
    const effect = await find(id)
    const endpoint: EndpointDefinition | undefined = contract[effect.endpoint as keyof Contract]
    const allowedRoles = endpoint?.roles ?? ['admin']
    // guard: settling-needs-the-role
    if (allowedRoles !== 'public' && !operator.roles.some((role) => allowedRoles.includes(role)))
      throw missingRole(endpoint?.label ?? effect.endpoint, allowedRoles)
    const batchId = settlement.happened ? settlement.batchId : undefined
    const { name } = operator
    const isSettled = await store
      .transaction()
      .execute((store) => settleUnknown(store, id, { ...settlement, batchId, operator: name, at: clock.now() }))
    if (!isSettled)
      throw refusal({
        status: 409,
        code: 'invalid_state',
        message: `This is ${(await find(id)).state}, so there is nothing to resolve.`,
        effectId: id,
      })
    const settledEffect = await find(id)
    for (const listener of settledListeners) await listener(settledEffect, settlement)
    return settledEffect
  }

  /** Listeners run one after the other, in the order in which they subscribed, before `settle` resolves. */
  function onSettled(listener: SettledListener): void {
    settledListeners.push(listener)
  }

  /** Call when a batch is complete, so that its recipients can be called again. */
  function releaseBatch(batchId: string): Promise<void> {
    return writeQueue.write(async () => {
      await store.deleteFrom('live_targets').where('batch_id', '=', batchId).execute()
    })
  }

  return {
    list,
    countUnknown,
    find,
    recover,
    takeOver,
    settle,
    onSettled,
    releaseBatch,
  }
}

export type Effects = ReturnType<typeof createEffects>
