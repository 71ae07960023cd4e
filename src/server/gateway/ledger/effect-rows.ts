/** The rows of effects, each with the latest step of its history. */
import type { EffectState } from '#contract/index.ts'
import type { EffectRow, HistoryRow, Store } from '../store/store.ts'

/** In these an effect is not over. */
export const openStates = ['held', 'sending', 'unknown'] as const satisfies EffectState[]
export type OpenState = (typeof openStates)[number]
export const isOpen = (state: EffectState): state is OpenState => (openStates as readonly EffectState[]).includes(state)

export type EffectWithState = EffectRow &
  Pick<HistoryRow, 'state' | 'happened' | 'reason'> & { settledBy: string | null }

/** The effects, each with its latest step. */
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

/** The effects that are in one of these states, each with its latest step: found without a look at those that are over. */
export const openEffectRows = (store: Store, ...states: OpenState[]) =>
  effectRows(store).innerJoin('open_effects as o', 'o.effect_id', 'e.id').where('o.state', 'in', states)

/** What was answered may name people; it is kept for repeats of a day, ms. */
export const answersKept = 24 * 3_600_000
