/** Queries for effects (recorded commands and actions), each with the latest step of its history. */
import type { EffectState } from '#contract/index.ts'
import type { Store } from '../store/store.ts'
import type { EffectRow, HistoryRow } from '../store/tables/ledger.ts'

/** The states of an effect that has not ended. */
export const openStates = ['held', 'sending', 'unknown'] as const satisfies EffectState[]
export type OpenState = (typeof openStates)[number]
export const isOpen = (state: EffectState): state is OpenState => (openStates as readonly EffectState[]).includes(state)

export type EffectWithState = EffectRow &
  Pick<HistoryRow, 'state' | 'happened' | 'reason'> & { settledBy: string | null }

/** Selects all effects with their latest step. */
export const effectRows = (store: Store) =>
  store
    .selectFrom('effects as e')
    .innerJoin('history as h', (join) =>
      join.on('h.seq', '=', (on) =>
        on
          .selectFrom('history as later')
          .select(({ fn }) => fn.max('later.seq').as('seq'))
          .whereRef('later.effect_id', '=', 'e.id'),
      ),
    )
    .selectAll('e')
    .select(({ eb }) => [
      'h.state',
      'h.happened',
      'h.reason',
      eb.case().when('h.state', '=', 'settled').then(eb.ref('h.operator')).else(null).end().as('settledBy'),
    ])

/** Selects the effects in one of these states with their latest step. Reads only open effects, so it stays fast as the history grows. */
export const openEffectRows = (store: Store, ...states: OpenState[]) =>
  effectRows(store).innerJoin('open_effects as o', 'o.effect_id', 'e.id').where('o.state', 'in', states)

/** Answers may name people, so they are stored for repeats within one day only, ms. */
export const answerTtlMs = 24 * 3_600_000
