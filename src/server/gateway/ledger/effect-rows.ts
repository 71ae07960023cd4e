/** The rows of effects, each with the latest step of its history. */
import type { EffectRow, HistoryRow, Store } from '../store/store.ts'

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

/** What was answered may name people; it is kept for repeats of a day, ms. */
export const answersKept = 24 * 3_600_000
