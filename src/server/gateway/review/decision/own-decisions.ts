import { sql } from 'kysely'
import type { Operator } from '#contract/index.ts'
import type { Store } from '../../store/store.ts'
import { type DecisionRow, decisionRows } from './decision-store.ts'

const maxOwnDecisions = 200

/** The latest decisions of an operator. @param since epoch ms; decisions that ended more than a day ago are deleted */
export const findOwnDecisions = (
  store: Store,
  workspace: string,
  operator: Pick<Operator, 'id' | 'name'>,
  since: number,
): Promise<DecisionRow[]> =>
  decisionRows(store)
    .where('d.workspace', '=', workspace)
    .where('e.operator_id', '=', operator.id)
    .where(
      'd.effect_id',
      'in',
      // Every decision begins as held by its operator.
      store
        .selectFrom('history')
        .select('effect_id')
        .where('operator', '=', operator.name)
        .where('state', '=', 'held')
        .where('at', '>=', since),
    )
    .orderBy(sql`+e.at`, 'desc')
    .limit(maxOwnDecisions)
    .execute()
