/** The steps of an effect, as they are written into the history: always the next one, never in place of another. */
import type { EffectState } from '#contract/index.ts'
import type { EffectRow, Store } from '../store/store.ts'

interface Step {
  state: EffectState
  at: number
  /** null: Switchboard itself. */
  operator: string | null
  happened?: boolean | null
  reason?: string | null
}

/**
 * Writes the next step of an effect.
 *
 * @returns false when it is to be settled and somebody else has settled it in this moment: the database takes one settlement of each
 */
export async function addStep(store: Store, effectId: string, step: Step): Promise<boolean> {
  const { state, at, operator, happened = null, reason = null } = step
  const { numInsertedOrUpdatedRows } = await store
    .insertInto('history')
    .values({ effect_id: effectId, state, at, operator, happened: happened === null ? null : Number(happened), reason })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows) > 0
}

/** Records an effect with its first step. */
export async function addEffect(store: Store, effect: EffectRow, state: EffectState): Promise<void> {
  await store.insertInto('effects').values(effect).execute()
  await addStep(store, effect.id, { state, at: effect.at, operator: effect.operator })
}

/** Its target may be touched again. */
export async function freeTarget(store: Store, effectId: string): Promise<void> {
  await store.deleteFrom('live_targets').where('effect_id', '=', effectId).execute()
}

/** Whoever succeeds alone decides what becomes of a held decision. */
export async function letGo(store: Store, effectId: string): Promise<boolean> {
  const { numUpdatedRows } = await store
    .updateTable('decisions')
    .set({ held: 0 })
    .where('effect_id', '=', effectId)
    .where('held', '=', 1)
    .executeTakeFirst()
  return Number(numUpdatedRows) > 0
}
