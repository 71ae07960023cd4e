/** Stores which gateway sends a held decision, and when. */
import type { Refusal } from '#contract/index.ts'
import { hasNoOwner } from '../../ledger/history.ts'
import type { Store } from '../../store/store.ts'
import type { OpenEffectTable } from '../../store/tables/ledger.ts'

/**
 * Takes over held decisions whose gateway is no longer running. If two gateways do this at the same time, each gets different ones. Also
 * returns decisions that this gateway owns already: the answer to an earlier take-over may have been lost.
 *
 * @param endedGateways numbers of gateways that have ended
 */
export const adoptHeld = (
  store: Store,
  gateway: number,
  endedGateways: readonly number[],
): Promise<Pick<OpenEffectTable, 'effect_id' | 'due_at' | 'delayed'>[]> =>
  store
    .updateTable('open_effects')
    .set({ gateway })
    .where('state', '=', 'held')
    .where((eb) => eb.or([hasNoOwner(endedGateways), eb('gateway', '=', gateway)]))
    .returning(['effect_id', 'due_at', 'delayed'])
    .execute()

/** Changes when a held decision is sent, and by which gateway. @returns false when it is not held any more */
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

/** Lets other gateways take over the decisions that this one holds. @returns the ids of their effects */
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

/** Stores the owner's refusal of a decision that became unknown when its gateway ended, unless it has one. */
export async function saveUnconfirmed(store: Store, effectId: string, refusal: Refusal): Promise<void> {
  await store
    .updateTable('decisions')
    .set({ refusal: JSON.stringify(refusal.data) })
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
