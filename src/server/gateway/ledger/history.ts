/**
 * The steps of an effect, as they are written into the history: always the next one, never in place of another. Beside it stands, while the
 * effect is not over, which gateway it belongs to (`open_effects`).
 */
import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely'
import type { EffectState } from '#contract/index.ts'
import type { EffectRow, OpenEffectTable, Store, Tables } from '../store/store.ts'

/** A list in SQL has at least one. */
const noGateway = 0

interface StepFacts {
  at: number
  /** null: Switchboard itself. */
  operator: string | null
  reason?: string | null
}

/** Held or sent: by which gateway, and when a held one is sent (epoch ms). */
export type OpenState = { state: 'held'; gateway: number; dueAt: number } | { state: 'sending'; gateway: number }
type EndStep = { state: Exclude<EffectState, 'held' | 'sending'>; happened?: boolean | null }

/**
 * Writes the next step of an effect. Call it in a transaction.
 *
 * @returns false when it is to be settled and somebody else has settled it in this moment: the database takes one settlement of each
 */
export async function appendHistory(
  store: Store,
  effectId: string,
  step: StepFacts & (OpenState | EndStep),
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

/** Records an effect with its first step. Call it in a transaction. */
export async function insertEffect(
  store: Store,
  effect: EffectRow,
  first: OpenState | { state: 'done' | 'refused' },
): Promise<void> {
  await store.insertInto('effects').values(effect).execute()
  await appendHistory(store, effect.id, { ...first, at: effect.at, operator: effect.operator })
}

/**
 * Writes how an effect ended that was sent. If it counts as unknown by now, since another gateway took over, the answer settles it.
 *
 * @returns false when it has ended before
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

/** Its target may be touched again. */
export async function freeTarget(store: Store, effectId: string): Promise<void> {
  await store.deleteFrom('live_targets').where('effect_id', '=', effectId).execute()
}

/**
 * Whoever succeeds alone decides what becomes of a held effect; the next step says what.
 *
 * @param owner only while it belongs to this gateway
 */
export async function release(store: Store, effectId: string, owner?: number): Promise<boolean> {
  const held = store
    .updateTable('open_effects')
    .set({ state: 'sending' })
    .where('effect_id', '=', effectId)
    .where('state', '=', 'held')
  const { numUpdatedRows } = await (owner === undefined ? held : held.where('gateway', '=', owner)).executeTakeFirst()
  return Number(numUpdatedRows) > 0
}

/**
 * Those of open effects that belong to no gateway that is alive.
 *
 * @param gone the numbers of gateways that have ended
 */
export const hasNoOwner =
  (gone: readonly number[]) =>
  (eb: ExpressionBuilder<Tables, 'open_effects'>): ExpressionWrapper<Tables, 'open_effects', SqlBool> =>
    eb.or([
      eb('gateway', 'is', null),
      eb('gateway', 'in', [...gone, noGateway]),
      eb('gateway', 'not in', eb.selectFrom('gateways').select('number').where('ended_at', 'is', null)),
    ])
