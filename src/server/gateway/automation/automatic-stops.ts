/** Cancels of batches by Switchboard itself: each is an effect in the ledger, with the facts that led to it, and is sent at most once. */
import type { AutomaticStop } from '#contract/index.ts'
import { effectRows, openEffectRows, openStates } from '../ledger/effect-rows.ts'
import type { InTransaction } from '../ledger/types.ts'
import type { Store } from '../store/store.ts'

/** Delay before a refused cancel is retried. */
export const retryMs = 60_000

export type AutomaticStops = ReturnType<typeof createAutomaticStops>

/** @param deps.cancel cancels a batch in Switchboard's name. @throws Refusal */
export function createAutomaticStops(deps: {
  store: Store
  cancel: (batchId: string, intention: { key: string; reason: string; also: InTransaction }) => Promise<unknown>
}) {
  const { store, cancel } = deps
  return {
    /** Reads the batch's start and the latest attempt to stop it. While any cancel of it has no outcome yet, no other is sent. */
    async find(batchId: string): Promise<{ ids: string | null; attempt: number; mayStop: boolean }> {
      const start = await store
        .selectFrom('known_batches as b')
        .leftJoin('effects as e', 'e.id', 'b.effect_id')
        .leftJoin('breaker_stops as s', 's.batch_id', 'b.batch_id')
        .select(['e.ids', 's.attempt', 's.effect_id as stop'])
        .where('b.batch_id', '=', batchId)
        .executeTakeFirst()
      // A person's too: with an unknown outcome it is never sent again automatically.
      const open = await openEffectRows(store, ...openStates)
        .innerJoin('effect_things as t', 't.effect_id', 'e.id')
        .where('t.thing', '=', batchId)
        .where('e.endpoint', '=', 'batchCancel')
        .executeTakeFirst()
      if (!start?.stop) return { ids: start?.ids ?? null, attempt: 0, mayStop: !open }
      const { state, happened } = await effectRows(store).where('e.id', '=', start.stop).executeTakeFirstOrThrow()
      const mayStop = !open && (state === 'refused' || (state === 'settled' && happened === 0))
      return { ids: start.ids, attempt: start.attempt ?? 0, mayStop }
    },

    /** Cancels the rest of a batch. Two gateways that find the same attempt make one cancel, because its key is the same. @throws Refusal */
    async stop(batchId: string, attempt: number, facts: AutomaticStop, reason: string): Promise<void> {
      const also: InTransaction = async (store, effectId) => {
        const row = { effect_id: effectId, attempt, facts: JSON.stringify(facts) }
        await store
          .insertInto('breaker_stops')
          .values({ batch_id: batchId, ...row })
          .onConflict((conflict) => conflict.column('batch_id').doUpdateSet(row))
          .execute()
      }
      await cancel(batchId, { key: `breaker/${batchId}/${attempt}`, reason, also })
    },
  }
}
