/** Which gateway sends a held decision, and when. */
import type { Refusal } from '#contract/index.ts'
import { hasNoOwner } from '../ledger/history.ts'
import type { OpenEffectTable, Store } from '../store/store.ts'

/**
 * Takes over held decisions that belong to no gateway that is alive. Of two who do so each has others. What this one took before is
 * among them: it may never have learned that it did.
 *
 * @param gone the numbers of gateways that have ended
 */
export const takeHeld = (
  store: Store,
  gateway: number,
  gone: readonly number[],
): Promise<Pick<OpenEffectTable, 'effect_id' | 'due_at' | 'delayed'>[]> =>
  store
    .updateTable('open_effects')
    .set({ gateway })
    .where('state', '=', 'held')
    .where((eb) => eb.or([hasNoOwner(gone)(eb), eb('gateway', '=', gateway)]))
    .returning(['effect_id', 'due_at', 'delayed'])
    .execute()

/** Changes when a held decision is sent, and by which gateway. @returns false: it is held no more */
export async function rescheduleHeld(
  store: Store,
  effectId: string,
  schedule: Partial<Pick<OpenEffectTable, 'gateway' | 'due_at' | 'delayed'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await store
    .updateTable('open_effects')
    .set(schedule)
    .where('effect_id', '=', effectId)
    .where('state', '=', 'held')
    .executeTakeFirst()
  return Number(numUpdatedRows) > 0
}

/** Lets other gateways take over what this one holds. @returns the ids of their effects */
export async function releaseHeld(store: Store, gateway: number): Promise<string[]> {
  const released = await store
    .updateTable('open_effects')
    .set({ gateway: null })
    .where('state', '=', 'held')
    .where('gateway', '=', gateway)
    .returning('effect_id')
    .execute()
  return released.map(({ effect_id }) => effect_id)
}

/** A decision whose outcome became unknown with its gateway: nobody has noted yet what its owner is told. */
export async function noteUnconfirmed(store: Store, effectId: string, told: Refusal): Promise<void> {
  await store
    .updateTable('decisions')
    .set({ refusal: JSON.stringify(told.data) })
    .where('effect_id', '=', effectId)
    .where('refusal', 'is', null)
    .where('sent', 'is', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('open_effects as o')
          .select('o.effect_id')
          .whereRef('o.effect_id', '=', eb.fn.coalesce('decisions.second_id', 'decisions.effect_id'))
          .where('o.state', '=', 'unknown'),
      ),
    )
    .execute()
}
