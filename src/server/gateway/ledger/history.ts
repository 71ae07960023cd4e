/**
 * Writes the steps of an effect to the history. Steps are only added, never changed. While an effect is open, `open_effects` names the
 * gateway that owns it.
 */
import { randomUUID } from 'node:crypto'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { EffectState, Operator } from '#contract/index.ts'
import type { Store } from '../store/store.ts'
import type { EffectRow, OpenEffectTable } from '../store/tables/ledger.ts'

/** No gateway has this number. It makes lists in SQL non-empty. */
const unusedGatewayNumber = 0

interface StepFacts {
  at: number
  /** null: Switchboard itself. */
  operator: string | null
  reason?: string | null
}

/** The gateway that holds or sends the effect, and when a held effect is sent (epoch ms). */
export type OpenStep = { state: 'held'; gateway: number; dueAt: number } | { state: 'sending'; gateway: number }
type EndStep = { state: Exclude<EffectState, 'held' | 'sending'>; happened?: boolean | null }

/**
 * Writes the next step of an effect. Call in a transaction.
 *
 * @returns false if the step settles an effect that is already settled, because the database accepts one settlement of each effect
 */
export async function appendHistory(
  store: Store,
  effectId: string,
  step: StepFacts & (OpenStep | EndStep),
): Promise<boolean> {
  const { state, at, operator, reason = null } = step
  const happened = 'happened' in step ? (step.happened ?? null) : null
  const { numInsertedOrUpdatedRows } = await store
    .insertInto('history')
    .values({ effect_id: effectId, state, at, operator, happened: happened === null ? null : Number(happened), reason })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (Number(numInsertedOrUpdatedRows) === 0) return false
  if (state === 'held' || state === 'sending' || state === 'unknown') {
    const open: Omit<OpenEffectTable, 'effect_id'> = {
      state,
      gateway: 'gateway' in step ? step.gateway : null,
      due_at: 'dueAt' in step ? step.dueAt : null,
      delayed: null,
    }
    await store
      .insertInto('open_effects')
      .values({ effect_id: effectId, ...open })
      .onConflict((conflict) => conflict.column('effect_id').doUpdateSet(open))
      .execute()
  } else await store.deleteFrom('open_effects').where('effect_id', '=', effectId).execute()
  return true
}

/** Inserts an effect with its first step. Call in a transaction. */
export async function insertEffect(
  store: Store,
  effect: EffectRow,
  first: OpenStep | { state: 'done' | 'refused' },
): Promise<void> {
  await store.insertInto('effects').values(effect).execute()
  await appendHistory(store, effect.id, { ...first, at: effect.at, operator: effect.operator })
}

/** Records something that is done as soon as its transaction ends, so that no gateway has to own it. Call in that transaction. */
export async function recordDone(
  store: Store,
  done: { endpoint: string; ids?: object; operator: Pick<Operator, 'id' | 'name'>; at: number; reason?: string },
): Promise<void> {
  const { endpoint, ids = {}, operator, at, reason = null } = done
  const id = randomUUID()
  const effect = { id, endpoint, ids: JSON.stringify(ids), target: null, key: id, body: '', at }
  await store
    .insertInto('effects')
    .values({ ...effect, operator_id: operator.id, operator: operator.name })
    .execute()
  await appendHistory(store, id, { state: 'done', at, operator: operator.name, reason })
}

/**
 * Writes how a sent effect ended. If another gateway took over meanwhile and marked the effect unknown, this outcome settles it.
 *
 * @returns false if it had already ended
 */
export async function appendOutcome(
  store: Store,
  effectId: string,
  end: StepFacts & { state: 'done' | 'refused' | 'unknown' },
): Promise<boolean> {
  const open = await store
    .updateTable('open_effects')
    .set({ gateway: null })
    .where('effect_id', '=', effectId)
    .where('state', 'in', ['sending', 'unknown'])
    .returning('state')
    .executeTakeFirst()
  if (!open) return false
  // guard: late-answer-settles
  if (open.state === 'unknown') {
    if (end.state === 'unknown') return true
    const happened = end.state === 'done'
    const reason = happened ? 'The service confirmed it late.' : 'It was not carried out.'
    return appendHistory(store, effectId, { state: 'settled', at: end.at, operator: null, happened, reason })
  }
  return appendHistory(store, effectId, end)
}

/** Makes the target available to other effects. */
export async function releaseTarget(store: Store, effectId: string): Promise<void> {
  await store.deleteFrom('live_targets').where('effect_id', '=', effectId).execute()
}

/**
 * Ends the hold of an effect. Exactly one caller succeeds, and it writes the next step.
 *
 * @param owner the number of a gateway: the hold is ended only if this gateway owns the effect
 * @returns false if the effect is not held, or is held by another gateway than `owner`
 */
export async function releaseHold(store: Store, effectId: string, owner?: number): Promise<boolean> {
  const update = store
    .updateTable('open_effects')
    .set({ state: 'sending' })
    .where('effect_id', '=', effectId)
    .where('state', '=', 'held')
  const { numUpdatedRows } = await (owner === undefined
    ? update
    : update.where('gateway', '=', owner)
  ).executeTakeFirst()
  return Number(numUpdatedRows) > 0
}

/**
 * A condition for rows with the column `gateway`: their gateway is no longer running.
 *
 * @param endedGateways numbers of gateways that have ended
 */
export const hasNoOwner = (endedGateways: readonly number[]): RawBuilder<SqlBool> => sql<SqlBool>`(gateway is null
  or gateway in (${sql.join([...endedGateways, unusedGatewayNumber])})
  or gateway not in (select number from gateways where ended_at is null))`
